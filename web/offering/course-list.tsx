import { formatDate, formatMoney } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { CourseList as Cards, CourseCard } from '@orbita/ui/course-card';
import { Empty } from '@orbita/ui/empty';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { InfoIcon } from '@orbita/ui/icons/info';
import { hoursOf, placesOf } from '../enrolment/class-lines.tsx';
import { offeringTexts as t, toldTexts as told } from '../texts/offering.ts';
import { type CourseEntry, commonEnd, isMonthly } from './catalogue.ts';
import { feeText, kindText, waysText } from './told.ts';

export type CourseListProps = {
  courses: readonly CourseEntry[];
  /** Loads the next page; undefined when there are no more. */
  more: (() => void) | undefined;
  loading: boolean;
  onOpen: (courseId: number) => void;
  onClear: () => void;
};

/** How many courses there are, and the last application day if it is the same for all of them. */
function countText(courses: readonly CourseEntry[]): string {
  const until = commonEnd(courses);
  return t.open(t.found(courses.length), until && formatDate(until));
}

/** Lead, price and unit of a card, if the price is known. */
const priceLine = (course: CourseEntry) =>
  course.priceFrom === null
    ? {}
    : {
        price: {
          lead: t.priceFrom,
          value: formatMoney(course.priceFrom),
          ...(isMonthly(course) && { unit: t.perMonth }),
        },
      };

/** Most classes named on a card; the course page names all. */
const MOST_CLASSES = 2;

/** Facts on a course's card: level, selection, fee, classes and the last application day. */
function metaOf(course: CourseEntry) {
  const fee = feeText(course.id, course.offers);
  const classes = course.offers.flatMap((offer) => offer.classes);
  const shown = [
    ...new Set(
      classes.slice(0, MOST_CLASSES).map((one) => told.class(one.weekdays, hoursOf(one), placesOf(one))),
    ),
  ];
  const more = classes.length - MOST_CLASSES;
  return [
    { text: kindText(course) },
    { icon: CheckCircleIcon, text: waysText(course.offers) },
    ...(fee ? [{ icon: InfoIcon, text: told.fee(fee) }] : []),
    ...shown.map((text) => ({ icon: ClockIcon, text })),
    ...(more > 0 ? [{ icon: ClockIcon, text: told.moreClasses(more) }] : []),
    { icon: CalendarIcon, text: t.until(course.until.map((day) => formatDate(day)).join(t.or)) },
  ];
}

/** The courses found, each once with its ingress modes. */
export function CourseList({ courses, more, loading, onOpen, onClear }: CourseListProps) {
  if (courses.length === 0) {
    return (
      <div role="status">
        <Empty
          mark="question"
          title={t.none}
          text={t.noneHelp}
          action={
            <Button kind="outline" onClick={onClear}>
              {t.clear}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <>
      <p className="small muted" role="status">
        {more ? t.first(courses.length) : countText(courses)}
      </p>
      <Cards>
        {courses.map((course) => (
          <CourseCard
            key={course.id}
            title={course.name}
            meta={metaOf(course)}
            {...priceLine(course)}
            action={
              <Button kind="tonal" small onClick={() => onOpen(course.id)}>
                {t.see}
                <span className="visually-hidden"> {course.name}</span>
              </Button>
            }
          />
        ))}
      </Cards>
      {more && (
        <div>
          <Button kind="outline" block busy={loading && t.loadingMore} onClick={more}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}
