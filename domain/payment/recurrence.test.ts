import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorisationOf,
  CYCLE_EVENTS,
  CYCLE_STATES,
  type CycleState,
  cycleMove,
  isLiveRecurrence,
  isOpenCycle,
  plannedCycles,
  RECURRENCE_EVENTS,
  RECURRENCE_STATES,
  type RecurrenceState,
  recurrenceMove,
} from './index.ts';

// Expected tables, written by hand from spec 14.2 and 14.8; a dot means "state unchanged", "!" means "needs review".
const RECURRENCES = `
          approved rejected expired cancelled
created   approved rejected expired cancelled
approved  .        rejected expired cancelled
rejected  .        .        expired cancelled
expired   .        .        .       cancelled
cancelled .        .        .       .
`;
const CYCLES = `
          asked scheduled failed cancelled paid
planned   asked scheduled failed cancelled paid
asked     .     scheduled failed cancelled paid
scheduled .     .         failed cancelled paid
failed    .     .         .      cancelled paid!
cancelled .     .         .      .         paid!
paid      .     .         .      .         .
`;
const casesOf = (table: string) => {
  const [events = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  return {
    events,
    states: rows.map(([state]) => state),
    cases: rows.flatMap(([state = '', ...leads]) =>
      leads.map((to, at) => [state, events[at] ?? '', to] as const),
    ),
  };
};

describe('an authorisation', () => {
  const { events, states, cases } = casesOf(RECURRENCES);
  it('has an entry in the table for every event in every state', () => {
    expect([RECURRENCE_EVENTS, RECURRENCE_STATES]).toEqual([events, states]);
  });
  it.each(cases)('%s, %s: %s', (state, event, to) => {
    expect(recurrenceMove(state as 'created', event as 'approved')).toEqual(
      to === '.' ? { state, changed: false } : { state: to, changed: true },
    );
  });
  it('is live until it ends', () => {
    expect(RECURRENCE_STATES.filter(isLiveRecurrence)).toEqual(['created', 'approved']);
  });
});

describe('a cycle', () => {
  const { events, states, cases } = casesOf(CYCLES);
  it('has an entry in the table for every event in every state', () => {
    expect([CYCLE_EVENTS, CYCLE_STATES]).toEqual([events, states]);
  });
  it.each(cases)('%s, %s: %s', (state, event, to) => {
    const next = to.replace('!', '');
    expect(cycleMove(state as 'planned', event as 'asked')).toEqual({
      ...(next === '.' ? { state, changed: false } : { state: next, changed: true }),
      ...(to.endsWith('!') ? { attention: 'payment-of-ended-cycle' } : {}),
    });
  });
  it('is open until it was paid or ended', () => {
    expect(CYCLE_STATES.filter(isOpenCycle)).toEqual(['planned', 'asked', 'scheduled']);
  });
});

function orders<T>(events: readonly T[]): T[][] {
  if (events.length < 2) return [[...events]];
  return events.flatMap((event, at) => orders(events.toSpliced(at, 1)).map((rest) => [event, ...rest]));
}

describe('reports in any order, each any number of times', () => {
  it('end an authorisation in the same state', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...RECURRENCE_EVENTS), { maxLength: 4 }), (events) => {
        const ends = orders(events).map((order) =>
          order.reduce<RecurrenceState>((state, event) => recurrenceMove(state, event).state, 'created'),
        );
        expect(new Set(ends).size).toBe(1);
      }),
    );
  });
  it('end a cycle in the same state', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CYCLE_EVENTS), { maxLength: 4 }), (events) => {
        const ends = orders(events).map((order) =>
          order.reduce<CycleState>((state, event) => cycleMove(state, event).state, 'planned'),
        );
        expect(new Set(ends).size).toBe(1);
      }),
    );
  });
});

describe('authorisationOf (D-71)', () => {
  it.each([
    [[36_000, 36_000, 36_000], { kind: 'fixed', cents: 36_000 }],
    [[36_000], { kind: 'fixed', cents: 36_000 }],
    [[36_000, 0, 36_000], { kind: 'fixed', cents: 36_000 }],
    [[35_000, 36_000, 35_999], { kind: 'variable', cents: 36_000 }],
    [[0, 0], undefined],
    [[], undefined],
  ])('%j: %j', (amounts, expected) => {
    expect(authorisationOf(amounts)).toEqual(expected);
  });
});

describe('plannedCycles', () => {
  const dates = { deadlineDay: '2026-01-22', classStart: '2026-02-23', dueDay: 5 };
  const row = (number: number, final: number) => ({ number, final });
  it('are the instalments after the first on the due days of the plan', () => {
    expect(plannedCycles([row(1, 100), row(2, 200), row(3, 300)], dates)).toEqual([
      { number: 2, dueDay: '2026-03-05', amountCents: 200 },
      { number: 3, dueDay: '2026-04-05', amountCents: 300 },
    ]);
  });
  it('omit what a discount reduces to nothing', () => {
    expect(plannedCycles([row(1, 100), row(2, 0), row(3, 300)], dates)).toEqual([
      { number: 3, dueDay: '2026-04-05', amountCents: 300 },
    ]);
    expect(plannedCycles([], dates)).toEqual([]);
  });
});
