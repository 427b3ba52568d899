import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grantable } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { BOOTSTRAP_TOKEN, type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { openPglite } from '../../platform/database/pglite.ts';
import { openPostgres } from '../../platform/database/postgres.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const IN_A_YEAR = '2027-01-12T10:00:00-03:00';
const IN_A_MONTH = '2026-02-12T10:00:00-03:00';

const holder = (token: string): Client => {
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${token}` };
  return client;
};
type Asked = { scopes: Grantable[]; expiresAt?: string; institutions?: string[] };
const ask = (from: Client, { expiresAt = IN_A_MONTH, ...asked }: Asked) =>
  from.call('POST /operations/tokens', {
    body: { name: 'Filha', tenant: 'alfa', expiresAt, ...asked },
  });
const make = async (from: Client, asked: Asked) => {
  const { status, body } = await ask(from, asked);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.id, parentId: body.parentId, client: holder(body.token) };
};
const opens = async (client: Client) => (await client.call('GET /operations/tokens')).status === 200;

describe('S16: a token created by a token', () => {
  it('has no scope its parent lacks', async () => {
    const parent = await make(harness.operations, { scopes: ['platform', 'essays'] });
    await withoutTrace(harness, async () => {
      const { status, body } = await ask(parent.client, { scopes: ['essays', 'payments', 'privacy'] });
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.errors?.map(({ field }) => field)).toEqual(['scopes.1', 'scopes.2']);
    });
    const child = await make(parent.client, { scopes: ['platform', 'essays'] });
    expect((await ask(child.client, { scopes: ['documents'] })).status).toBe(403);
  });

  it('by part stays within its parent, whether that is whole or by part', async () => {
    const parent = await make(harness.operations, { scopes: ['tokens', 'essays', 'payments.read'] });
    const child = await make(parent.client, {
      scopes: ['tokens', 'essays.grade', 'essays.lead', 'payments.read'],
    });
    const lacks = async (from: Client, scopes: Grantable[]) => {
      const { status, body } = await ask(from, { scopes });
      return [status, body.errors?.map(({ field }) => field)];
    };
    await withoutTrace(harness, async () => {
      expect(await lacks(parent.client, ['essays', 'payments.refund'])).toEqual([403, ['scopes.1']]);
      expect(await lacks(parent.client, ['payments'])).toEqual([403, ['scopes.0']]);
      // All parts together are less than the whole family, which also gains parts that do not exist yet.
      expect(await lacks(child.client, ['essays', 'essays.lead'])).toEqual([403, ['scopes.0']]);
      expect(await lacks(child.client, ['platform', 'privacy'])).toEqual([403, ['scopes.0', 'scopes.1']]);
    });
    expect((await child.client.call('GET /operations/essays')).status).toBe(200);
  });

  it('does not outlive its parent, to the second', async () => {
    const parent = await make(harness.operations, { scopes: ['platform'] });
    const scopes: Grantable[] = ['platform'];
    for (const expiresAt of ['2099-01-01T00:00:00-03:00', '2026-02-12T10:00:01-03:00']) {
      const { status, body } = await ask(parent.client, { scopes, expiresAt });
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['expiresAt']]);
    }
    const child = await make(parent.client, { scopes, expiresAt: IN_A_MONTH });
    expect(await opens(child.client)).toBe(true);
    harness.clock.set(new Date(IN_A_MONTH));
    expect([await opens(parent.client), await opens(child.client)]).toEqual([false, false]);
    harness.clock.set(new Date(T0));
  });

  it('may have any scope if an installation token creates it', async () => {
    for (const from of [harness.operations, holder(BOOTSTRAP_TOKEN)]) {
      const made = await make(from, { scopes: ['privacy', 'payments'], expiresAt: IN_A_YEAR });
      expect(made.parentId).toBeNull();
    }
  });

  it('names its parent in the answer and in the list', async () => {
    const parent = await make(harness.operations, { scopes: ['platform'] });
    const child = await make(parent.client, { scopes: ['platform'] });
    expect([parent.parentId, child.parentId]).toEqual([null, parent.id]);
    const { body } = await harness.operations.call('GET /operations/tokens', { query: { pageSize: 100 } });
    expect(body.data.find(({ id }) => id === child.id)?.parentId).toBe(parent.id);
  });

  it("stays within its parent's institutions, whoever writes the row", async () => {
    const tenantId = await tenantIdOf(harness, 'alfa');
    const parent = await make(harness.operations, { scopes: ['platform'], institutions: ['CUA01'] });
    // A token of some institutions cannot create tokens today; the database constraint refuses the row
    // anyway.
    expect((await ask(parent.client, { scopes: ['platform'], institutions: ['CUA01'] })).status).toBe(403);
    const write = (scopes: string[], institutions: string[] | null, until: string) =>
      harness.platform.db.tenant(tenantId).one(sql`
        insert into service_token
          (tenant_id, name, token_hash, scopes, institutions, expires_at, created_at, parent_id, root_id)
        values (${tenantId}, 'x', ${`${scopes} ${institutions} ${until}`}, ${JSON.stringify(scopes)}::jsonb,
          ${institutions && JSON.stringify(institutions)}::jsonb, ${until}::timestamptz, ${T0}::timestamptz,
          ${parent.id}, ${parent.id}) returning id`);
    for (const wrong of [
      () => write(['platform'], null, IN_A_MONTH),
      () => write(['platform'], ['CUA01', 'EPA01'], IN_A_MONTH),
      () => write(['platform', 'essays'], ['CUA01'], IN_A_MONTH),
      () => write(['platform', 'essays.grade'], ['CUA01'], IN_A_MONTH),
      () => write(['platform'], ['CUA01'], IN_A_YEAR),
    ])
      await expect(wrong()).rejects.toMatchObject({ constraint: 'service_token_within_parent' });
    expect(await write(['platform'], ['CUA01'], IN_A_MONTH)).toBeDefined();
  });

  it("stays within its parent's parts, whoever writes the row", async () => {
    const tenantId = await tenantIdOf(harness, 'alfa');
    const parent = await make(harness.operations, { scopes: ['essays', 'payments.read'] });
    const write = (scope: Grantable) =>
      harness.platform.db.tenant(tenantId).one(sql`
        insert into service_token
          (tenant_id, name, token_hash, scopes, expires_at, created_at, parent_id, root_id)
        values (${tenantId}, 'x', ${`part ${scope}`}, ${JSON.stringify([scope])}::jsonb,
          ${IN_A_MONTH}::timestamptz, ${T0}::timestamptz, ${parent.id}, ${parent.id}) returning id`);
    for (const within of ['essays', 'essays.lead', 'payments.read'] as const)
      expect(await write(within)).toBeDefined();
    for (const beyond of ['payments', 'payments.refund', 'privacy.answer'] as const)
      await expect(write(beyond)).rejects.toMatchObject({ constraint: 'service_token_within_parent' });
  });
});

describe('revoking a token', () => {
  it('revokes its whole family in one call, and no other', async () => {
    const first = await make(harness.operations, { scopes: ['platform'] });
    const sibling = await make(first.client, { scopes: ['platform'] });
    const parent = await make(first.client, { scopes: ['platform'] });
    const child = await make(parent.client, { scopes: ['platform'] });
    const grandchild = await make(child.client, { scopes: ['platform'] });
    const stranger = await make(harness.operations, { scopes: ['platform'] });
    const end = async (id: number) =>
      (await stranger.client.call('DELETE /operations/tokens/{id}', { params: { id } })).status;
    expect(await end(parent.id)).toBe(204);
    const living = async () =>
      Promise.all([first, sibling, parent, child, grandchild, stranger].map((one) => opens(one.client)));
    expect(await living()).toEqual([true, true, false, false, false, true]);
    const minute = new Date('2026-01-12T10:01:00-03:00');
    harness.clock.set(minute);
    expect(await end(first.id)).toBe(204);
    expect(await living()).toEqual([false, false, false, false, false, true]);
    const { body } = await stranger.client.call('GET /operations/tokens', {
      query: { state: 'revoked', pageSize: 100 },
    });
    // A token revoked earlier keeps its time.
    const revokedAt = (one: { id: number }) => body.data.find(({ id }) => id === one.id)?.revokedAt;
    expect([parent, grandchild, sibling].map(revokedAt)).toEqual([T0, T0, '2026-01-12T10:01:00-03:00']);
    harness.clock.set(new Date(T0));
  });
});

it('the migration finds the parent of older tokens in the audit log', async () => {
  const server = process.env.ORBITA_TEST_POSTGRES;
  const database = server ? await freshDatabase(server) : undefined;
  const db = database ? openPostgres({ url: database.url, pool: 2 }) : await openPglite();
  const folder = join(import.meta.dirname, '../../migrations');
  const files = globSync('*.sql', { cwd: folder }).sort();
  const at = files.indexOf('0017_token_families.sql');
  try {
    await db.asOwner(async (run) => {
      for (const file of files.slice(0, at)) await run(readFileSync(join(folder, file), 'utf8'));
      await run(`insert into tenant (alias, name) values ('um', 'Um'), ('dois', 'Dois')`);
      await run(`select set_config('app.tenant_id', '2', false)`);
      const token = (id: number, scopes: string, end: string, revoked = 'null') =>
        run(`insert into service_token (tenant_id, id, name, token_hash, scopes, expires_at, created_at, revoked_at)
          values (2, ${id}, 'x', '${id}', '${scopes}', '${end}', '2026-01-01Z', ${revoked})`);
      await token(1, '["platform","essays"]', '2026-06-01Z', `'2026-02-01Z'`);
      await token(2, '["platform","payments"]', '2099-01-01Z');
      await token(3, '["platform","essays"]', '2099-01-01Z');
      await token(4, '["privacy"]', '2099-01-01Z');
      const made = (maker: number, child: number) =>
        run(`insert into audit_log (tenant_id, at, token_id, token_name, action, subject, outcome)
          values (2, '2026-01-02Z', ${maker}, 'x', 'POST /operations/tokens', '/orbita/api/operations/tokens/${child}', 201)`);
      await made(1, 2);
      await made(2, 3);
      await run(readFileSync(join(folder, files[at] ?? ''), 'utf8'));
      const rows = await run(`select id, parent_id, root_id, scopes, expires_at::date::text as ends,
        revoked_at::date::text as revoked from service_token order by id`);
      expect(rows.map((row) => Object.values(row))).toEqual([
        [1, null, null, ['platform', 'essays'], '2026-06-01', '2026-02-01'],
        [2, 1, 1, ['platform'], '2026-06-01', '2026-02-01'],
        [3, 2, 1, ['platform'], '2026-06-01', '2026-02-01'],
        [4, null, null, ['privacy'], '2099-01-01', null],
      ]);
    });
  } finally {
    await db.close();
    await database?.drop();
  }
}, 60_000);
