import { expect, it } from 'vitest';
import { afterEnd } from './restarts.ts';

it.each([
  ['served for long', { servedMs: 30_000, failuresBefore: 4, othersServe: false }, 0, 0],
  ['served briefly', { servedMs: 29_999, failuresBefore: 0, othersServe: true }, 1, 500],
  ['never served', { servedMs: 0, failuresBefore: 0, othersServe: false }, 1, 500],
  ['failed again', { servedMs: 0, failuresBefore: 1, othersServe: false }, 2, 1_000],
  ['failed a fourth time', { servedMs: 0, failuresBefore: 3, othersServe: false }, 4, 4_000],
  ['failed a fifth time while others serve', { servedMs: 0, failuresBefore: 4, othersServe: true }, 5, 8_000],
  [
    'fails for hours while others serve',
    { servedMs: 0, failuresBefore: 5000, othersServe: true },
    5001,
    30_000,
  ],
  [
    'failed a fifth time and nobody serves',
    { servedMs: 0, failuresBefore: 4, othersServe: false },
    5,
    undefined,
  ],
])('a process that %s', (_what, ended, failures, waitMs) => {
  expect(afterEnd(ended)).toEqual({ failures, waitMs });
});
