import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countedStatements } from '../../testing/counted-statements.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { enterCardNotices } from './demo-notices.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

/** Simulated acquirers that record what is registered and answer with a status. */
async function acquirers(status: number) {
  const entered: { line: string; key: unknown; url: string }[] = [];
  const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString();
  const server = createServer(async (request, response) => {
    const { url } = JSON.parse(await textOf(request)) as { url: string };
    entered.push({ line: `${request.method} ${request.url}`, key: request.headers['x-control-key'], url });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { entered, control: { url, key: 'control' }, close: () => server.close() };
}

it('every institution of the demo gets notices of card payments, at both acquirers and under its own tenant', async () => {
  const at = await acquirers(200);
  await enterCardNotices(harness.platform, at.control);
  at.close();
  for (const provider of ['cielo', 'pagarme'])
    for (const [tenant, institution] of [
      ['alfa', 'CUA01'],
      ['alfa', 'EPA01'],
    ]) {
      const found = at.entered.filter(
        ({ line }) => line.includes(`/cards/${provider}/`) && line.includes(`${tenant}-${institution}`),
      );
      expect(found).toMatchObject([{ line: expect.stringMatching(/^PUT .*\/webhook$/), key: 'control' }]);
      expect(found[0]?.url).toContain(`/${provider}/${tenant}/`);
    }
  // For Pix and slips, we register the address at the bank ourselves when a charge is created.
  expect(at.entered.filter(({ line }) => !/cards\/(?:cielo|pagarme)\//.test(line))).toEqual([]);
});

it('runs as many statements with fifty colleges without an institution as with none', async () => {
  const at = await acquirers(200);
  const { db, during } = countedStatements(harness.platform.db);
  // The self-check of the tenant search would query each of them after all.
  const counted = { ...harness.platform, db, proveDue: undefined };
  const asked = () => during(() => enterCardNotices(counted, at.control));
  const before = await asked();
  await harness.platform.db.global.many(sql`
    insert into tenant (alias, name) select concat('vazia-', n), concat('Vazia ', n) from generate_series(1, 50) n returning id`);
  expect(await asked()).toBe(before);
  at.close();
});

it('fails when an acquirer accepts no address', async () => {
  const at = await acquirers(500);
  await expect(enterCardNotices(harness.platform, at.control)).rejects.toThrow('500');
  at.close();
});
