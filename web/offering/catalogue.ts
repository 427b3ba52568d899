import { toCents } from '@orbita/domain/foundation';
import { type IngressKind, MODALITIES } from '@orbita/domain/offering';
import type { Offer, OfferFilters } from './queries.ts';

/** Kinds of course as people choose them; postgraduate includes those with an application fee. */
export type CourseType = 'graduacao' | 'pos' | 'extensao';

export const COURSE_TYPES: readonly { type: CourseType; label: string; numbers: readonly Offer['type'][] }[] =
  [
    { type: 'graduacao', label: 'Graduação', numbers: [1] },
    { type: 'pos', label: 'Pós-graduação', numbers: [2, 4] },
    { type: 'extensao', label: 'Extensão', numbers: [3] },
  ];

/** The filters of the list. */
export type Wanted = {
  type: CourseType | null;
  ingress: IngressKind | null;
  modality: string | null;
  poleId: number | null;
};

/** One course of the catalogue, with every offer of it. */
export type CourseEntry = {
  id: number;
  name: string;
  modality: string;
  /** In the institution's words: "8 semestres". */
  duration: string | null;
  offers: Offer[];
  /** Names of the ingress modes, without duplicates. */
  ingresses: string[];
  /** Cents; null when no price is registered. */
  priceFrom: number | null;
  /** Last application days of its offers, without duplicates, `YYYY-MM-DD`, earliest first. */
  until: string[];
};

/** The filters as the server expects them. */
export const filtersOf = (q: string, { type, ingress, modality, poleId }: Wanted): OfferFilters => ({
  ...(q && { q }),
  ...(type && { type: COURSE_TYPES.find((one) => one.type === type)?.numbers.join(',') }),
  ...(ingress && { ingress }),
  ...(modality && { modality }),
  ...(poleId !== null && { poleId }),
});

/** Lowest first instalment of a course in these offers, in cents; null when no price is registered. */
export function priceOf(courseId: number, offers: readonly Offer[]): number | null {
  const known = offers
    .flatMap(({ courses }) => courses.filter(({ id }) => id === courseId))
    .flatMap(({ priceFrom }) => (priceFrom === null ? [] : [toCents(priceFrom)]));
  return known.length === 0 ? null : Math.min(...known);
}

const daysOf = (days: readonly string[]): string[] => [...new Set(days)].sort();

/** The day on which applications for all these courses end; undefined if they differ. */
export function commonEnd(courses: readonly Pick<CourseEntry, 'until'>[]): string | undefined {
  const [day, ...others] = daysOf(courses.flatMap(({ until }) => until));
  return others.length === 0 ? day : undefined;
}

function entryOf(id: number, offers: Offer[]): CourseEntry {
  const course = offers[0]?.courses.find((one) => one.id === id);
  return {
    id,
    name: course?.name ?? '',
    modality: course?.modalityDescription ?? '',
    duration: course?.duration ?? null,
    offers,
    ingresses: [...new Set(offers.map(({ ingressMode }) => ingressMode.name))],
    priceFrom: priceOf(id, offers),
    until: daysOf(offers.map(({ intake }) => intake.endDate)),
  };
}

const byName = new Intl.Collator('pt-BR');

/** Courses of the offers, each once, sorted by name. */
export function coursesOf(offers: readonly Offer[]): CourseEntry[] {
  const found = new Map<number, Offer[]>();
  for (const offer of offers) {
    for (const { id } of offer.courses) found.set(id, [...(found.get(id) ?? []), offer]);
  }
  return [...found].map(([id, of]) => entryOf(id, of)).sort((a, b) => byName.compare(a.name, b.name));
}

/** Courses of several pages: a later page is appended, so that it never moves what somebody is reading. */
export function coursesOfPages(pages: readonly { data: readonly Offer[] }[]): CourseEntry[] {
  const entries = new Map(coursesOf(pages.flatMap(({ data }) => data)).map((entry) => [entry.id, entry]));
  const order = pages.flatMap(({ data }) => coursesOf(data).map(({ id }) => id));
  return [...new Set(order)].flatMap((id) => entries.get(id) ?? []);
}

/**
 * Offers of two answers, each once; the newer answer wins. An answer about one course lists only that course in each offer: the
 * other courses stay as they were.
 */
export function mergeOffers(before: readonly Offer[], now: readonly Offer[]): Offer[] {
  const merged = new Map(before.map((offer) => [offer.id, offer]));
  for (const offer of now) {
    const asked = new Set(offer.courses.map(({ id }) => id));
    const others = merged.get(offer.id)?.courses.filter(({ id }) => !asked.has(id)) ?? [];
    merged.set(offer.id, { ...offer, courses: [...offer.courses, ...others] });
  }
  return [...merged.values()];
}

/** Modalities in their usual order. */
export const inOrder = (modalities: readonly string[]): string[] =>
  MODALITIES.filter((modality) => modalities.includes(modality));

/** True if the course is paid monthly; extension courses are paid at once. */
export const isMonthly = ({ offers }: CourseEntry): boolean => offers.every(({ type }) => type !== 3);
