import { describe, expect, it } from 'vitest';
import { dayFromTyped, typedFromDay } from './typed-date.ts';

describe('typed dates', () => {
  it('turns a whole date into a day and back', () => {
    expect(dayFromTyped('10/05/2003')).toBe('2003-05-10');
    expect(typedFromDay('2003-05-10')).toBe('10/05/2003');
  });

  it('leaves an invalid day unchanged', () => {
    for (const kept of ['02003-05-10', '2003-05-100', '2003-5-10']) expect(typedFromDay(kept)).toBe(kept);
  });

  it('leaves an incomplete date as typed, and an empty one empty', () => {
    expect(dayFromTyped('10/05/20')).toBe('10/05/20');
    expect(dayFromTyped('')).toBe('');
    expect(dayFromTyped(null)).toBe('');
    expect(typedFromDay(null)).toBe('');
  });
});
