import { expect, it } from 'vitest';
import { maskDocument } from './index.ts';

it.each([
  ['11122233396', '***.222.333-**'],
  ['AB123456', '*****456'],
  ['V1234567', '*****567'],
  ['111222333961', '*********961'],
  ['A12', '***A12'],
])('a list of people shows of the document %s only %s', (document, shown) => {
  expect(maskDocument(document)).toBe(shown);
});
