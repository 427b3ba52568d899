import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askAll, explore } from './ask.ts';
import { copyProject } from './copy.ts';
import { instrument } from './instrument.ts';
import type { Known } from './plan.ts';
import { openRunner } from './runner.ts';

const FEE = `
export const LEAST = [100];
export function fee(amount: number, late: boolean): number {
  let days = 3;
  while (days > 0) days -= 1;
  return amount < (LEAST[0] ?? 0) || late ? amount + 10 : amount;
}
export const unused = (late: boolean): boolean => !late;
`;
const TEST = `
import { beforeAll, expect, it } from 'vitest';
import { fee } from './fee.ts';
let small = 0;
beforeAll(() => {
  small = fee(50, false);
});
it('costs more below the least', () => expect(small).toBe(60));
it('costs nothing above', () => expect(fee(200, false)).toBe(200));
it('says nothing of what is late', () => expect(fee(1, true)).toBeGreaterThan(0));
`;

it('distinguishes killed from surviving mutants, also while loading, in hooks and in endless loops', async () => {
  const root = join(import.meta.dirname, '../..');
  const copy = copyProject(root, [
    'package.json',
    'vitest.config.ts',
    'tools/mutate/setup.ts',
    'domain/index.ts',
    'domain/package.json',
  ]);
  const { files, mutants } = await instrument(new Map([['domain/fee.ts', FEE]]));
  writeFileSync(join(copy, 'domain/fee.ts'), files.get('domain/fee.ts') ?? '');
  writeFileSync(join(copy, 'domain/fee.test.ts'), TEST);
  const runner = await openRunner(copy);
  const found = new Map<string, string>();
  try {
    const known = new Map<string, Known>();
    await explore(
      runner,
      ['domain/fee.test.ts'],
      true,
      (test, about) => known.set(test, about),
      () => false,
    );
    const asked = { candidates: () => ['domain/fee.test.ts'], known };
    const said = ({ mutant, state }: { mutant: (typeof mutants)[number]; state: string }) =>
      found.set(`${mutant.original} → ${mutant.replacement}`, state);
    await askAll(runner, mutants, asked, said, () => false);
  } finally {
    await runner.close();
    rmSync(copy, { recursive: true, force: true });
  }
  expect(found.size).toBe(mutants.length);
  expect(Object.fromEntries(found)).toMatchObject({
    '[100] → []': 'killed',
    'days -= 1 → days += 1': 'killed',
    'amount + 10 → amount - 10': 'killed',
    'amount < (LEAST[0] ?? 0) → false': 'killed',
    'amount < (LEAST[0] ?? 0) → amount <= (LEAST[0] ?? 0)': 'survived',
    '!late → late': 'uncovered',
  });
});
