import { describe, expect, it } from 'vitest';
import { reviewDueBy, riskOf } from './index.ts';

const at = (time: string) => new Date(`2026-01-${time}:00Z`);

describe('risk', () => {
  it.each([
    ['12T10:00', 'none'],
    ['12T11:59', 'none'],
    ['12T12:00', 'at-risk'],
    ['12T13:59', 'at-risk'],
    ['12T14:00', 'late'],
    ['13T10:00', 'late'],
  ])('two hours before 14:00, at %s: %s', (now, risk) => {
    expect(riskOf(at('12T14:00'), at(now), { hours: 2 })).toBe(risk);
  });
});

describe('the deadline of a document', () => {
  it.each([
    ['within the target', null, '14T10:00'],
    ['within the target, where the candidate has longer', '20T02:59', '14T10:00'],
    ['a day before the candidate’s time ends', '14T02:59', '13T02:59'],
    ['at once, where less than a day is left', '12T20:00', '12T10:00'],
  ])('%s', (_what, until, due) => {
    expect(reviewDueBy(at('12T10:00'), 48, until === null ? null : at(until))).toEqual(at(due));
  });
});
