import { expect, it } from 'vitest';
import { ANSWER_LATE_MS, type AwaitedAnswer, isAnswerLate } from './index.ts';

const NOW = new Date('2026-01-12T13:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const late = ago(ANSWER_LATE_MS);
const almost = ago(ANSWER_LATE_MS - 1);
const charge: AwaitedAnswer = { state: 'processing', slipProvider: null, createdAt: late, expiresAt: null };

it.each<[string, Partial<AwaitedAnswer>, boolean]>([
  ['created half an hour ago', { state: 'created' }, true],
  ['in process for half an hour', {}, true],
  ['in process for less', { createdAt: almost }, false],
  ['a slip at a bank', { slipProvider: 'inter' }, true],
  ['a slip by files, which takes a day', { slipProvider: 'cnab' }, false],
  ['that can still be paid', { state: 'pending', expiresAt: ago(-1) }, false],
  ['that ended half an hour ago', { state: 'pending', expiresAt: late }, true],
  ['that ended a moment ago', { state: 'pending', expiresAt: almost }, false],
  ['at the institution', { state: 'pending' }, false],
  ['paid', { state: 'paid', expiresAt: late }, false],
  ['expired here', { state: 'expired', expiresAt: late }, false],
])('a charge %s', (_what, of, is) => {
  expect(isAnswerLate({ ...charge, ...of }, NOW)).toBe(is);
});
