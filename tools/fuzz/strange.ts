import fc from 'fast-check';

/** Text inserted into a JSON body unchanged: what no JavaScript value serializes to. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** An object as a list of its pairs, so that names may occur twice and `__proto__` is an ordinary name. */
export class Pairs {
  readonly list: readonly (readonly [string, unknown])[];
  constructor(list: readonly (readonly [string, unknown])[]) {
    this.list = list;
  }
}

/** JSON text of a value that may contain `Raw` and `Pairs`. */
export function writeJson(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Pairs)
    return `{${value.list.map(([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return writeJson(new Pairs(Object.entries(value).filter(([, inner]) => inner !== undefined)));
  return JSON.stringify(value) ?? 'null';
}

const nested = (open: string, close: string, depth: number, inside = '') =>
  new Raw(open.repeat(depth) + inside + close.repeat(depth));

/** Numbers at the limits of every engine's types, and some that only look like numbers. */
const numbers = [
  ...[
    0,
    -1,
    1,
    0.1,
    -0.5,
    1e-7,
    2 ** 15,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53,
    1e20,
    1e308,
  ],
  ...['-0', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e999', '-1e999'].map(
    (text) => new Raw(text),
  ),
  ...['NaN', 'Infinity', '0x10', '01', '.5', '1.', '+1', `1${'0'.repeat(400)}`, `0.${'1'.repeat(400)}`].map(
    (text) => new Raw(text),
  ),
];

/** Texts that engines, libraries and screens interpret differently. */
const texts = [
  ...['', ' ', '0', '-1', 'null', 'true', 'NaN', '1e5', '१२३', '１２３', 'ﬀ', 'İ', 'ß', '\u0000', 'a\u0000b'],
  ...[
    '\ud800',
    'x\udc00y',
    '\u202eabc\u202c',
    '\u200b',
    '\ufeff',
    'e\u0301'.repeat(40),
    '👩‍👩‍👧‍👦',
    '\r\nX-A: b',
  ],
  ...[
    "'; select 1; --",
    '%',
    '%_%',
    '\\',
    '$' + '{7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '%2e%2e%2f',
    'C:\\x',
    '<b>x</b>',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'https://[::1]:99999/',
    'javascript:1',
    'http://',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-000001-01-01',
    '2026-01-10T25:61:61Z',
    '9999-12-31T23:59:59-03:00',
  ],
  ...[
    '+275760-09-13T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01',
    '00000000-0000-0000-0000-000000000000',
  ],
  ...[
    'a@b',
    '@',
    'a@b.c'.padStart(300, 'x'),
    '11111111111',
    '000.000.000-00',
    '+5531999999999999999',
    'pt_BR',
  ],
];

/** Long texts, including those on which a backtracking pattern or a quadratic loop gets stuck. */
const longTexts = [
  ...[
    'a',
    ' ',
    '-',
    '<',
    '<!--',
    '"',
    '\\',
    'a@',
    '1',
    '.',
    'a-',
    '0 ',
    '\n',
    'é',
    '💥',
    '&amp;',
    'http://a.',
  ].map((piece) => piece.repeat(Math.floor(4_000 / piece.length))),
  `${'a'.repeat(3_000)}!`,
  `${' '.repeat(3_000)}x`,
  `a@${'b.'.repeat(1_500)}`,
];
const veryLongTexts = ['a', ' ', '-a', '<!--', '1.', 'é', 'palavra '].map((piece) =>
  piece.repeat(Math.floor(100_000 / piece.length)),
);

const structures = [
  ...[null, true, false, [], {}, [null], [[]], [{}], { a: 1 }],
  ...[12, 40, 90].flatMap((depth) => [nested('[', ']', depth), nested('{"a":', '}', depth, '1')]),
  new Pairs([['__proto__', { status: 7 }]]),
  new Pairs([['constructor', new Pairs([['prototype', { status: 7 }]])]]),
  new Pairs([['length', -1]]),
  new Pairs([
    ['toString', 1],
    ['valueOf', 1],
  ]),
  new Pairs([['then', true]]),
];
const largeStructures = [
  nested('[', ']', 3_000),
  nested('{"a":', '}', 3_000, '1'),
  nested('[', ']', 60_000),
  Array.from({ length: 2_000 }, () => 0),
  Array.from({ length: 500 }, () => ({})),
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n])),
];

/** A value that no form sends. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 40, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 20, arbitrary: fc.constantFrom<unknown>(...structures) },
  { weight: 8, arbitrary: fc.constantFrom<unknown>(...longTexts) },
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 6, arbitrary: fc.double().map((n) => (Number.isFinite(n) ? n : new Raw(String(n)))) },
  { weight: 4, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...largeStructures) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...veryLongTexts) },
);

/** A short text for addresses and headers. */
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers.map(String)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
);
