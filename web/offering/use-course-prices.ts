import { useQueries } from '@tanstack/react-query';
import { type CourseEntry, priceOf } from './catalogue.ts';
import { type Offer, offersQuery } from './queries.ts';

/** Courses asked for one by one; further down the list the price is told by the form. */
const ASKED = 12;

/**
 * Lowest first instalment of each course, in cents; null while it is not known. An offer of several courses answers the
 * price of its cheapest matching one, so those are asked for by the name of the course.
 */
export function useCoursePrices(courses: readonly CourseEntry[], offer?: Offer): (number | null)[] {
  const asked = courses.filter(({ priceFrom }) => priceFrom === null || offer).slice(0, ASKED);
  const answers = useQueries({ queries: asked.map(({ name }) => offersQuery({ q: name })) });
  return courses.map((course) => {
    const found = answers[asked.indexOf(course)]?.data?.data;
    if (!found) return offer ? null : course.priceFrom;
    const own = found.filter(
      ({ id, courses: matching }) =>
        matching.some((one) => one.id === course.id) && (!offer || id === offer.id),
    );
    return own.length === 0 ? null : priceOf(own);
  });
}
