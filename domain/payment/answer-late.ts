import type { SlipProvider } from '../tenancy/index.ts';
import type { ChargeState } from './charge.ts';

/** How long a provider may leave open what became of a charge, before the team is told and the person reads what to do. */
export const ANSWER_LATE_MS = 30 * 60_000;

/** What the rule looks at; `slipProvider` is null for everything but slips. */
export type AwaitedAnswer = {
  state: ChargeState;
  slipProvider: SlipProvider | null;
  createdAt: Date;
  expiresAt: Date | null;
};

/**
 * Whether a provider has left open for too long if a charge exists or, after its end, if it was paid (spec 14.4). A bank that
 * registers slips by files takes a day.
 */
export function isAnswerLate(
  { state, slipProvider, createdAt, expiresAt }: AwaitedAnswer,
  now: Date,
): boolean {
  if (slipProvider === 'cnab') return false;
  const beingMade = state === 'created' || state === 'processing';
  const since = beingMade ? createdAt : state === 'pending' ? expiresAt : null;
  return since !== null && now.getTime() - since.getTime() >= ANSWER_LATE_MS;
}
