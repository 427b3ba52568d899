import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { fillTenant, refreshStatistics } from '../../testing/scale/seed.ts';
import { staffIn } from '../../testing/staff.ts';

const GRADERS = 24;
const BANCA = [{ role: 'banca' as const, institutions: ['CUA01'] }];

let harness: Harness;
let node: Node;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, places: 100_000 });
  node = await secondNode(harness, () => undefined);
  tenantId = await tenantIdOf(harness, 'alfa');
  await fillTenant(harness.platform, tenantId, 2_000);
  await refreshStatistics(harness.platform);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const on = () => harness.platform.db.tenant(tenantId);

it('many graders at two nodes who press "next" at once get different essays, each audited once', async () => {
  const graders = await Promise.all(Array.from({ length: GRADERS }, () => staffIn(harness, BANCA)));
  const callers = graders.map(({ client, staffId }, n) => ({
    staffId,
    caller: n % 2 ? node.client({ client }) : client,
  }));
  const held = new Map<number, number>();
  for (let round = 0; round < 3; round += 1) {
    const got = await Promise.all(
      callers.map(async ({ caller, staffId }) => {
        const { status, body } = await caller.call('POST /operations/queues/{queue}/next', {
          params: { queue: 'essays' },
          body: {},
        });
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({ claim: { staffId, mine: true }, subscriptionId: null });
        held.set(staffId, body.itemId);
        return body.itemId;
      }),
    );
    expect(new Set(got).size).toBe(GRADERS);
  }
  const claims = await on().many<{ staff_id: number; item_id: number }>(sql`
    select staff_id, item_id from work_claim where tenant_id = ${tenantId} and kind = 'essay' order by staff_id`);
  expect(new Map(claims.map(({ staff_id: by, item_id: item }) => [by, item]))).toEqual(
    new Map([...held].sort(([a], [b]) => a - b)),
  );
  const lines = await on().many<{ staff_id: number; count: number }>(sql`
    select staff_id, count(*)::int as count from audit_log where tenant_id = ${tenantId}
      and action = 'POST /operations/queues/{queue}/next' and outcome = 200 group by staff_id order by staff_id`);
  expect(lines.map(({ count }) => count)).toEqual(Array(GRADERS).fill(3));
  const counted = await on().one<{ taken: number; freed: number }>(sql`
    select count(*) filter (where data ? 'by')::int as taken, count(*) filter (where not data ? 'by')::int as freed
    from staff_event where tenant_id = ${tenantId} and type = 'item.claimed'`);
  // Taking the next essay releases the previous one, and both are published.
  expect(counted).toEqual({ taken: 3 * GRADERS, freed: 2 * GRADERS });
});

it('members of a group who press "next" at once get different essays of it, and one of them takes an essay as their own', async () => {
  const lead = await staffIn(harness, [{ role: 'coordenacao', institutions: ['CUA01'] }]);
  const members = await Promise.all(Array.from({ length: 8 }, () => staffIn(harness, BANCA)));
  const { body: group } = await lead.client.call('POST /operations/groups', {
    body: { institution: 'CUA01', name: 'Banca', staffIds: members.map(({ staffId }) => staffId) },
  });
  const shared = await lead.client.call('POST /operations/queues/{queue}/assignments', {
    params: { queue: 'essays' },
    body: { groupId: group.id, count: 12 },
  });
  expect(shared.body).toEqual({ assigned: 12 });
  const taken = await Promise.all(
    members.map(({ client }, n) =>
      (n % 2 ? node.client({ client }) : client).call('POST /operations/queues/{queue}/next', {
        params: { queue: 'essays' },
        body: {},
      }),
    ),
  );
  expect(taken.map(({ status, body }) => [status, body.assigned?.groupId])).toEqual(
    members.map(() => [200, group.id]),
  );
  expect(new Set(taken.map(({ body }) => body.itemId)).size).toBe(members.length);
  // One of them assigns to herself what another assigns to herself at the same time: only one succeeds.
  const free = await on().many<{ id: number }>(sql`
    select item_id as id from work_assignment where tenant_id = ${tenantId} and group_id = ${group.id} and ended_at is null
      and not item_id = any(${taken.map(({ body }) => body.itemId)}::bigint[]) order by id limit 1`);
  const params = { kind: 'essay' as const, itemId: free[0]?.id ?? 0 };
  const made = await Promise.all(
    members.map(({ client, staffId }, n) =>
      (n % 2 ? node.client({ client }) : client).call('PUT /operations/assignments/{kind}/{itemId}', {
        params,
        body: { staffId },
      }),
    ),
  );
  expect(made.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(made.filter(({ status }) => ![204, 403, 409].includes(status))).toEqual([]);
});

it('nothing is given to a group that is just ending', async () => {
  const lead = await staffIn(harness, [{ role: 'coordenacao', institutions: ['CUA01'] }]);
  const member = await staffIn(harness, BANCA);
  const { body: group } = await lead.client.call('POST /operations/groups', {
    body: { institution: 'CUA01', name: 'Banca da tarde', staffIds: [member.staffId] },
  });
  const [essay] = await on().many<{ id: number }>(sql`
    select e.id from essay e where e.tenant_id = ${tenantId} and e.awaited and e.state = 'finished' and not exists (
      select from work_assignment a where a.tenant_id = e.tenant_id and a.kind = 'essay' and a.item_id = e.id
        and a.ended_at is null) order by e.id limit 1`);
  const ended = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const end = harness.platform.db.write(tenantId, async (tx) => {
    await tx.one(
      sql`select id from work_group where tenant_id = ${tenantId} and id = ${group.id} for update`,
    );
    await tx.one(sql`
      update work_group set ended_at = created_at, ended_by = 'Ana' where tenant_id = ${tenantId} and id = ${group.id}
      returning id`);
    ended.resolve();
    await asked.promise;
  });
  await ended.promise;
  const given = Promise.all([
    lead.client.call('PUT /operations/assignments/{kind}/{itemId}', {
      params: { kind: 'essay', itemId: essay?.id ?? 0 },
      body: { groupId: group.id },
    }),
    node.client({ client: lead.client }).call('POST /operations/queues/{queue}/assignments', {
      params: { queue: 'essays' },
      body: { groupId: group.id, count: 5 },
    }),
  ]);
  const waiting = () =>
    harness.platform.db.global.many(
      sql`select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
    );
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(2);
  asked.resolve();
  await end;
  expect((await given).map(({ status }) => status)).toEqual([422, 404]);
  expect(
    await on().many(sql`
      select id from work_assignment where tenant_id = ${tenantId} and group_id = ${group.id} and ended_at is null`),
  ).toEqual([]);
});

it('groups created at once with one name are one', async () => {
  const lead = await staffIn(harness, [{ role: 'coordenacao', institutions: ['CUA01'] }]);
  const answers = await Promise.all(
    ['Comissão', 'COMISSAO', 'comissão', 'Comissao'].map((name, n) =>
      (n % 2 ? node.client({ client: lead.client }) : lead.client).call('POST /operations/groups', {
        body: { institution: 'CUA01', name, staffIds: [] },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
});

it('an essay whose audit cannot be written is not claimed', async () => {
  const { client, staffId } = await staffIn(harness, BANCA);
  const asOwner = (text: string) => harness.platform.db.asOwner((run) => run(text));
  await asOwner(`alter table audit_log add constraint broken check (action not like '%/next') not valid`);
  const { status } = await client.call('POST /operations/queues/{queue}/next', {
    params: { queue: 'essays' },
    body: {},
  });
  await asOwner('alter table audit_log drop constraint broken');
  expect(status).toBe(500);
  expect(
    await on().many(sql`select id from work_claim where tenant_id = ${tenantId} and staff_id = ${staffId}`),
  ).toEqual([]);
});

it('an ended session claims nothing more, even where it waited', async () => {
  const { client, staffId } = await staffIn(harness, BANCA);
  const next = () =>
    client.call('POST /operations/queues/{queue}/next', { params: { queue: 'essays' }, body: {} });
  expect((await next()).status).toBe(200);
  const [pressed] = await Promise.all([
    next(),
    harness.operations.call('DELETE /operations/staff/{staffId}/sessions', { params: { staffId } }),
  ]);
  expect([200, 401]).toContain(pressed.status);
  expect((await next()).status).toBe(401);
  expect(
    await on().many(sql`select id from work_claim where tenant_id = ${tenantId} and staff_id = ${staffId}`),
  ).toEqual([]);
});
