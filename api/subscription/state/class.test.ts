import { describe, expect, it } from 'vitest';
import { type Change, PLACES, rowOf } from '../../../testing/state-row.ts';
import { holdDeadline } from './class.ts';

describe('the end of a reservation', () => {
  const held = { ...PLACES, id: 3, state: 'held', ends: '2026-01-12T13:30:00Z' };
  it.each<[Change, string | null]>([
    [{ status: 6, class: held }, '2026-01-12T10:30:00-03:00'],
    [{ status: 21, class: held }, null],
    [{ status: 6, class: { ...held, state: 'confirmed' } }, null],
    [{ status: 6, class: { ...held, ends: null } }, null],
    [{ status: 6, class: null }, null],
  ])('of %j is %s', (change, end) => {
    expect(holdDeadline(rowOf(change))).toBe(end);
  });
});
