import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../foundation/index.ts';
import {
  DEADLINE_MOST_DAYS,
  DEADLINE_NAMES,
  deadlinesIn,
  extendDeadline,
  type LastDays,
  lastDayOf,
} from './deadlines.ts';
import { allStatuses, STATUS } from './statuses.ts';
import { transitions } from './transitions.ts';

const TODAY = '2026-01-12';
const days: LastDays = { end: '2026-01-31', payment: '2026-01-19', documents: '2026-02-11' };

describe('an extended deadline', () => {
  it.each([
    ['steps', STATUS.Subscribed, '2026-02-10', { ...days, end: '2026-02-10' }],
    ['payment', STATUS.EnrollmentPending, '2026-01-25', { ...days, payment: '2026-01-25' }],
    // The end of the selection would otherwise cut off the payment.
    [
      'payment',
      STATUS.EnrollmentPending,
      '2026-02-10',
      { ...days, end: '2026-02-10', payment: '2026-02-10' },
    ],
    ['documents', STATUS.DocumentationPending, '2026-03-01', { ...days, documents: '2026-03-01' }],
  ] as const)('%s in status %d until %s', (deadline, status, until, after) => {
    expect(extendDeadline(deadline, until, { status, today: TODAY, days })).toEqual({
      refused: null,
      days: after,
    });
  });

  it.each([
    ['steps', STATUS.EnrollmentPending, '2026-02-10', 'not-open'],
    ['payment', STATUS.Canceled, '2026-02-10', 'not-open'],
    ['payment', STATUS.EnrollmentPending, '2026-01-19', 'not-later'],
    ['payment', STATUS.EnrollmentPending, '2026-01-11', 'past'],
    ['payment', STATUS.EnrollmentPending, '2026-02-31', 'no-day'],
    ['documents', STATUS.DocumentationPending, addDays(TODAY, DEADLINE_MOST_DAYS + 1), 'too-late'],
  ] as const)('%s in status %d until %s is refused: %s', (deadline, status, until, refused) => {
    expect(extendDeadline(deadline, until, { status, today: TODAY, days })).toEqual({ refused });
  });

  it('accepts the last day itself', () => {
    const until = addDays(TODAY, DEADLINE_MOST_DAYS);
    expect(
      extendDeadline('steps', until, { status: STATUS.Subscribed, today: TODAY, days }).refused,
    ).toBeNull();
  });

  it('never makes any deadline earlier', () => {
    const day = fc.integer({ min: -60, max: 300 }).map((more) => addDays(TODAY, more));
    const given = fc.record({
      deadline: fc.constantFrom(...DEADLINE_NAMES),
      status: fc.constantFrom(...allStatuses),
      until: day,
      days: fc.record({ end: day, payment: fc.option(day), documents: fc.option(day) }),
    });
    let extended = 0;
    fc.assert(
      fc.property(given, ({ deadline, status, until, days: before }) => {
        const after = extendDeadline(deadline, until, { status, today: TODAY, days: before });
        if (after.refused !== null) return;
        extended += 1;
        expect(lastDayOf(deadline, after.days)).toBe(until);
        for (const one of DEADLINE_NAMES)
          expect(lastDayOf(one, after.days) >= lastDayOf(one, before)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(extended).toBeGreaterThan(100);
  });
});

it('every status that ends by a deadline has one to extend', () => {
  const ended = transitions
    .filter(({ event }) => event === 'intake-expired' || event === 'payment-deadline-expired')
    .flatMap(({ from }) => from ?? []);
  expect(new Set(ended).size).toBeGreaterThan(5);
  for (const status of ended) expect(deadlinesIn(status)).toHaveLength(1);
});
