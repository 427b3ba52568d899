import { stepDates } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import type { Step, Subscription } from './queries.ts';

export type History = Answer<'GET /candidate/subscriptions/{id}/status'>['history'];
/** What the institution did on the candidate's behalf. */
export type Acts = Answer<'GET /candidate/subscriptions/{id}/status'>['acts'];

/** When a done step was completed (ISO), as far as the history shows (spec 8.6). */
export function closedAt(
  code: Step['code'],
  steps: readonly Pick<Step, 'code'>[],
  history: History,
  { hour }: Pick<Subscription, 'hour'>,
): string | undefined {
  const dates = stepDates(
    history,
    steps.map((step) => step.code),
  );
  // The history contains the date of a test only once its result is in.
  return dates.get(code) ?? (code === 'assessment' ? hour?.dataHora : undefined);
}

/** The most recently changed application; undefined if there is none. */
export const lastChanged = <C extends { changedAt: string }>(cards: readonly C[]): C | undefined =>
  cards.reduce<C | undefined>(
    (best, card) => (best && Date.parse(best.changedAt) >= Date.parse(card.changedAt) ? best : card),
    undefined,
  );
