import { describe, expect, it } from 'vitest';
import { afterTest, eventOfResult, isOffered, mayReschedule, remindsNow, reschedulingOf } from './index.ts';

const at = new Date('2026-01-20T14:00:00-03:00');
const before = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const ZONE = 'America/Sao_Paulo';

describe('slots of the scheduled test (spec 9.1)', () => {
  it('are offered until two hours before they begin', () => {
    expect([3, 2.01, 2, 1, 0, -1].map((hours) => isOffered(at, before(hours)))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('can be changed while the limits of hours and of changes allow', () => {
    const rules = { limitHours: 24, maxTimes: 2 };
    const of = (hours: number, reschedules: number) =>
      mayReschedule({ at, reschedules }, before(hours), rules);
    expect(of(24, 0)).toEqual({ inTime: true, left: true });
    expect(of(23.9, 1)).toEqual({ inTime: false, left: true });
    expect(of(48, 2)).toEqual({ inTime: true, left: false });
  });

  it('show until when and how often they can be changed', () => {
    const rules = { limitHours: 24, maxTimes: 2 };
    expect(reschedulingOf({ at, reschedules: 0 }, rules)).toEqual({ until: before(24), left: 2 });
    expect(reschedulingOf({ at, reschedules: 3 }, rules).left).toBe(0);
    const { until } = reschedulingOf({ at, reschedules: 1 }, rules);
    expect(mayReschedule({ at, reschedules: 1 }, until, rules).inTime).toBe(true);
    expect(mayReschedule({ at, reschedules: 1 }, new Date(until.getTime() + 1), rules).inTime).toBe(false);
  });

  it('are announced by a reminder on the day before, unless just booked', () => {
    const of = (hours: number, bookedHours: number) =>
      remindsNow({ at, bookedAt: before(bookedHours) }, before(hours), ZONE);
    expect(of(24, 100)).toBe(true);
    expect(of(24.1, 100)).toBe(false);
    expect(of(20, 23)).toBe(false);
    // The text says "amanhã", so it must not be sent on the day itself.
    expect(of(10, 100)).toBe(false);
    expect(of(-1, 100)).toBe(false);
  });
});

describe('results (TR-32 to TR-34)', () => {
  it.each([
    [{ present: false } as const, 'test-missed'],
    [{ present: true, score: 200 } as const, 'test-approved'],
    [{ present: true, score: 199.9 } as const, 'test-rejected'],
    [{ present: true, score: 700, essayScore: 0 } as const, 'test-rejected'],
    [{ present: true, score: 700, essayScore: 1 } as const, 'test-approved'],
    [{ present: true, score: 700, essayScore: null } as const, 'test-approved'],
  ])('%o is %s', (result, event) => {
    expect(eventOfResult(result, 200)).toBe(event);
  });

  it('give the reason to book again, until something else happens', () => {
    const events = (...names: string[]) => names.map((event) => ({ event }));
    expect(afterTest(events('create', 'test-scheduled', 'test-missed'))).toBe('missed');
    expect(afterTest(events('test-scheduled', 'slot-cancelled'))).toBe('cancelled');
    expect(afterTest(events('test-scheduled', 'schedule-invalidated'))).toBe('other-pole');
    expect(afterTest(events('test-missed', 'test-scheduled'))).toBeUndefined();
    expect(afterTest([])).toBeUndefined();
  });
});
