import { expect, it } from 'vitest';
import { entryOf } from './index.ts';

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])(
  'a table without "%s" has no entry for it',
  (key) => {
    expect(entryOf({ '1': 'one' }, key)).toBeUndefined();
  },
);

it('a table has its own entries, whatever they are called', () => {
  expect(
    entryOf(JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, number>, '__proto__'),
  ).toBe(1);
  expect(entryOf({ '1': 'one' }, '1')).toBe('one');
});
