import { describe, expect, it } from 'vitest';
import { CHARGE_EVENTS, CHARGE_STATES, chargeMove, isOpenCharge, receivedAmount } from './index.ts';

// Expected table, copied by hand from spec 14.5; a dot means "state unchanged", "!" means "needs review".
const MOVES = `
            processing pending paid   denied expired cancelled error refunded
created     processing pending paid   denied expired cancelled error .
processing  .          pending paid   denied expired cancelled error .
pending     .          .       paid   denied expired cancelled error .
paid        .          .       .      .      .       .         .     refunded
denied      .          .       .!     .      .       .         .     .
expired     .          .       paid!  .      .       .         .     .
cancelled   .          .       .!     .      .       .         .     .
error       .          .       .!     .      .       .         .     .
refunded    .          .       .      .      .       .         .     .
`;
const [events = [], ...rows] = MOVES.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));

describe('R4: every event on every state of a charge', () => {
  it('has an entry in the table', () => {
    expect(CHARGE_EVENTS).toEqual(events);
    expect(CHARGE_STATES).toEqual(rows.map(([state]) => state));
  });

  const cases = rows.flatMap(([state, ...leads]) => leads.map((to, at) => [state, events[at], to] as const));
  it.each(cases)('%s, %s: %s', (state, event, to) => {
    const next = to.replace('!', '');
    const move = chargeMove(state as 'created', event as 'paid');
    expect([move.state, move.changed]).toEqual(next === '.' ? [state, false] : [next, true]);
    const look = state === 'expired' ? 'late-payment' : 'payment-of-closed-charge';
    expect(move.attention).toBe(to.endsWith('!') ? look : undefined);
  });
});

it('three states are open', () => {
  expect(CHARGE_STATES.filter(isOpenCharge)).toEqual(['created', 'processing', 'pending']);
});

it.each([
  [36_000, 36_000, 'exact', 0],
  [36_000, 35_999, 'lower', 1],
  [36_000, 36_001, 'higher', 1],
  [36_000, 72_000, 'higher', 36_000],
])('of %i due, %i is %s', (asked, received, result, difference) => {
  expect(receivedAmount(asked, received)).toEqual({ result, difference });
});
