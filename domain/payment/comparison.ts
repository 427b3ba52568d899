import type { Cents } from '../foundation/index.ts';
import { type ChargeState, isOpenCharge } from './charge.ts';

/** How our records and a provider's may differ. */
const DIFFERENCES = [
  'unknown-here',
  'missing-there',
  'other-amount',
  'other-state',
  'refund-missing',
  'refund-unknown',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * How far a charge has come, in terms that both sides share. `unsure`: the provider is still processing it, so a difference means
 * nothing yet.
 */
export type Stage = 'open' | 'paid' | 'ended' | 'unsure';

/** A charge as one side knows it. `refunded` is the amount that was certainly returned. */
export interface BookEntry {
  stage: Stage;
  asked: Cents;
  received: Cents;
  refunded: Cents;
}

/** A charge in our own records. */
export interface OwnEntry extends BookEntry {
  /** Refund requested, outcome not known yet. */
  refunding: Cents;
  /** Ended here, but still to be cancelled at the provider, which a job does. */
  removing: boolean;
}

/**
 * Stage of one of our charges. Received money takes precedence over the state, because it may arrive for a charge that had ended.
 */
export function ownStage(state: ChargeState, received: Cents): Stage {
  if (state === 'paid' || state === 'refunded' || received > 0) return 'paid';
  if (state === 'created' || state === 'processing') return 'unsure';
  return isOpenCharge(state) ? 'open' : 'ended';
}

const stagesDiffer = (ours: OwnEntry, theirs: BookEntry): boolean => {
  if (ours.stage === theirs.stage || theirs.stage === 'unsure') return false;
  if (ours.stage === 'unsure') return theirs.stage === 'paid';
  return !(ours.removing && ours.stage === 'ended' && theirs.stage === 'open');
};

/**
 * Differences of one charge, to the cent; `theirs` is undefined when the provider does not know it. A charge in a different state
 * is not also reported for its amount.
 */
export function differencesOf(ours: OwnEntry, theirs: BookEntry | undefined): Difference[] {
  if (!theirs) return ours.stage === 'paid' || ours.stage === 'open' ? ['missing-there'] : [];
  const found: Difference[] = [];
  if (stagesDiffer(ours, theirs)) found.push('other-state');
  else if (ours.asked !== theirs.asked || ours.received !== theirs.received) found.push('other-amount');
  if (theirs.refunded < ours.refunded) found.push('refund-missing');
  if (theirs.refunded > ours.refunded + ours.refunding) found.push('refund-unknown');
  return found;
}
