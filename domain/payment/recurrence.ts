import type { Cents } from '../foundation/index.ts';

/**
 * States of a monthly authorisation, in ascending order of precedence (spec 14.2, D-70). All except `created` and `approved` mean
 * that it has ended.
 */
export const RECURRENCE_STATES = ['created', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export type RecurrenceState = (typeof RECURRENCE_STATES)[number];

/** What a bank, an acquirer, a person or a job reports; each event is named after the state it leads to. */
export type RecurrenceEvent = Exclude<RecurrenceState, 'created'>;
export const RECURRENCE_EVENTS = RECURRENCE_STATES.filter(
  (state): state is RecurrenceEvent => state !== 'created',
);

export const LIVE_RECURRENCE_STATES = ['created', 'approved'] as const satisfies readonly RecurrenceState[];

/** Whether the authorisation may still be given, or is in force. */
export const isLiveRecurrence = (state: RecurrenceState): boolean =>
  (LIVE_RECURRENCE_STATES as readonly RecurrenceState[]).includes(state);

/** Who ended an authorisation or one of its charges: the payer, the institution, or the bank of either. */
export const RECURRENCE_ENDERS = ['payer', 'payer-bank', 'institution', 'institution-bank'] as const;
export type RecurrenceEnder = (typeof RECURRENCE_ENDERS)[number];

export interface RecurrenceMove {
  state: RecurrenceState;
  changed: boolean;
}

/**
 * State of an authorisation after an event. An ended one never becomes live again, and if two different ends are reported, the
 * later one in `RECURRENCE_STATES` counts, so the order in which reports arrive does not matter (spec 14.2, R4).
 */
export function recurrenceMove(state: RecurrenceState, event: RecurrenceEvent): RecurrenceMove {
  const later = RECURRENCE_STATES.indexOf(event) > RECURRENCE_STATES.indexOf(state);
  return later ? { state: event, changed: true } : { state, changed: false };
}

/**
 * States of a monthly charge, in ascending order of precedence (spec 14.8, D-70). `asked` = the provider was asked to charge;
 * `scheduled` = the payer's bank announced the payment. A failed attempt that may be repeated does not change the state.
 */
export const CYCLE_STATES = ['planned', 'asked', 'scheduled', 'failed', 'cancelled', 'paid'] as const;
export type CycleState = (typeof CYCLE_STATES)[number];
export type CycleEvent = Exclude<CycleState, 'planned'>;
export const CYCLE_EVENTS = CYCLE_STATES.filter((state): state is CycleEvent => state !== 'planned');

export const OPEN_CYCLE_STATES = ['planned', 'asked', 'scheduled'] as const satisfies readonly CycleState[];

export const isOpenCycle = (state: CycleState): boolean =>
  (OPEN_CYCLE_STATES as readonly CycleState[]).includes(state);

export interface CycleMove {
  state: CycleState;
  changed: boolean;
  /** Needs review: money arrived for a cycle that had ended. */
  attention?: 'payment-of-ended-cycle';
}

/**
 * State of a cycle after an event. `paid` overrides every other state, because the money has arrived; repeated, late and
 * out-of-order reports change nothing (spec 14.8, R4).
 */
export function cycleMove(state: CycleState, event: CycleEvent): CycleMove {
  if (CYCLE_STATES.indexOf(event) <= CYCLE_STATES.indexOf(state)) return { state, changed: false };
  return {
    state: event,
    changed: true,
    ...(event === 'paid' && !isOpenCycle(state) ? { attention: 'payment-of-ended-cycle' as const } : {}),
  };
}

/** What the payer authorises: the same amount each time, or any amount up to a limit of at least `cents`. */
export interface Authorisation {
  kind: 'fixed' | 'variable';
  cents: Cents;
}

/**
 * The authorisation for the later instalments, given their amounts (cents) after discounts: fixed if all are equal, otherwise
 * variable with the highest amount as limit (D-71). Undefined when nothing is left to charge.
 */
export function authorisationOf(amounts: readonly Cents[]): Authorisation | undefined {
  const charged = amounts.filter((cents) => cents > 0);
  const [first] = charged;
  if (first === undefined) return undefined;
  const kind = charged.every((cents) => cents === first) ? 'fixed' : 'variable';
  return { kind, cents: charged.reduce((most, cents) => Math.max(most, cents)) };
}
