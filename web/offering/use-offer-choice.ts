import type { VacanciesState } from '@orbita/domain/offering';
import { useQueries } from '@tanstack/react-query';
import { type Offer, offerCourseQuery, offerPolesQuery, type Pole } from './queries.ts';

export type OfferChoice = {
  /** Offers of the course: one per ingress mode. */
  offers: Offer[];
  offer: Offer | undefined;
  /** Poles of the chosen offer; of all offers while none is chosen. */
  poles: { list: Pole[]; loading: boolean; failed: boolean; retry: () => Promise<unknown> };
  /** Availability of places in the course, by offer. */
  vacancies: ReadonlyMap<number, VacanciesState>;
  /** Description of the course; undefined while loading. */
  description: string | null | undefined;
};

/** The choices for a course: ingress modes, poles, and whether places are left. */
export function useOfferChoice(all: readonly Offer[], courseId: number, offerId: number): OfferChoice {
  const offers = all.filter(({ courses }) => courses.some(({ id }) => id === courseId));
  const offer = offers.find(({ id }) => id === offerId);
  const asked = offer ? [offer] : offers;
  const poles = useQueries({ queries: asked.map((one) => offerPolesQuery(one, courseId)) });
  const courses = useQueries({ queries: offers.map((one) => offerCourseQuery(one, courseId)) });

  const list = new Map<number, Pole>();
  for (const { data } of poles) for (const pole of data ?? []) list.set(pole.id, pole);
  const vacancies = new Map<number, VacanciesState>();
  for (const [at, { data }] of courses.entries()) {
    const state = data?.[0]?.vacanciesState;
    const one = offers[at];
    if (state && one) vacancies.set(one.id, state);
  }
  const known = courses.find(({ data }) => data?.[0])?.data?.[0];
  return {
    offers,
    offer,
    poles: {
      list: [...list.values()].sort((a, b) => a.description.localeCompare(b.description, 'pt-BR')),
      loading: poles.some(({ isPending }) => isPending),
      failed: poles.some(({ isLoadingError }) => isLoadingError),
      retry: () => Promise.all(poles.map((query) => query.refetch())),
    },
    vacancies,
    description: known ? known.description : courses.some(({ isPending }) => isPending) ? undefined : null,
  };
}
