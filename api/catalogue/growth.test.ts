import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  ALPHABETS,
  expectInLine,
  fieldsOf,
  type Growing,
  type Shape,
  textOf,
  valueAt,
  waysToGrow,
  withValue,
} from '../../testing/growth.ts';
import { EVERYTHING, sample } from '../../testing/sample.ts';
import { readFolder } from './folder.ts';
import { KINDS } from './model.ts';
import { parseCatalogue } from './parse.ts';
import { catalogueSchema } from './schema.ts';

const { yaml, files = {} } = readFolder(join(import.meta.dirname, '../../catalogue/exemplo'));
/** The example, reduced to the first entry of each list: a file in which everything else is right. */
const example = Object.assign(
  {},
  ...[
    yaml,
    ...Object.entries(files).map(([path, text]) =>
      /\.ya?ml$/.test(path) ? Buffer.from(text, 'base64').toString() : '',
    ),
  ].map((text) => parse(text) ?? {}),
) as Record<string, unknown>;
for (const kind of KINDS) if (Array.isArray(example[kind])) example[kind] = [(example[kind] as unknown[])[0]];

/** Tries every character in each field, which takes minutes; otherwise each field gets only one. */
const ALL_SIGNS = process.env.ORBITA_GROWTH !== undefined;
/** `npm test` checks one in this many fields. */
const ONE_OF = 30;

const reads = (text: string) => () => parseCatalogue({ yaml: text, files });
/** JSON is also YAML. */
const readsValue = (value: unknown) => reads(JSON.stringify(value));

function* fieldsOfKind(kind: string): Generator<Growing> {
  const shape = (catalogueSchema() as Shape).properties?.[kind] as Shape;
  for (const [at, { path, shape: field }] of sample(fieldsOf(shape, [kind]), ONE_OF).entries()) {
    const ways = waysToGrow(valueAt(example, path));
    // A structure in place of a plain value is refused in one place, so lists and mappings are tried only where they are
    // allowed.
    const own = field.properties || field.items ? ways.slice(ALPHABETS.length) : [];
    const texts = ALL_SIGNS ? ways : [ways[at % ALPHABETS.length]];
    for (const { name, size, grown } of [...texts, ...own].filter((way) => way !== undefined))
      yield {
        name: `${path.join('.')} as ${name}`,
        size: size / 2,
        work: (more) => readsValue(withValue(example, path, grown(more))),
      };
  }
}

/** A text of many lines, each with its number. */
const lines = (size: number, line: (n: number) => string, before = 'version: 1\n') =>
  before + Array.from({ length: size }, (_, n) => line(n)).join('');

/** What YAML itself allows, and how entries may refer to each other. */
const TEXTS: Record<string, (size: number) => string> = {
  'unknown sections': (size) => lines(size, (n) => `k${n}: 1\n`),
  'unknown fields of a tenant': (size) => lines(size, (n) => `  k${n}: 1\n`, 'version: 1\ntenant:\n'),
  'unknown fields of an offer': (size) => lines(size, (n) => `    k${n}: 1\n`, 'offers:\n  - code: a\n'),
  'unknown parameters': (size) => lines(size, (n) => `    k${n}: 1\n`, 'tenant:\n  parameters:\n'),
  'the same key': (size) => lines(size, () => '  k: 1\n', 'tenant:\n'),
  'the same entry': (size) => lines(size, () => '  - {code: p}\n', 'poles:\n'),
  'entries without their fields': (size) => lines(size, (n) => `  - {code: p${n}}\n`, 'courses:\n'),
  'entries that are none': (size) => lines(size, () => '  - p\n', 'poles:\n'),
  'references to nothing': (size) =>
    lines(size, (n) => `  - {code: p${n}, institution: x${n}}\n`, 'poles:\n'),
  'similar names': (size) =>
    lines(size, (n) => `  - {code: ${'a'.repeat(30)}${n}}\n`, 'institutions:\n') +
    lines(size, (n) => `  - {code: p${n}, institution: ${'a'.repeat(29)}X${n}}\n`, 'poles:\n'),
  'documents that make others unnecessary': (size) =>
    lines(
      size,
      (n) =>
        `      - {code: d${n}, name: a, stage: selection, required: true, coveredBy: {label: a, items: [d${size - 1}]}}\n`,
      'documentSets:\n  - code: a\n    items:\n',
    ),
  'statuses that do not exist': (size) => `x: {${lines(size, (n) => `status${n}: 15,`, '')}}`,
  'lists in lists': (size) => `a: ${'['.repeat(size)}`,
  'lists in lists, closed': (size) => `a: ${'['.repeat(size)}${']'.repeat(size)}`,
  'mappings in mappings': (size) => `a: ${'{a: '.repeat(size)}${'}'.repeat(size)}`,
  'entries in entries': (size) => `${'- '.repeat(size)}a`,
  'keys that are mappings': (size) => `${'? '.repeat(size)}a`,
  'references to one anchor': (size) => `a: &a [1]\nb: [${'*a,'.repeat(size)}]`,
  'anchors and references': (size) => `a: [${lines(size, (n) => `&a${n} 1, *a${n},`, '')}]`,
  'anchors of anchors': (size) =>
    `a0: &a0 [x]\n${lines(Math.min(size, 40), (n) => `a${n + 1}: &a${n + 1} [*a${n},*a${n},*a${n}]\n`, '')}${'#\n'.repeat(size)}`,
  'references without an anchor': (size) => `a: [${lines(size, (n) => `*a${n} ,`, '')}]`,
  'merged mappings': (size) => lines(size, () => '  <<: *a\n', 'a: &a {x: 1}\nb:\n'),
  'torn lists': (size) => lines(size, (n) => `s${n}: [\n`, ''),
  'torn entries': (size) => lines(size, () => '  - [\n', 'poles:\n'),
  colons: (size) => lines(size, () => 'a: b: c\n', ''),
  'empty lines': (size) => `a: 1\n${'\n'.repeat(size)}b: 2`,
  comments: (size) => `a: [\n${'# a\n'.repeat(size)}]`,
  'a quoted text without an end': (size) => `a: "${'b\n '.repeat(size)}`,
  'a folded text': (size) => `a: >\n${'  b\n\n'.repeat(size)}`,
  documents: (size) => '---\n'.repeat(size),
  directives: (size) => '%A b\n'.repeat(size),
  tags: (size) => `a: ${'!x '.repeat(size)}1`,
  commas: (size) => `a: [${','.repeat(size)}]`,
  ...Object.fromEntries(
    ALPHABETS.map((signs) => [`nothing but ${signs}`, (size: number) => textOf(signs, size)]),
  ),
};

describe('S49: reading a catalogue takes time linear in its size', () => {
  it.each(['tenant', 'console', ...KINDS])(
    'for each field of %s, grown in length, number, depth and repetition',
    async (kind) => {
      expect(await expectInLine(fieldsOfKind(kind))).toBeGreaterThan(EVERYTHING ? 10 : 10 / ONE_OF);
    },
  );

  it('whatever its text repeats', async () => {
    const inputs = sample(Object.entries(TEXTS), 5).map(([name, text]) => ({
      name,
      size: 1_500,
      work: (size: number) => reads(text(size)),
    }));
    expect(await expectInLine(inputs)).toBe(inputs.length);
  });
});
