import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { control, enrolling } from '../api/testing/enrolling.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../api/testing/harness.ts';
import { paying } from '../api/testing/paying.ts';
import { commandLine } from './testing.ts';

let harness: Harness;
let folder: string;
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-slips-'));
  harness = await startHarness();
  const who = await enrolling(harness);
  const on = harness.platform.db.tenant(who.tenantId);
  await on.one(sql`
    update institution set payment = payment || ${JSON.stringify({
      slipProvider: 'cnab',
      slipAgreement: { bank: '237', agreement: '4321', wallet: '09' },
      cnab: {
        ...{ layout: 'bradesco', bankName: 'Bradesco', agency: '1234', agencyDigit: '3', account: '56789' },
        ...{ accountDigit: '0', bothDigit: '', company: null, fileWallet: '1', species: '04' },
        ...{ fileVersion: '084', lotVersion: '042', modality: '01', firstNumber: 1, lastNumber: 99 },
      },
    })}::jsonb where tenant_id = ${who.tenantId} and code = 'CUA01' returning id`);
  await on.one(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    select ${who.tenantId}::bigint, ${who.personId}::bigint, 'Rua A', '1', 'Centro', '30130010', min(id)
    from city returning id`);
  const use = paying(harness);
  await use.pay(who, use.key(), { method: 'slip' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await harness?.stop();
});

it('takes slips to the bank and its answer back', async () => {
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
  expect(content.split('\r\n')[0]).toMatch(/^2370/);
  expect((await run('slip', 'remittance', 'download', String(id), '-f', file)).exit).toBe(2);
  expect((await run('slip', 'remittance', 'download', String(id), '-f', file, '--yes')).exit).toBe(0);

  const answer = async (order: object) => {
    const told = await control(harness, 'POST', '/cnab/returns', {
      file: content,
      day: '2026-01-13',
      ...order,
    });
    return ((await told.json()) as { content: string }).content;
  };
  const back = join(folder, 'b.ret');
  writeFileSync(back, await answer({ event: 'accept' }), 'latin1');
  const read = await run('slip', 'return', 'import', 'CUA01', '-f', back);
  expect([read.exit, read.out]).toEqual([0, expect.stringContaining(`${back}:3: applied (payment `)]);
  expect(read.out).toContain('1 applied');
  expect((await run('slip', 'return', 'import', 'CUA01', '-f', back)).out).toContain('1 repeated');

  writeFileSync(back, await answer({ event: 'pay', amount: 1 }), 'latin1');
  const less = await run('slip', 'return', 'import', 'CUA01', '-f', back);
  expect([less.exit, less.out]).toEqual([1, expect.stringContaining('wrong-amount')]);
});

it('names the lines of a file that is refused, without what a terminal obeys', async () => {
  const torn = join(folder, 'c.ret');
  writeFileSync(torn, `2370000\u001b[31mX\n`, 'latin1');
  const refused = await run('slip', 'return', 'import', 'CUA01', '-f', torn);
  expect([refused.exit, refused.out]).toEqual([
    1,
    expect.stringContaining(`${torn}:1: A linha está cortada`),
  ]);
  expect(refused.err).toContain('nada mudou');
  expect(refused.out + refused.err).not.toContain('\u001b');
  expect((await run('slip', 'return', 'import', 'CUA01', '-f', join(folder, 'none'))).exit).toBe(2);
});
