import { toCents } from '@orbita/domain/foundation';
import { type IngressKind, MODALITIES } from '@orbita/domain/offering';
import type { Offer } from './queries.ts';

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
  offers: Offer[];
  /** Names of the ways in, each once. */
  ingresses: string[];
  /** Cents; null when no price is registered. */
  priceFrom: number | null;
  /** Last day of the last intake, `YYYY-MM-DD`. */
  until: string;
};

const hasType = (offer: Offer, type: CourseType | null) =>
  type === null || COURSE_TYPES.some((one) => one.type === type && one.numbers.includes(offer.type));

/** Lowest first instalment of a course in these offers, in cents; null when no price is registered. */
export function priceOf(courseId: number, offers: readonly Offer[]): number | null {
  const known = offers
    .flatMap(({ courses }) => courses.filter(({ id }) => id === courseId))
    .flatMap(({ priceFrom }) => (priceFrom === null ? [] : [toCents(priceFrom)]));
  return known.length === 0 ? null : Math.min(...known);
}

/** The latest of some days; '' of none. */
export const lastDay = (days: readonly string[]): string => [...days].sort()[days.length - 1] ?? '';

function entryOf(id: number, offers: Offer[]): CourseEntry {
  const course = offers[0]?.courses.find((one) => one.id === id);
  return {
    id,
    name: course?.name ?? '',
    modality: course?.modalityDescription ?? '',
    offers,
    ingresses: [...new Set(offers.map(({ ingressMode }) => ingressMode.name))],
    priceFrom: priceOf(id, offers),
    until: lastDay(offers.map(({ intake }) => intake.endDate)),
  };
}

const byName = new Intl.Collator('pt-BR');

/** Courses of the offers, each once, by name; kind, way in and modality narrow them down. */
export function coursesOf(offers: readonly Offer[], wanted: Omit<Wanted, 'poleId'>): CourseEntry[] {
  const found = new Map<number, Offer[]>();
  for (const offer of offers) {
    if (!hasType(offer, wanted.type)) continue;
    if (wanted.ingress && offer.ingressMode.kind !== wanted.ingress) continue;
    for (const course of offer.courses) {
      if (wanted.modality && course.modalityDescription !== wanted.modality) continue;
      found.set(course.id, [...(found.get(course.id) ?? []), offer]);
    }
  }
  return [...found].map(([id, of]) => entryOf(id, of)).sort((a, b) => byName.compare(a.name, b.name));
}

/** Ways in that occur, by kind: the names of one kind are read together. */
export function ingressOptions(offers: readonly Offer[]): { kind: IngressKind; label: string }[] {
  const names = new Map<IngressKind, Set<string>>();
  for (const { ingressMode } of offers) {
    names.set(ingressMode.kind, (names.get(ingressMode.kind) ?? new Set()).add(ingressMode.name));
  }
  return [...names].map(([kind, labels]) => ({ kind, label: [...labels].join(', ') }));
}

/** Modalities that occur, in their usual order. */
export const modalityOptions = (offers: readonly Offer[]): string[] =>
  MODALITIES.filter((modality) =>
    offers.some(({ courses }) => courses.some(({ modalityDescription }) => modalityDescription === modality)),
  );

/** Extension courses are paid at once, all others by the month. */
export const isMonthly = ({ offers }: CourseEntry): boolean => offers.every(({ type }) => type !== 3);
