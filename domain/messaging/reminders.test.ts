import { describe, expect, it } from 'vitest';
import { LEFT_OUT_NAMES, leftOut, REMINDER_KINDS, REMINDERS, type ReminderFacts } from './reminders.ts';
import { isResendable, templateOf } from './templates.ts';

const now = new Date('2026-01-12T12:00:00Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const usual: ReminderFacts = {
  ...{ waitsForPerson: true, payUntil: '2026-01-12', today: '2026-01-12', reachable: true },
  ...{ lastAt: null, another: false },
};

describe('people excluded from a reminder', () => {
  it.each<[Partial<ReminderFacts>, string | null, string | null]>([
    [{}, null, null],
    [{ waitsForPerson: false }, 'not-waiting', 'not-waiting'],
    [{ payUntil: null }, null, 'no-deadline'],
    [{ payUntil: '2026-01-11' }, null, 'no-deadline'],
    [{ reachable: false }, 'no-contact', 'no-contact'],
    [{ lastAt: before(47.99) }, 'recent', 'recent'],
    [{ lastAt: before(48) }, null, null],
    [{ another: true }, 'same-person', 'same-person'],
    [{ waitsForPerson: false, reachable: false, another: true }, 'not-waiting', 'not-waiting'],
  ])('with %j', (change, toContinue, toPay) => {
    expect(leftOut('continue', { ...usual, ...change }, now)).toBe(toContinue);
    expect(leftOut('payment', { ...usual, ...change }, now)).toBe(toPay);
  });

  it('every reason is covered', () => {
    expect(LEFT_OUT_NAMES).toHaveLength(5);
  });
});

it('a reminder is a message to the candidate, by every channel, that can be sent again and holds no code', () => {
  for (const kind of REMINDER_KINDS) {
    const { template } = REMINDERS[kind];
    expect(isResendable(template)).toBe(true);
    expect(templateOf(template)).toMatchObject({
      to: 'person',
      link: 'access-key',
      channels: ['email', 'sms'],
    });
    expect(JSON.stringify(templateOf(template))).not.toContain('{codigo}');
  }
});
