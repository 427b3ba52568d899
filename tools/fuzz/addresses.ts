import fc from 'fast-check';
import type { Described } from './description.ts';
import { strangeText } from './strange.ts';

const PREFIX = '/orbita/api';
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A name as a client may encode it, including ways no client would. */
const spelled: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(escaped) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (text: string) =>
        [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      (text: string) => escaped(escaped(text)),
      (text: string) => `${escaped(text)}%00`,
      (text: string) => `${escaped(text)}%ED%A0%80`,
      (text: string) => `${escaped(text)}%`,
      (text: string) => `${escaped(text)}%zz`,
      (text: string) => `${escaped(text)}%2F..`,
      (text: string) => `${escaped(text)};a=b`,
    ),
  },
);

/** Values for the path parameters: most often an existing id, else somebody else's, an absurd one, or no id at all. */
export const filledPath = (
  { path }: Described,
  valueFor: (name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<string> => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);
  const values = names.map((name) =>
    fc
      .tuple(
        fc.oneof({ weight: 7, arbitrary: valueFor(name) }, { weight: 2, arbitrary: strangeText }),
        spelled,
      )
      .map(([value, spell]) => spell(String(value))),
  );
  return fc.tuple(...values).map((given) => {
    let at = 0;
    return PREFIX + path.replaceAll(/\{\w+\}/g, () => given[at++] ?? '');
  });
};

/** The query of a call: known names with their values, odd ones, duplicates, and unknown names. */
export const queryOf = (
  call: Described,
  valueFor: (name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<string> => {
  const known = call.parameters.filter((one) => one.in === 'query');
  const pair = (name: string, required: boolean) =>
    fc
      .tuple(
        fc.oneof({ weight: 3, arbitrary: valueFor(name) }, { weight: 2, arbitrary: strangeText }),
        fc.constantFrom(...(required ? [1, 1, 1, 1, 2, 0] : [1, 1, 0, 0, 0, 2])),
        spelled,
      )
      .map(([value, times, spell]) =>
        Array.from({ length: times }, () => `${escaped(name)}=${spell(String(value))}`),
      );
  const unknown = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__=1',
        '__proto__[a]=1',
        'a[]=1&a[b]=2',
        '&&&',
        '=',
        '%',
        '%ff=%ff',
        'a'.repeat(4_000),
      ),
    },
  );
  return fc
    .tuple(unknown, ...known.map((one) => pair(one.name, one.required)))
    .map(([strange, ...pairs]) => [...pairs.flat(), ...(strange ? [strange] : [])].join('&'));
};

/** The whole target as it appears in the request line. */
export const targets = (
  path: fc.Arbitrary<string>,
  query: fc.Arbitrary<string>,
): fc.Arbitrary<{ target: string; bent: boolean }> => {
  const usual = fc.tuple(path, query).map(([at, asked]) => at + (asked ? `?${asked}` : ''));
  const bends: ((target: string) => string)[] = [
    (target) => target.replace('/api/', '/%61pi/'),
    (target) => target.replace('/orbita/', '/ORBITA/'),
    (target) => target.replace('/orbita/api', '//orbita//api'),
    (target) => target.replace('/orbita/api', '/orbita/x/../api'),
    (target) => target.replace('/orbita/api', '/orbita/./api'),
    (target) => target.replace('/orbita/api', '/orbita\\api'),
    (target) => `http://cua.alfa.orbita.test${target}`,
    (target) => `https://nada.test:99999${target}`,
    (target) => `${target}/`,
    (target) => `${target}#x`,
    (target) => target.replace('/orbita/api', ''),
    (target) => target.replaceAll('/', '%2F'),
    (target) => `${target}${'/x'.repeat(1_500)}`,
    (target) => `*${target}`,
    (target) => target.slice(1),
  ];
  return fc.oneof(
    { weight: 30, arbitrary: usual.map((target) => ({ target, bent: false })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(usual, fc.constantFrom(...bends))
        .map(([target, bend]) => ({ target: bend(target), bent: true })),
    },
  );
};
