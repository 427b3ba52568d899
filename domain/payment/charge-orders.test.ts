import { describe, expect, it } from 'vitest';
import { CHARGE_EVENTS, type ChargeEvent, type ChargeState, chargeMove, isOpenCharge } from './index.ts';

const MOST = 4;

/** All orders of up to four distinct events. */
function* ordersOf(
  events: readonly ChargeEvent[],
  before: readonly ChargeEvent[] = [],
): Generator<ChargeEvent[]> {
  if (before.length > 0) yield [...before];
  if (before.length === MOST) return;
  for (const event of events) if (!before.includes(event)) yield* ordersOf(events, [...before, event]);
}
const ORDERS = [...ordersOf(CHARGE_EVENTS)];

type Method = 'pix' | 'slip' | 'credit-card';
const METHODS: readonly Method[] = ['pix', 'slip', 'credit-card'];

/** States passed through, and the marks set on the way. */
function walk(order: readonly ChargeEvent[], method: Method) {
  const states: ChargeState[] = ['created'];
  const marks: string[] = [];
  for (const event of order) {
    const move = chargeMove(states.at(-1) ?? 'created', event, method);
    states.push(move.state);
    if (move.attention) marks.push(move.attention);
  }
  return { states, marks, last: states.at(-1) ?? 'created' };
}

const isEnd = (event: ChargeEvent) => !isOpenCharge(event) && event !== 'paid' && event !== 'refunded';

/**
 * Expected final state from the facts alone, whatever order they became known in: money counts before any end, but a charge whose
 * end was known first only becomes paid if it had expired, was a slip cancelled by us, or was a card whose acquirer first
 * responded differently; and a refunded charge was paid before.
 */
function finalOf(order: readonly ChargeEvent[], method: Method): ChargeState {
  const paid = order.indexOf('paid');
  const end = order.findIndex(isEnd);
  const known = order[end];
  const revived =
    known === 'expired' ||
    (known === 'cancelled' && method === 'slip') ||
    ((known === 'denied' || known === 'error') && method === 'credit-card');
  if (paid >= 0 && (end < 0 || paid < end || revived))
    return order.indexOf('refunded') > paid ? 'refunded' : 'paid';
  if (end >= 0) return order[end] ?? 'created';
  if (order.includes('pending')) return 'pending';
  return order.includes('processing') ? 'processing' : 'created';
}

describe.each(METHODS)('R4: all orders of up to four events of a charge by %s', (method) => {
  it('end in the state that the events imply, whatever came first', () => {
    const wrong = ORDERS.filter((order) => walk(order, method).last !== finalOf(order, method));
    expect(wrong).toEqual([]);
  });

  it('end alike for the same reports in another order, unless the charge had ended before it was paid', () => {
    const finals = new Map<string, Set<ChargeState>>();
    for (const order of ORDERS) {
      const ends = order.filter(isEnd);
      // A charge ends once, and a refund comes after a payment.
      const refunded = order.indexOf('refunded');
      if (ends.length > 1 || (refunded >= 0 && order.indexOf('paid') > refunded)) continue;
      const endedFirst =
        ends.length > 0 && order.includes('paid') && order.indexOf(ends[0] ?? 'paid') < order.indexOf('paid');
      const key = `${endedFirst} ${order.toSorted().join(' ')}`;
      finals.set(key, (finals.get(key) ?? new Set()).add(walk(order, method).last));
    }
    const differing = [...finals]
      .filter(([, states]) => states.size > 1)
      .map(([key, states]) => [key, [...states]]);
    expect(differing).toEqual([]);
  });

  it('never leave paid, and lose no payment', () => {
    for (const order of ORDERS) {
      const { states, marks, last } = walk(order, method);
      const at = states.indexOf('paid');
      if (at >= 0)
        for (const state of states.slice(at)) expect(['paid', 'refunded'], order.join(' ')).toContain(state);
      const counts = last === 'paid' || last === 'refunded';
      expect(counts || marks.includes('payment-of-closed-charge'), order.join(' ')).toBe(
        order.includes('paid'),
      );
    }
  });

  it('change nothing when each comes twice', () => {
    for (const order of ORDERS) {
      const twice = order.flatMap((event) => [event, event]);
      expect(walk(twice, method).last, order.join(' ')).toBe(walk(order, method).last);
    }
  });
});
