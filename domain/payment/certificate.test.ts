import { expect, it } from 'vitest';
import { certificateState } from './certificate.ts';

it.each([
  ['2026-02-11T13:00:00.000Z', 'valid'],
  ['2026-02-11T12:59:59.999Z', 'expiring'],
  ['2026-01-12T13:00:00.001Z', 'expiring'],
  ['2026-01-12T13:00:00.000Z', 'expired'],
  ['2025-01-12T13:00:00.000Z', 'expired'],
])('a certificate until %s is %s', (until, state) => {
  expect(certificateState(new Date(until), new Date('2026-01-12T13:00:00.000Z'))).toBe(state);
});
