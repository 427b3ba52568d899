import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedDemo } from '../../../testing/copied-demo.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

/** As an administrator or a managed server may have set them, for whatever else uses the server. */
const DEFAULTS = {
  timezone: 'America/Sao_Paulo',
  datestyle: 'SQL, DMY',
  search_path: 'others',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
};

let copy: Awaited<ReturnType<typeof copiedDemo>>;
const opened: Database[] = [];
beforeAll(async () => {
  copy = await copiedDemo(process.env.ORBITA_TEST_POSTGRES ?? '');
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  for (const [name, value] of Object.entries(DEFAULTS))
    await client.query(`alter database ${copy.name} set ${name} = ${client.escapeLiteral(value)}`);
  await client.end();
  const { url } = copy;
  for (const more of [{}, { listenUrl: `${url}?` }, { readOnly: true }])
    opened.push(openPostgres({ url, pool: 2, ...more }));
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await copy?.drop();
});

it('defaults of a server, its database or its user change no answer', async () => {
  for (const db of opened) {
    const read = sql`select '2026-02-01T00:30:00Z'::timestamptz as at, '2026-02-01'::date as day,
      date_trunc('day', '2026-02-01T00:30:00Z'::timestamptz)::text as text, count(*)::int as tenants from tenant`;
    const expected = {
      at: new Date('2026-02-01T00:30:00Z'),
      day: '2026-02-01',
      text: '2026-02-01 00:00:00+00',
      tenants: 2,
    };
    expect(await db.global.one(read)).toEqual(expected);
    expect(await db.tenant(1).one(read)).toEqual(expected);
  }
});

it('nor do they end what the owner of the tables does, such as building an index', async () => {
  for (const db of opened)
    await db.asOwner(async (run) => {
      expect(
        await run(`select '2026-02-01T00:30:00Z'::timestamptz::text as at, count(*)::int as tenants,
          current_setting('statement_timeout') as ends, current_setting('idle_in_transaction_session_timeout') as waits from tenant`),
      ).toEqual([{ at: '2026-02-01 00:30:00+00', tenants: 2, ends: '0', waits: '0' }]);
    });
});
