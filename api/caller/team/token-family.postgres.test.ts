import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../../testing/client.ts';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { type Node, secondNode } from '../../../testing/many-people.ts';

let harness: Harness;
let node: Node;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const body = {
  name: 'Filha',
  tenant: 'alfa',
  scopes: ['platform' as const],
  expiresAt: '2026-02-12T10:00:00-03:00',
};
const at = (url: string, token: string): Client => {
  const client = new Client(url, 'operations.test');
  client.headers = { authorization: `Bearer ${token}` };
  return client;
};
const here = (token: string) => at(harness.url, token);
const there = (token: string) => at(node.platform.address.url ?? '', token);
const made = async (from: Client) => (await from.call('POST /operations/tokens', { body })).body;
const end = (from: Client, id: number) => from.call('DELETE /operations/tokens/{id}', { params: { id } });

it('a family revoked on one node is refused by the next call on another', async () => {
  const parent = await made(harness.operations);
  const child = await made(there(parent.token));
  expect((await there(child.token).call('GET /operations/tokens')).status).toBe(200);
  expect((await end(harness.operations, parent.id)).status).toBe(204);
  for (const token of [parent.token, child.token])
    expect((await there(token).call('GET /operations/tokens')).status).toBe(401);
});

it('a token being created while its family is revoked is not created, or is revoked with it', async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 15; round++) {
    const first = await made(harness.operations);
    const second = await made(here(first.token));
    const calls = [first, second, first, second].map(({ token }, n) =>
      (n % 2 ? here : there)(token).call('POST /operations/tokens', { body }),
    );
    const ended = await end(round % 2 ? harness.operations : there(second.token), first.id);
    expect(ended.status).toBe(204);
    for (const { status, body: child } of await Promise.all(calls)) {
      outcomes.add(status);
      if (status === 201) expect((await here(child.token).call('GET /operations/tokens')).status).toBe(401);
    }
  }
  expect([...outcomes].filter((status) => status !== 201 && status !== 401)).toEqual([]);
  const living = await harness.platform.db.tenant(tenantId).many(sql`
    select k.id from service_token k join service_token p on p.tenant_id = k.tenant_id and p.id = k.parent_id
    where k.tenant_id = ${tenantId} and k.revoked_at is null and p.revoked_at is not null`);
  expect(living).toEqual([]);
});

it('revoking a family waits for a child that is being created, and revokes it too', async () => {
  const parent = await made(harness.operations);
  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const making = harness.platform.db.write(tenantId, async (tx) => {
    await tx.one(
      sql`select id from service_token where tenant_id = ${tenantId} and id = ${parent.id} for share`,
    );
    await tx.one(sql`
      insert into service_token (tenant_id, name, token_hash, scopes, expires_at, created_at, parent_id, root_id)
      select tenant_id, 'slow', 'slow', scopes, expires_at, created_at, id, id from service_token
      where tenant_id = ${tenantId} and id = ${parent.id} returning id`);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  const ending = end(harness.operations, parent.id);
  const waiting = () =>
    harness.platform.db.asOwner((run) =>
      run(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'`,
      ),
    );
  await expect.poll(waiting).toHaveLength(1);
  gate.resolve();
  await making;
  expect((await ending).status).toBe(204);
  const row = await harness.platform.db.tenant(tenantId).one(sql`
    select revoked_at is not null as ended from service_token where tenant_id = ${tenantId} and token_hash = 'slow'`);
  expect(row).toEqual({ ended: true });
});
