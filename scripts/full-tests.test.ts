import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FULL_JOURNEYS } from '../e2e/full-journeys.ts';
import { FULL_FILES, leftOut, moduleOf } from './full-tests.ts';

const root = join(import.meta.dirname, '..');
const everyProof = [
  ...Object.values(FULL_FILES),
  ...Object.values(FULL_JOURNEYS).flatMap((titles) => Object.values(titles)),
].flat();

describe('tests that npm test leaves to npm run test:full', () => {
  it('exist', () => {
    expect(Object.keys(FULL_FILES).filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const unknown = Object.entries(FULL_JOURNEYS).flatMap(([file, titles]) => {
      const text = readFileSync(join(root, 'e2e/journeys', `${file}.spec.ts`), 'utf8');
      return Object.keys(titles).filter((title) => !text.includes(title));
    });
    expect(unknown).toEqual([]);
  });

  it('name the tests that prove their rule meanwhile, which are never left out', () => {
    expect(everyProof.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(everyProof.filter((file) => file in FULL_FILES)).toEqual([]);
    const bare = Object.values(FULL_JOURNEYS).flatMap((titles) =>
      Object.entries(titles).filter(([, provedBy]) => provedBy.length === 0),
    );
    expect(bare).toEqual([]);
  });

  it('name no journey file of which no test would be left', () => {
    const left = (file: string) => {
      const titles = Object.keys(FULL_JOURNEYS[basename(file, '.spec.ts')] ?? {});
      const tests = readFileSync(join(root, file), 'utf8').match(/^ *test\((?:\n *)?\S.*/gm) ?? [];
      return tests.some((begin) => !titles.some((title) => begin.includes(title)));
    };
    const journeys = new Set(everyProof.filter((file) => file.endsWith('.spec.ts')));
    expect([...journeys].filter((file) => !left(file))).toEqual([]);
  });

  it('run anyway once a module they depend on, or the test itself, has changed', () => {
    const none = leftOut([]);
    expect(none.files).toEqual(Object.keys(FULL_FILES));
    const titlesAfter = (file: string) => leftOut([file]).journeys.map(({ title }) => title);
    const slowBank = 'a slow bank leaves one charge that is being checked, then open';
    expect(titlesAfter('domain/essay/essay.ts')).toContain(slowBank);
    expect(titlesAfter('domain/payment/charge.ts')).not.toContain(slowBank);
    expect(titlesAfter('e2e/journeys/failure-payment.spec.ts')).not.toContain(slowBank);
    expect(leftOut(['api/export/ask.ts']).files).not.toContain('api/export/thread.postgres.test.ts');
    expect(leftOut(['tools/drill.test.ts']).files).not.toContain('tools/drill.test.ts');
    expect(moduleOf('api/main.ts')).toBeUndefined();
    expect(moduleOf('web/payment/pix/page.tsx')).toBe('payment');
  });
});
