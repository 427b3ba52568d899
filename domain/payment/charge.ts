import type { PaymentMethod } from './methods.ts';

/** States in which a charge may still be paid, in order (spec 14.5). */
export const OPEN_CHARGE_STATES = ['created', 'processing', 'pending'] as const;

export const CHARGE_STATES = [
  ...OPEN_CHARGE_STATES,
  'paid',
  'denied',
  'expired',
  'cancelled',
  'error',
  'refunded',
] as const;

/** States of one charge (spec 14.5). */
export type ChargeState = (typeof CHARGE_STATES)[number];

/** What a provider, a job or the candidate reports; each event is named after the state it leads to. */
export type ChargeEvent = Exclude<ChargeState, 'created'>;

export const CHARGE_EVENTS = CHARGE_STATES.filter((state): state is ChargeEvent => state !== 'created');

const OPEN: readonly ChargeState[] = OPEN_CHARGE_STATES;

export const isOpenCharge = (state: ChargeState): boolean => OPEN.includes(state);

export interface ChargeMove {
  state: ChargeState;
  changed: boolean;
  /** Needs review: money arrived for a charge that had ended. */
  attention?: 'late-payment' | 'payment-of-closed-charge';
}

const stay = (state: ChargeState): ChargeMove => ({ state, changed: false });
const go = (state: ChargeState): ChargeMove => ({ state, changed: true });

/**
 * State after an event. From `paid` only `refunded` is possible. An ended charge stays ended, except that an expired one may
 * still be paid, and so may a cancelled slip. Repeated and late events change nothing (R4, spec 14.4).
 */
export function chargeMove(state: ChargeState, event: ChargeEvent, method?: PaymentMethod): ChargeMove {
  if (state === event || state === 'refunded') return stay(state);
  if (state === 'paid') return event === 'refunded' ? go('refunded') : stay(state);
  if (!isOpenCharge(state)) return afterEnd(state, event, method);
  if (event === 'refunded') return stay(state);
  if (!isOpenCharge(event)) return go(event);
  // Reports may arrive in any order.
  return OPEN.indexOf(event) > OPEN.indexOf(state) ? go(event) : stay(state);
}

/**
 * State of an ended charge after an event. A bank may still accept a slip that was cancelled here, because it learns about the
 * cancellation late (D-72). For a card, an acquirer that later reports a sale overrides its earlier denial or error (D-69).
 */
function afterEnd(state: ChargeState, event: ChargeEvent, method?: PaymentMethod): ChargeMove {
  if (event !== 'paid') return stay(state);
  const heldPaid =
    (state === 'cancelled' && method === 'slip') ||
    ((state === 'denied' || state === 'error') && method === 'credit-card');
  if (state === 'expired' || heldPaid) return { ...go('paid'), attention: 'late-payment' };
  return { ...stay(state), attention: 'payment-of-closed-charge' };
}

/** Compares the received amount with the requested one (cents, spec 14.4). */
export function receivedAmount(
  asked: number,
  received: number,
): { result: 'exact' | 'lower' | 'higher'; difference: number } {
  if (received === asked) return { result: 'exact', difference: 0 };
  return { result: received < asked ? 'lower' : 'higher', difference: Math.abs(asked - received) };
}

/** Labels of the charge states for the team. */
export const CHARGE_LABELS: Readonly<Record<ChargeState, string>> = {
  created: 'Aguardando o banco',
  processing: 'Aguardando o banco',
  pending: 'A pagar',
  paid: 'Paga',
  denied: 'Recusada',
  expired: 'Vencida',
  cancelled: 'Cancelada',
  error: 'Não saiu',
  refunded: 'Devolvida',
};
