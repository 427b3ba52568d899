/** State machine of one charge (spec 14.5). */
export type ChargeState =
  | 'created'
  | 'processing'
  | 'pending'
  | 'paid'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'error'
  | 'refunded';

/** What a provider, a job or the candidate reports; each event names the state it leads to. */
export type ChargeEvent = Exclude<ChargeState, 'created'>;

export const CHARGE_STATES: readonly ChargeState[] = [
  'created',
  'processing',
  'pending',
  'paid',
  'denied',
  'expired',
  'cancelled',
  'error',
  'refunded',
];
export const CHARGE_EVENTS = CHARGE_STATES.filter((state): state is ChargeEvent => state !== 'created');

/** Open states in the order in which a charge passes them; reports may arrive in any order. */
const OPEN: readonly ChargeState[] = ['created', 'processing', 'pending'];

export const isOpenCharge = (state: ChargeState): boolean => OPEN.includes(state);

export interface ChargeMove {
  state: ChargeState;
  changed: boolean;
  /** Somebody must look: money arrived for a charge that had ended. */
  attention?: 'late-payment' | 'payment-of-closed-charge';
}

const stay = (state: ChargeState): ChargeMove => ({ state, changed: false });
const go = (state: ChargeState): ChargeMove => ({ state, changed: true });

/**
 * State after a report. Paid never goes back but to refunded; an ended charge stays ended, except that an
 * expired one may still turn out paid. Repeated and late reports change nothing (R4, spec 14.4).
 */
export function chargeMove(state: ChargeState, event: ChargeEvent): ChargeMove {
  if (state === event || state === 'refunded') return stay(state);
  if (state === 'paid') return event === 'refunded' ? go('refunded') : stay(state);
  if (!isOpenCharge(state)) return afterEnd(state, event);
  if (event === 'refunded') return stay(state);
  if (!isOpenCharge(event)) return go(event);
  return OPEN.indexOf(event) > OPEN.indexOf(state) ? go(event) : stay(state);
}

function afterEnd(state: ChargeState, event: ChargeEvent): ChargeMove {
  if (event !== 'paid') return stay(state);
  if (state === 'expired') return { ...go('paid'), attention: 'late-payment' };
  return { ...stay(state), attention: 'payment-of-closed-charge' };
}

/** Names of the reference product for groups of states [seed]. */
export type PseudoState = 'waitingPayment' | 'successfulPayment' | 'paymentFailure';

export function pseudoState(state: ChargeState): PseudoState | undefined {
  if (state === 'processing' || state === 'pending') return 'waitingPayment';
  if (state === 'paid') return 'successfulPayment';
  return state === 'denied' || state === 'expired' || state === 'error' ? 'paymentFailure' : undefined;
}

/** How a received amount compares with the one asked (cents, spec 14.4). */
export function receivedAmount(
  asked: number,
  received: number,
): { result: 'exact' | 'lower' | 'higher'; difference: number } {
  if (received === asked) return { result: 'exact', difference: 0 };
  return { result: received < asked ? 'lower' : 'higher', difference: Math.abs(asked - received) };
}
