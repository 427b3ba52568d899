import { describe, expect, it } from 'vitest';
import { chosenAfter, differences, rowAfter } from './rows.ts';

describe('rows', () => {
  it.each([
    [-1, 1, 3, 0],
    [-1, -1, 3, 2],
    [0, -1, 3, 0],
    [2, 1, 3, 2],
    [1, 1, 3, 2],
    [0, 1, 0, undefined],
  ] as const)('from %i by %i among %i: %s', (current, step, count, expected) => {
    expect(rowAfter(current, step, count)).toBe(expected);
  });

  it('toggle when clicked', () => {
    expect([...chosenAfter(new Set(['1', '2']), ['2', '3'])]).toEqual(['1', '3']);
  });

  it('report what changed, is gone or new since they were shown', () => {
    const idOf = ({ id }: { id: number }) => String(id);
    const shown = [
      { id: 1, state: 'a' },
      { id: 2, state: 'a' },
      { id: 3, state: 'a' },
    ];
    const later = [
      { id: 4, state: 'a' },
      { id: 1, state: 'a' },
      { id: 2, state: 'b' },
    ];
    const { changed, count } = differences(shown, later, idOf);
    expect([[...changed].sort(), count]).toEqual([['2', '3'], 3]);
    expect(differences(shown, [...shown].reverse(), idOf).count).toBe(0);
  });
});
