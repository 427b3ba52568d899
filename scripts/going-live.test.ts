import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECLINES } from '@orbita/domain/payment';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/going-live.md');
const found = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)];

/** Status words of a provider and how the adapter maps each, according to its source. */
const MAPPED = [
  ['Banco Inter', 'api/payment/inter/shapes.ts', /^ {2}([A-Z_]+): '([A-Z]+)',$/gm],
  ['Cielo', 'api/payment/cielo/shapes.ts', /^ {2}(\d+): '([A-Z]+)',$/gm],
  ['Pagar.me', 'api/payment/pagarme/shapes.ts', /^ {2}([a-z]+): '([A-Z]+)',$/gm],
  ['CNAB 240', 'domain/payment/cnab/return-file.ts', /^ {2}'(\d\d)': '([a-z-]+)',$/gm],
] as const;
/** Adapters of API Pix keep the Central Bank's terms. */
const PIX = ['api/payment/pix.ts', 'api/payment/pix-due.ts', 'api/payment/pix-recurrence.ts'];

describe('docs/going-live.md names', () => {
  it.each(MAPPED)('every status of %s that its adapter knows', (provider, file, pattern) => {
    const rows = found(file, pattern).map(
      ([, code, meaning]) => `| ${provider} | \`${code}\` | ${meaning} |`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });

  it.each(PIX)('every status of API Pix in %s', (file) => {
    const words = found(file, /'([A-Z_]{4,})'/g).map(([, word]) => word ?? '');
    const missing = new Set(words.filter((word) => !page.includes(`\`${word}\``)));
    expect([...missing].filter((word) => !NO_STATUS.has(word))).toEqual([]);
  });

  it('every decline reason for a card, with its codes', () => {
    const missing = DECLINES.map((row) => {
      const codes = [row.visa, row.mastercard, row.elo, row.amex].map(
        (some) => (some ?? []).join(' ') || '–',
      );
      return `| ${row.reason} | ${row.class} | ${codes.join(' | ')} |`;
    }).filter((row) => !page.includes(row));
    expect(missing).toEqual([]);
  });
});

/** Methods, reasons and our own words in the same files. */
const NO_STATUS = new Set(['PATCH', 'POST', 'UNKNOWN', 'DELETE']);
