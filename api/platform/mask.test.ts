import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { CUT, LONGEST_TEXT, mask, masked } from './mask.ts';

const linesOf = (work: (log: ReturnType<typeof createLog>) => void): string[] => {
  const lines: string[] = [];
  work(createLog({ logLevel: 'debug' }, (line) => lines.push(line)));
  return lines;
};

/** Texts that no line may show, each with the mask that replaces it. */
const SECRETS: [string, string][] = [
  ['529.982.247-25', '[cpf]'],
  ['52998224725', '[cpf]'],
  ['um.exemplo+2@exemplo.test', '[e-mail]'],
  ['josé@exemplo.test', '[e-mail]'],
  ['um%40exemplo.test', '[e-mail]'],
  ['(31) 99999-0001', '[phone]'],
  ['31999990001', '[cpf]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_', '[token]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx', '[token]'],
  ['svc_0123456789abcdef', '[token]'],
  ['accesskey=AbC-_123', 'accesskey=[key]'],
  ['/k/AbC-_123', '/k/[key]'],
];

describe('S27: masking', () => {
  it.each(SECRETS)('removes %s anywhere in a text', (secret, left) => {
    expect(mask(secret)).toBe(left);
    for (const around of [' ', '\n', '\t', '"', "'"])
      expect(mask(`a${around}${secret}${around}b`)).toBe(`a${around}${left}${around}b`);
    for (const around of ['(', ',', ';']) expect(mask(`a${around}${secret}${around}`)).not.toContain(secret);
  });

  it('keeps text that identifies nobody', () => {
    for (const text of [
      '0f1e2d3c-1234-4abc-8def-12345678901a',
      '2026-01-12T10:00:00.000Z 1767186000000',
      'at enter (file:///srv/api/identity/sign-in.ts:41:9)',
      '[cpf] [e-mail] [token] accesskey=[key]',
    ])
      expect(mask(text)).toBe(text);
  });

  it('cuts long texts at a word and marks the cut, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(...SECRETS.map(([secret]) => secret)),
        fc.constantFrom(' ', '\n', ',', '"'),
        (shift, secret, between) => {
          const before = 'x '.repeat(LONGEST_TEXT / 2).slice(0, LONGEST_TEXT - shift - 1) + between;
          const kept = mask(`${before}${secret}${between}${'more '.repeat(20)}`);
          expect(kept.length).toBeLessThanOrEqual(LONGEST_TEXT + CUT.length);
          expect(kept.endsWith(CUT)).toBe(true);
          expect(kept).not.toMatch(/\d{3}|@|%40|eyJ|svc_|AbC/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Milliseconds of the fastest of three runs, because other work on the machine only makes a run slower. */
const quickest = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );

const LENGTH = 120_000;
const of = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

/** Maximum milliseconds for a run; patterns that rescan a text from each character take a thousand times as long. */
const MOST = 1_000 + 100 * quickest(() => mask(of('lorem ipsum dolor sit amet '), LENGTH));

describe('S27: masking takes time linear in the text', () => {
  const pieces = [
    ...[
      'a-',
      'a.',
      'a+',
      'a-@',
      'a@a',
      'a@a.',
      'a@a.-',
      '@a.',
      '%40a',
      'é.',
      '1',
      '1.',
      '123.',
      '(31) 9',
      '31 9',
    ],
    ...[
      'eyJ-',
      'eyJ.',
      'eyJaaaaaaaa.',
      '-eyJ',
      'svc_',
      'svc_-',
      'accesskey=',
      '/k/',
      '/print/k/',
      ': "',
      '"',
      '\\',
    ],
  ];

  it.each(pieces)('also for one made of %s', (piece) => {
    for (const text of [of(piece), `${of(piece)}!`, `x@${of(piece)}`, `eyJ${of(piece)}`]) {
      expect(quickest(() => mask(text, LENGTH + 10))).toBeLessThan(MOST);
    }
  });

  it('also for any two such pieces, and for errors that quote a value', () => {
    const piece = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(piece, (parts) => {
        const text = of(parts.join(''));
        expect(quickest(() => mask(text, LENGTH))).toBeLessThan(MOST);
      }),
      { numRuns: 40 },
    );
    const quoting = Object.assign(new Error(of(': "')), { code: '22P02', stack: of(': "') });
    expect(quickest(() => masked(quoting))).toBeLessThan(MOST);
  });
});

describe('S27: the log', () => {
  it('writes every line as JSON, without secrets, whatever is logged', () => {
    const secret = fc.constantFrom(...SECRETS.map(([one]) => one));
    const text = fc
      .array(fc.oneof(secret, fc.string(), fc.constantFrom('\n', '"', '\\', ' ')), { maxLength: 6 })
      .map((parts) => parts.join(' '));
    const field = fc.oneof(
      text,
      fc.object({ maxDepth: 3, values: [text] }),
      text.map((one) => new Error(one)),
    );
    fc.assert(
      fc.property(field, text, fc.boolean(), (given, message, alone) => {
        const lines = linesOf((log) => {
          if (alone && given instanceof Error) log.error(given);
          else log.warn({ given, err: given instanceof Error ? given : undefined }, message);
        });
        expect(lines).toHaveLength(1);
        JSON.parse(lines[0] ?? '');
        for (const [one] of SECRETS) expect(lines[0]).not.toContain(one);
      }),
      { numRuns: 300 },
    );
  });

  it('limits a line: long texts, wide and deep values, circular values', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => Array(100).fill(7)));
    for (const fields of [
      { text: 'a-'.repeat(5_000_000) },
      { circle },
      { wide },
      Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 'x'.repeat(100)])),
      { err: Object.assign(new Error('a-'.repeat(1_000_000)), { code: '22001' }) },
      { bytes: Buffer.alloc(1_000_000), at: new Date(Number.NaN), big: 1n },
    ]) {
      const [line = ''] = linesOf((log) => log.error(fields, 'b-'.repeat(1_000_000)));
      expect(line.length).toBeLessThan(300_000);
      JSON.parse(line);
    }
  });

  it('masks the fields of a child logger, and arguments of the message', () => {
    const lines = linesOf((log) => {
      log.child({ who: 'um@exemplo.test' }).info('x');
      log.info('%s wrote %o', 'um@exemplo.test', { cpf: '52998224725' });
      log.info('52998224725');
    });
    expect(lines.join('')).not.toMatch(/um@|52998224725/);
    expect(lines.join('')).toContain('[e-mail] wrote');
  });
});
