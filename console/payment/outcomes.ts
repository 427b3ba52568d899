import { fileTexts as t } from '../texts/payment.ts';

type LineOutcome = keyof typeof t.outcomes;

/** Label of a line's outcome; one unknown to this console counts as noted only. */
export const outcomeText = (outcome: string): string =>
  Object.hasOwn(t.outcomes, outcome) ? t.outcomes[outcome as LineOutcome] : t.outcomes.noted;

/** "3 registrado, 1 não é daqui". */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  t.summary(
    Object.entries(counts)
      .map(([outcome, count]) => t.count(count, outcomeText(outcome)))
      .join(', '),
  );

/** Outcomes that require attention. */
export const TO_LOOK_AT: readonly string[] = [
  'wrong-amount',
  'attention',
  'conflict',
  'unknown-number',
  'unreadable',
];
