import { toCents } from '@orbita/domain/foundation';
import { type IngressKind, MODALITIES } from '@orbita/domain/offering';
import type { Offer, OfferFilters } from './queries.ts';

/** Kinds of course as people choose them; postgraduate includes the ones with a fee. */
export type CourseType = 'graduacao' | 'pos' | 'extensao';

export const COURSE_TYPES: readonly { type: CourseType; label: string; numbers: readonly Offer['type'][] }[] =
  [
    { type: 'graduacao', label: 'Graduação', numbers: [1] },
    { type: 'pos', label: 'Pós-graduação', numbers: [2, 4] },
    { type: 'extensao', label: 'Extensão', numbers: [3] },
  ];

/** What the list is narrowed to. */
export type Wanted = {
  type: CourseType | null;
  ingress: IngressKind | null;
  modality: string | null;
  poleId: number | null;
};

/** One course of the catalogue, with every offer that gives it. */
export type CourseEntry = {
  id: number;
  name: string;
  modality: string;
  /** As the institution words it: "8 semestres". */
  duration: string | null;
  offers: Offer[];
  /** Names of the ingress modes, each once. */
  ingresses: string[];
  /** Cents; null when no price is registered. */
  priceFrom: number | null;
  /** Last days on which its offers may be applied for, each once, `YYYY-MM-DD`, earliest first. */
  until: string[];
};

/** What the server narrows the list to. */
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

/** The day on which the applications of all these courses end, where it is one and the same. */
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

/** Courses of the offers, each once, by name. */
export function coursesOf(offers: readonly Offer[]): CourseEntry[] {
  const found = new Map<number, Offer[]>();
  for (const offer of offers) {
    for (const { id } of offer.courses) found.set(id, [...(found.get(id) ?? []), offer]);
  }
  return [...found].map(([id, of]) => entryOf(id, of)).sort((a, b) => byName.compare(a.name, b.name));
}

/** Courses of several pages: a page that comes later adds below, it never moves what somebody is reading. */
export function coursesOfPages(pages: readonly { data: readonly Offer[] }[]): CourseEntry[] {
  const entries = new Map(coursesOf(pages.flatMap(({ data }) => data)).map((entry) => [entry.id, entry]));
  const order = pages.flatMap(({ data }) => coursesOf(data).map(({ id }) => id));
  return [...new Set(order)].flatMap((id) => entries.get(id) ?? []);
}

/**
 * Offers of two answers, each once; what was asked last counts. An answer about one course names of each offer that
 * course alone: the others stay as they were known.
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

/** Extension courses are paid at once, all others by the month. */
export const isMonthly = ({ offers }: CourseEntry): boolean => offers.every(({ type }) => type !== 3);
