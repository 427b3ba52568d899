import { describe, expect, it } from 'vitest';
import type { Screen } from '../base/screen.ts';
import { APPLICATION, type Hit, isSearchable, PERSON, pathOf } from './search.ts';

const screen = (path: string): Screen => ({
  path,
  title: path,
  parts: [],
  load: async () => ({ default: () => null }),
});
const hit = (subscriptionId: number | null) => ({ personId: 7, subscriptionId }) as Hit;

describe('search', () => {
  it.each([
    ['an', false],
    ['Ana', true],
    ['  É va', false],
    ['Évora', true],
    ['5', true],
    ['123.456.789-09', true],
    ['a@b', true],
    ['a@', false],
    ['', false],
  ])('searches for "%s": %s', (typed, expected) => {
    expect(isSearchable(typed)).toBe(expected);
  });

  it('leads to the application, otherwise to the person, and nowhere without their screens', () => {
    const both = [screen(APPLICATION), screen(PERSON)];
    expect([pathOf(hit(5001), both), pathOf(hit(null), both)]).toEqual(['/inscricoes/5001', '/pessoas/7']);
    expect([pathOf(hit(5001), []), pathOf(hit(null), [screen(APPLICATION)])]).toEqual([undefined, undefined]);
  });
});
