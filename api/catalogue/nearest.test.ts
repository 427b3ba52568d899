import { describe, expect, it } from 'vitest';
import { didYouMean } from './nearest.ts';

describe('a similar name', () => {
  it.each([
    ['ADM', ['ADN', 'XYZ'], 'ADN'],
    ['adm', ['ADM'], 'ADM'],
    ['ADM', ['AMD'], 'AMD'],
    ['ADM', ['AD', 'ADMX'], 'AD'],
    ['ADM', ['XXM', 'AXX'], undefined],
    ['A', ['B'], 'B'],
    ['ABX', ['YAX', 'BYX', 'BAY'], undefined],
    ['ABC', ['XAB'], undefined],
    ['XAB', ['YBA'], undefined],
    ['descripton', ['descript', 'description'], 'description'],
    ['abcdefgh', ['abcdefxx'], 'abcdefxx'],
    ['abcdefg', ['abcdexx'], undefined],
    ['abcdefgh', ['badcefgh'], 'badcefgh'],
    ['abcd', ['abcdef'], undefined],
    ['name', [], undefined],
  ])('to %s among %j is %s', (given, names, meant) => {
    expect(didYouMean(given, names)).toBe(meant === undefined ? '' : `; did you mean ${meant}?`);
  });

  it('is searched only among the first two thousand', () => {
    const among = (before: number) => didYouMean('ADM', [...Array<string>(before).fill('long name'), 'ADN']);
    expect([among(2_000), among(2_001)]).toEqual(['; did you mean ADN?', '']);
  });
});
