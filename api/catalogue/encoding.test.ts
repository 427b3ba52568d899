import { describe, expect, it } from 'vitest';
import { foreignLine } from './encoding.ts';

describe('a line that is not UTF-8', () => {
  it.each([
    ['', undefined],
    ['a\nb', undefined],
    ['ção\n', undefined],
    ['\xff', 1],
    ['a\n\xff', 2],
    ['a\n\xff\nb', 2],
    ['\n\n\xe3o\n', 3],
  ])('of %j is %s', (text, line) => {
    const bytes = text.includes('ç') ? Buffer.from(text) : Buffer.from(text, 'latin1');
    expect(foreignLine(bytes)).toBe(line);
  });
});
