import { formatMoney, toCents } from '@orbita/domain/foundation';
import { toldTexts as t } from '../texts/offering.ts';
import { levelTexts } from '../texts/portal.ts';
import type { CourseEntry } from './catalogue.ts';
import type { Offer } from './queries.ts';

type Selection = Pick<Offer, 'selection' | 'ingressMode'>;

/** The steps of the selection, such as "redação" or "questionário e entrevista", or that there is none. */
export function selectionWords({ selection, ingressMode }: Selection): string {
  const words = selection.map(({ code }) =>
    code === 'assessment' ? t.assessment[ingressMode.kind] : t.selection[code],
  );
  return words.length === 0 ? t.noSelection : t.list(words);
}

/** Ways into a course, each with what its selection requires: "Vestibular online (redação) ou ENEM (sua nota)". */
export const waysText = (offers: readonly (Selection & Pick<Offer, 'id'>)[]): string =>
  [...new Set(offers.map((offer) => `${offer.ingressMode.name} (${selectionWords(offer)})`))].join(t.or);

/** Application fee, if there is one. */
export function feeText(courseId: number, offers: readonly Pick<Offer, 'courses'>[]): string | undefined {
  const fees = offers
    .flatMap(({ courses }) => courses.filter(({ id }) => id === courseId))
    .flatMap(({ fee }) => (fee === null ? [] : [toCents(fee)]));
  return fees.length === 0 ? undefined : formatMoney(Math.min(...fees));
}

/** Level, modality and duration of a course: "Graduação · EaD · 8 semestres". */
export const kindText = ({
  offers,
  modality,
  duration,
}: Pick<CourseEntry, 'offers' | 'modality' | 'duration'>) =>
  [levelOf(offers), modality, duration].filter(Boolean).join(' · ');

/** "Graduação", as in the institution's catalogue. */
export const levelOf = (offers: readonly Pick<Offer, 'type'>[]): string | undefined =>
  offers[0] && levelTexts[offers[0].type];
