import { describe, expect, it } from 'vitest';
import { clockText, distanceText, minuteMark, urgencyOf } from './remaining.ts';

const minute = 60_000;

describe('minuteMark', () => {
  it('announces 10, 5, 2 and 1 minute and nothing else', () => {
    const announced: number[] = [];
    for (let left = 12 * minute; left > 0; left -= 1000) {
      const mark = minuteMark(left, left - 1000);
      if (mark !== undefined) announced.push(mark);
    }
    expect(announced).toEqual([10, 5, 2, 1]);
  });

  it('announces the last mark when several passed during sleep', () => {
    expect(minuteMark(30 * minute, 90_000)).toBe(2);
  });

  it('says nothing when time grows or is over', () => {
    expect(minuteMark(minute / 2, 5 * minute)).toBeUndefined();
    expect(minuteMark(2 * minute, 0)).toBeUndefined();
  });
});

describe('time texts', () => {
  it('shows a clock that reaches zero only at the end', () => {
    expect(clockText(42 * minute + 18_000)).toBe('42:18');
    expect(clockText(65 * minute)).toBe('1:05:00');
    expect(clockText(1)).toBe('00:01');
    expect(clockText(-5)).toBe('00:00');
  });

  it('shows the remaining time in words', () => {
    expect(distanceText(72 * minute)).toBe('1 h 12 min');
    expect(distanceText(120 * minute)).toBe('2 h');
    expect(distanceText(9 * minute)).toBe('9 min');
    expect(distanceText(30_000)).toBe('menos de 1 min');
    expect(distanceText(25 * 60 * minute)).toBe('1 dia');
    expect(distanceText(73 * 60 * minute)).toBe('3 dias');
  });

  it('colours by the time left', () => {
    expect(urgencyOf(24 * 60 * minute)).toBe('far');
    expect(urgencyOf(24 * 60 * minute - 1)).toBe('soon');
    expect(urgencyOf(10 * minute)).toBe('soon');
    expect(urgencyOf(10 * minute - 1)).toBe('final');
  });
});
