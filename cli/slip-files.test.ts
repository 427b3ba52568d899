import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { bankSays, slipPayer, takeSlipsByFile } from '../testing/filing.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { paying } from '../testing/paying.ts';

let harness: Harness;
let folder: string;
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-slips-'));
  harness = await startHarness();
  await takeSlipsByFile(harness);
  const who = await slipPayer(harness);
  const use = paying(harness);
  await use.pay(who, use.key(), { method: 'slip' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await harness?.stop();
});

it('takes slips to the bank and reads its answer', async () => {
  expect(await run('slip', 'remittance', 'create', 'EPA01')).toMatchObject({ exit: 1 });
  const made = await run('slip', 'remittance', 'create', 'CUA01', '--json');
  const { id } = JSON.parse(made.out) as { id: number };
  expect((await run('slip', 'remittance', 'list', '--institution', 'CUA01')).out).toContain(String(id));
  const nothing = await run('slip', 'remittance', 'create', 'CUA01');
  expect([nothing.exit, nothing.err]).toEqual([1, expect.stringContaining('NOTHING_TO_SEND')]);

  const file = join(folder, 'a.rem');
  const saved = await run('slip', 'remittance', 'download', String(id), '-f', file);
  expect([saved.exit, saved.out]).toEqual([0, expect.stringContaining(file)]);
  const content = readFileSync(file, 'latin1');
  expect(content.split('\r\n')[0]).toMatch(/^0010/);
  expect((await run('slip', 'remittance', 'download', String(id), '-f', file)).exit).toBe(2);
  expect((await run('slip', 'remittance', 'download', String(id), '-f', file, '--yes')).exit).toBe(0);

  const back = join(folder, 'b.ret');
  writeFileSync(back, await bankSays(harness, content, { event: 'accept' }), 'latin1');
  const read = await run('slip', 'return', 'import', 'CUA01', '-f', back);
  expect([read.exit, read.out]).toEqual([0, expect.stringContaining(`${back}:3: applied (payment `)]);
  expect(read.out).toContain('1 applied');
  expect((await run('slip', 'return', 'import', 'CUA01', '-f', back)).out).toContain('1 repeated');

  writeFileSync(back, await bankSays(harness, content, { event: 'pay', amount: 1 }), 'latin1');
  const less = await run('slip', 'return', 'import', 'CUA01', '-f', back);
  expect([less.exit, less.out]).toEqual([1, expect.stringContaining('wrong-amount')]);
});

it('names the lines of a refused file, without terminal control characters', async () => {
  const torn = join(folder, 'c.ret');
  writeFileSync(torn, `0010000\u001b[31mX\n`, 'latin1');
  const refused = await run('slip', 'return', 'import', 'CUA01', '-f', torn);
  expect([refused.exit, refused.out]).toEqual([
    1,
    expect.stringContaining(`${torn}:1: A linha está cortada`),
  ]);
  expect(refused.err).toContain('nada mudou');
  expect(refused.out + refused.err).not.toContain('\u001b');
  expect((await run('slip', 'return', 'import', 'CUA01', '-f', join(folder, 'none'))).exit).toBe(2);
});
