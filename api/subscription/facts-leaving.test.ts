import { describe, expect, it } from 'vitest';
import { at, ROW, rowOf } from '../../testing/state-row.ts';
import { factsOfState, withdrawalDayOf } from './facts.ts';

describe('leaving after the enrolment', () => {
  // The contract was accepted on a Monday: the seven days end on the next one.
  const accepted = at('2026-03-02T12:00:00-03:00');
  it.each<[string, object]>([
    ['2026-03-01T23:59:59-03:00', { leavingOpen: true, denialAllowed: false }],
    ['2026-03-02T00:00:00-03:00', { leavingOpen: true, denialAllowed: false }],
    ['2026-03-09T23:59:59-03:00', { leavingOpen: true, denialAllowed: false }],
    ['2026-03-10T00:00:00-03:00', { leavingOpen: false, denialAllowed: true }],
  ])('at %s', (moment, facts) => {
    const row = rowOf({ accepted_at: accepted, last_day: '2026-12-31' });
    expect(factsOfState(row, at(moment))).toMatchObject(facts);
    expect(withdrawalDayOf(row)).toBe('2026-03-09');
  });

  it('is allowed before classes begin, and when their start is not set', () => {
    const late = at('2026-03-10T12:00:00-03:00');
    const open = { leavingOpen: true, denialAllowed: false };
    expect(factsOfState(rowOf({ intake_class_start: null }), late)).toMatchObject(open);
    expect(factsOfState(rowOf({}), late)).toMatchObject({ leavingOpen: false, denialAllowed: true });
    const before = rowOf({ accepted_at: at('2026-01-05T12:00:00-03:00') });
    expect(factsOfState(before, at('2026-03-01T23:59:59-03:00'))).toMatchObject(open);
    expect(factsOfState(before, at('2026-03-02T00:00:00-03:00'))).toMatchObject({ leavingOpen: false });
    expect(withdrawalDayOf(ROW)).toBeUndefined();
    expect(withdrawalDayOf(rowOf({ accepted_at: accepted, holidays: ['2026-03-09'] }))).toBe('2026-03-10');
  });
});
