import { typedScore } from '@orbita/domain/selection';
import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type Slot = Answer<'GET /operations/schedules/{hourId}'>;
export type RollEntry = Answer<'GET /operations/schedules/{hourId}/roll'>[number];
export type ResultLine = Body<'POST /operations/schedules/{hourId}/results'>[number];

export const slotQuery = (hourId: number) => ({
  queryKey: ['tests', hourId] as const,
  queryFn: () => call('GET /operations/schedules/{hourId}', { params: { hourId }, background: true }),
});
export const rollQuery = (hourId: number) => ({
  queryKey: ['tests', hourId, 'roll'] as const,
  queryFn: () => call('GET /operations/schedules/{hourId}/roll', { params: { hourId }, background: true }),
});

/** `***.222.333-**`: what is compared at the door, and nothing more. */
export const maskedDocument = (document: string): string =>
  document.length === 11
    ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `${'*'.repeat(Math.max(0, document.length - 3))}${document.slice(-3)}`;

/** Manually entered results: candidates with a score were present, candidates marked absent were not; others are left out. */
export const linesOf = (
  roll: readonly RollEntry[],
  typed: Readonly<Record<number, string>>,
  presence: (entry: RollEntry) => boolean | null,
): ResultLine[] =>
  roll.flatMap((entry): ResultLine[] => {
    if (entry.state !== 'booked') return [];
    const { subscriptionId } = entry;
    const score = typedScore(typed[subscriptionId] ?? '');
    if (score !== undefined) return [{ subscriptionId, present: true, score }];
    return presence(entry) === false ? [{ subscriptionId, present: false }] : [];
  });

/** Counts of the outcomes, given the passing score; the server determines them again. */
export const outcomesOf = (lines: readonly ResultLine[], minimum: number) => {
  const passes = ({ score, essayScore }: ResultLine) => (score ?? 0) >= minimum && (essayScore ?? 1) > 0;
  const there = lines.filter(({ present }) => present);
  const approved = there.filter(passes).length;
  return { approved, rejected: there.length - approved, absent: lines.length - there.length };
};
