import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../../testing/sample.ts';
import { crossProblems, editCatalogue } from './edit.ts';
import { readFolder } from './folder.ts';
import { KINDS, keyOf } from './model.ts';
import { parseCatalogue } from './parse.ts';

const { catalogue } = parseCatalogue(readFolder(join(import.meta.dirname, '../../catalogue/alfa')));
if (!catalogue) throw new Error('The demo is wrong');

/** Values with a wrong type, size, format, order or reference. */
const WRONG: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    'nada',
    'x'.repeat(5_000),
    '2020-13-40',
    '1999-01-01',
    'http://',
    'a@b',
    '#12',
    '<b>x</b>',
  ],
  ...[
    'javascript:alert(1)',
    '\u0000',
    'a\nb',
    -1,
    0,
    1.5,
    1e12,
    Number.NaN,
    true,
    [],
    ['nada'],
    [1],
    [{}],
    {},
  ],
  ...[{ nada: 1 }, [null], [0, -5], Array.from({ length: 100 }, () => 1)],
];

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Number of fields made invalid so far. */
let fields = 0;

/** Each field of an entry, nested ones included, made invalid in every way; `npm test` covers every fourth, in turn. */
function* spoiled(values: Values): Generator<Values> {
  for (const [name, value] of Object.entries(values)) {
    fields += 1;
    for (const wrong of sample(WRONG, 4, fields)) yield { [name]: wrong };
    const items = Array.isArray(value) && isObject(value[0]) ? value : undefined;
    const inner = items ? (items[0] as Values) : value;
    if (!isObject(inner)) continue;
    for (const part of spoiled(inner))
      yield { [name]: items ? [{ ...inner, ...part }, ...items.slice(1)] : part };
  }
  yield { nada: 1 };
}

/** Words from the problem texts meant for authors of files. */
const ENGLISH =
  /\b(?:must|needs?|has|is|are|the|not|only|invalid|expected|required|belongs|cannot|unknown|missing|exceeds?|too|input|string|number|unrecognized|there|already|given|of|with)\b/i;

describe('errors in a form', () => {
  it.each(['tenant', 'console', ...KINDS] as const)('are given in pt-BR: %s', (kind) => {
    const entries = kind === 'tenant' || kind === 'console' ? [catalogue[kind]] : catalogue[kind];
    const said = new Set<string>();
    for (const entry of entries.slice(0, 2)) {
      const code = kind === 'tenant' || kind === 'console' ? '' : keyOf(kind, entry as never); // of this kind, which the type of all entries does not say
      for (const set of spoiled(entry as Values)) {
        const { wanted, problems, places } = editCatalogue(catalogue, [{ kind, code, set }]);
        const found = problems.length > 0 ? problems : crossProblems(wanted, places, undefined);
        for (const { message } of found) said.add(message);
      }
    }
    expect(said.size).toBeGreaterThan(0);
    // A code at the start of a sentence is kept as the college wrote it.
    const wrong = [...said].filter(
      (message) => ENGLISH.test(message) || !/^(?:\p{Lu}|\d|\S+ não existe no catálogo)/u.test(message),
    );
    expect(wrong).toEqual([]);
  });

  it('include the rules between fields, such as where a social sign-in returns', () => {
    const [host] = catalogue.hosts;
    const social = { google: { clientId: 'c', redirectUrl: 'https://mal.test/volta' } };
    const edit = { kind: 'hosts' as const, code: host?.host ?? '', set: { social } };
    const { wanted, places } = editCatalogue(catalogue, [edit]);
    expect(crossProblems(wanted, places, undefined)).toEqual([
      {
        field: 'edits.0.set.social.google.redirectUrl',
        message: `O endereço de volta fica em ${host?.host}.`,
      },
    ]);
  });
});
