import fc from 'fast-check';
import type { Sent } from './bodies.ts';
import { edited } from './edits.ts';
import { writeJson } from './strange.ts';

export const FORM = 'application/x-www-form-urlencoded';
const form = (text: string): Sent => ({ bytes: Buffer.from(text), headers: [['content-type', FORM]] });

const ODD = [
  '',
  '&',
  '=',
  'a',
  'a=%',
  'a=%ff',
  '__proto__=x',
  'a[]=1&a[b]=2',
  'a=1&a=2',
  'a=b;c=d',
  'a=b&'.repeat(2_000),
  `a=${'x'.repeat(20_000)}`,
];

/** Values as a form writes them; anything but text is written as JSON. */
const written = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? String(value)
    : Object.entries(value)
        .map(([name, one]) => {
          const text = typeof one === 'string' ? one : writeJson(one);
          return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
        })
        .join('&');

/** Forms as pages and providers send them: valid ones, edited ones, and bodies that are not forms. */
export const formBodies = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  fc.oneof(
    { weight: 4, arbitrary: values.map((value) => form(written(value))) },
    { weight: 4, arbitrary: edited(values).map((value) => form(written(value))) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD).map(form) },
    { weight: 1, arbitrary: values.map((value) => ({ ...form(''), bytes: Buffer.from(writeJson(value)) })) },
  );
