import { describe, expect, it } from 'vitest';
import {
  EXAM_PARTS,
  eventOfResult,
  examScoreErrors,
  examYear,
  isAnswered,
  normaliseRegistration,
  remindsNow,
} from './index.ts';

it.each([
  ['123456789012', '123456789012'],
  ['1234 5678-90.12', '123456789012'],
  ['12345678901', ''],
  ['1234567890123', ''],
  ['x123456789012', ''],
  ['123456789012x', ''],
  [null, ''],
  [undefined, ''],
])('registration %s: %s', (typed, kept) => expect(normaliseRegistration(typed)).toBe(kept));

it.each([
  [0, true],
  [1000, true],
  [612.5, true],
  [-0.1, false],
  [1000.1, false],
  [612.55, false],
])('%d is a score: %s', (value, valid) => {
  const scores = Object.fromEntries(EXAM_PARTS.map(({ key }) => [key, value])) as never;
  expect(examScoreErrors(scores)).toHaveLength(valid ? 0 : EXAM_PARTS.length);
});

it('a year is one of the list', () => {
  const judged = [2019, 2020, 2025, 2026, 2020.5, null, undefined].map((year) => examYear(2020, 2025)(year));
  expect(judged.map((text) => text === undefined)).toEqual([false, true, true, false, false, false, false]);
});

it('look-ups count once they are answered', () => {
  const states = ['approved', 'rejected', 'not-found', 'requested', 'unavailable'] as never[];
  expect(states.filter(isAnswered)).toEqual(['approved', 'rejected', 'not-found']);
});

describe('the reminder of a test', () => {
  const at = new Date('2026-01-20T14:00:00-03:00');
  const reminds = (now: string, bookedAt = '2026-01-12T10:00:00-03:00') =>
    remindsNow({ at, bookedAt: new Date(bookedAt) }, new Date(now), 'America/Sao_Paulo');
  it.each([
    ['2026-01-19T13:59:59-03:00', false],
    ['2026-01-19T14:00:00-03:00', true],
    ['2026-01-19T23:59:59-03:00', true],
    ['2026-01-20T00:00:00-03:00', false],
    ['2026-01-20T14:00:00-03:00', false],
  ])('at %s: %s', (now, expected) => expect(reminds(now)).toBe(expected));
  it('is not sent when the test was booked within the last day before it', () => {
    expect(reminds('2026-01-19T15:00:00-03:00', '2026-01-19T13:59:59-03:00')).toBe(true);
    expect(reminds('2026-01-19T15:00:00-03:00', '2026-01-19T14:00:00-03:00')).toBe(false);
  });
});

it.each([
  [{ present: false }, 'test-missed'],
  [{ present: true, score: 600, essayScore: 500 }, 'test-approved'],
  [{ present: true, score: 600 }, 'test-approved'],
  [{ present: true, score: 599, essayScore: 500 }, 'test-rejected'],
  [{ present: true, score: 600, essayScore: 0 }, 'test-rejected'],
] as const)('%j against 600 is %s', (result, event) => expect(eventOfResult(result, 600)).toBe(event));
