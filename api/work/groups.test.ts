// Longer than other files: people, groups and queues of one college are prepared once and then change from case to case.
import { GROUPS, LEADERS, type QueueName, TAKERS } from '@orbita/domain/work';
import { callOf } from '@orbita/protocol';
import { openersOf } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { writeEssay } from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { deliverAll } from '../../testing/reviewing.ts';
import { type Grants, staffIn } from '../../testing/staff.ts';

type Member = { client: Client; staffId: number };

const CUA = { institutions: ['CUA01'] };
const SECRETARY: Grants = [{ role: 'secretaria', ...CUA }];
const QUEUE = 'enrolment-documents';

let harness: Harness;
let tenantId: number;
/** Pending documents in CUA01. */
let items: number[];
let ana: Member;
let bia: Member;
let caio: Member;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  items = [
    ...(await deliverAll(harness, await personAt(harness, 'paid', { person: CANDIDATE_01 }))),
    ...(await deliverAll(harness, await personAt(harness, 'paid', { person: inventedPerson(5) }))),
  ];
  ana = await staffIn(harness, SECRETARY);
  bia = await staffIn(harness, SECRETARY);
  caio = await staffIn(harness, SECRETARY);
});
afterAll(() => harness?.stop());

let made = 0;
const make = (
  client: Client,
  members: readonly Member[],
  { name = `Grupo ${++made}`, institution = 'CUA01' } = {},
) =>
  client.call('POST /operations/groups', {
    body: { institution, name, staffIds: members.map(({ staffId }) => staffId) },
  });
const groupOf = async (...members: Member[]) => (await make(ana.client, members)).body;
const change = (
  client: Client,
  id: number,
  body: { name?: string; members?: readonly Member[]; version?: number } = {},
) =>
  client.call('PUT /operations/groups/{id}', {
    params: { id },
    body: {
      ...{ name: body.name ?? `Grupo ${++made}`, version: body.version ?? 1 },
      staffIds: (body.members ?? []).map(({ staffId }) => staffId),
    },
  });
const end = (client: Client, id: number) => client.call('DELETE /operations/groups/{id}', { params: { id } });
const groupsSeen = async (client: Client, institution?: string) =>
  (await client.call('GET /operations/groups', { query: institution ? { institution } : {} })).body;

type To = { staffId?: number | null; groupId?: number | null };
const give = (client: Client, itemId: number, to: To, kind: 'document' | 'essay' = 'document') =>
  client.call('PUT /operations/assignments/{kind}/{itemId}', { params: { kind, itemId }, body: to });
const share = (client: Client, to: { staffId?: number; groupId?: number }, count = 100) =>
  client.call('POST /operations/queues/{queue}/assignments', {
    params: { queue: QUEUE },
    body: { ...to, count },
  });
const listed = async (client: Client, assigned?: 'me' | 'nobody', queue: QueueName = QUEUE) =>
  (
    await client.call('GET /operations/queues/{queue}', {
      params: { queue },
      query: { pageSize: 100, ...(assigned ? { assigned } : {}) },
    })
  ).body;
const idsOf = async (...of: Parameters<typeof listed>) =>
  (await listed(...of)).data.map(({ itemId }) => itemId);
const whoseOf = async (client: Client, itemId: number) =>
  (await listed(client)).data.find((one) => one.itemId === itemId)?.assigned;
const countOf = async (client: Client) =>
  (await client.call('GET /operations/queues', {})).body.queues.find(({ queue }) => queue === QUEUE)
    ?.assigned;
/** Claims the next item and gives it back immediately. */
const next = async (client: Client, queue: QueueName = QUEUE): Promise<number | undefined> => {
  const { body } = await client.call('POST /operations/queues/{queue}/next', { params: { queue }, body: {} });
  if (body?.claim)
    await client.call('DELETE /operations/claims/{id}', { params: { id: body.claim.claimId } });
  return body?.itemId;
};
const endRole = (staffId: number) =>
  harness.platform.db.tenant(tenantId).many(sql`
    update staff_grant set ended_at = granted_at, ended_by = 'Ana' where tenant_id = ${tenantId} and staff_id = ${staffId}
    returning id`);
/** Ends all assignments. */
const freeAll = () =>
  harness.platform.db.tenant(tenantId).many(sql`
    update work_assignment set ended_at = at, ended_by = 'Ana' where tenant_id = ${tenantId} and ended_at is null returning id`);

describe('a group', () => {
  it('can be created by whoever leads some queue, with members who can claim something', () => {
    const sorted = (parts: readonly string[]) => [...parts].sort();
    for (const key of ['GET /operations/groups', 'POST /operations/groups'] as const)
      expect(sorted(openersOf(callOf(key)))).toEqual(sorted(LEADERS));
    expect(sorted(openersOf(callOf('GET /operations/queues/{queue}')))).toEqual(sorted(TAKERS));
  });

  it('is created, changed and ended by its leads, and seen by nobody else', async () => {
    const { status, body: group } = await make(ana.client, [bia, caio], { name: '  Banca de Direito ' });
    expect([status, group]).toMatchObject([201, { name: 'Banca de Direito', version: 1, assigned: 0 }]);
    expect(group.members.map(({ staffId, counts }) => [staffId, counts]).sort()).toEqual(
      [bia, caio].map(({ staffId }) => [staffId, true]).sort(),
    );
    const changed = await change(bia.client, group.id, { name: 'Banca da noite', members: [bia] });
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Banca da noite', version: 2 }]);
    expect(changed.body.members).toHaveLength(1);
    const seen = await groupsSeen(ana.client, 'CUA01');
    expect(seen.data.map(({ id }) => id)).toContain(group.id);
    expect(seen.people.map(({ staffId }) => staffId)).toEqual(
      expect.arrayContaining([ana.staffId, bia.staffId, caio.staffId]),
    );
    // Somebody who only grades leads nothing.
    const grader = await staffIn(harness, [{ role: 'banca', ...CUA }]);
    const refused = [
      await grader.client.call('GET /operations/groups', {}),
      await make(grader.client, []),
      await change(grader.client, group.id, { version: 2 }),
      await end(grader.client, group.id),
    ];
    expect(refused.map(({ status: one }) => one)).toEqual([403, 403, 403, 403]);
    expect((await end(caio.client, group.id)).status).toBe(204);
    expect((await end(caio.client, group.id)).status).toBe(404);
    expect((await change(ana.client, group.id, { version: 2 })).status).toBe(404);
    expect((await groupsSeen(ana.client)).data.map(({ id }) => id)).not.toContain(group.id);
  });

  it('belongs to one institution: it does not exist for leads elsewhere', async () => {
    const group = await groupOf(bia);
    const far = await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }]);
    const beta = await staffIn(harness, [{ role: 'secretaria' }], 'beta');
    const [first = 0] = items;
    for (const { client } of [far, beta]) {
      expect((await make(client, [])).status).toBe(404);
      expect((await change(client, group.id)).status).toBe(404);
      expect((await end(client, group.id)).status).toBe(404);
      expect((await groupsSeen(client)).data).toEqual([]);
      expect((await groupsSeen(client, 'CUA01')).people).toEqual([]);
      expect((await share(client, { groupId: group.id })).status).toBe(404);
    }
    // Nor can a group from elsewhere get anything here, or a person from elsewhere join a group here.
    const { body: other } = await make(far.client, [far], { institution: 'EPA01' });
    expect((await give(ana.client, first, { groupId: other.id })).status).toBe(422);
    expect((await share(ana.client, { groupId: other.id })).status).toBe(404);
    expect((await make(ana.client, [far])).status).toBe(422);
    expect((await make(ana.client, [beta])).status).toBe(422);
    expect((await change(ana.client, group.id, { members: [bia, far] })).status).toBe(422);
    expect((await groupsSeen(ana.client)).data.find(({ id }) => id === group.id)?.members).toHaveLength(1);
    // Somebody who leads everywhere can only assign the items of an institution to that institution's groups.
    const everywhere = await staffIn(harness, [{ role: 'secretaria' }]);
    expect((await share(everywhere.client, { groupId: other.id })).body).toEqual({ assigned: 0 });
  });

  it('has a unique name in its institution, regardless of case and accents, until it ends', async () => {
    const { body: group } = await make(ana.client, [], { name: 'Comissão de ÁREA' });
    const taken = await make(bia.client, [], { name: 'comissao de area' });
    expect([taken.status, taken.body]).toMatchObject([422, { errors: [{ field: 'name' }] }]);
    const other = await groupOf();
    expect((await change(ana.client, other.id, { name: 'COMISSAO DE AREA' })).status).toBe(422);
    expect((await change(ana.client, group.id, { name: 'Comissão de area' })).status).toBe(200);
    const far = await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }]);
    const there = await make(far.client, [], { name: 'Comissão de área', institution: 'EPA01' });
    expect(there.status).toBe(201);
    await end(ana.client, group.id);
    expect((await make(ana.client, [], { name: 'comissao de area' })).status).toBe(201);
  });

  it.each([
    ['nothing', ''],
    ['blanks alone', '  \u200b '],
    ['too long', 'x'.repeat(61)],
  ])('cannot be named %s', async (_what, name) => {
    expect((await make(ana.client, [], { name })).status).toBeGreaterThanOrEqual(400);
  });

  it('has a one-line name in letters without look-alikes', async () => {
    const kept = await make(ana.client, [], { name: "Banca\u202e\u2014da \u200bnoite d'Or" });
    expect([kept.status, kept.body.name]).toEqual([201, "Banca-da noite d'Or"]);
    for (const name of ['Banca <b>', 'Bаnca', 'Banca 🎓', 'Banca\u0007']) {
      const refused = await make(ana.client, [], { name });
      expect([name, refused.status, refused.body]).toMatchObject([
        name,
        expect.any(Number),
        { errors: [{ field: 'name' }] },
      ]);
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
  });

  it("is not changed over somebody else's change", async () => {
    const group = await groupOf(bia);
    expect((await change(ana.client, group.id, { members: [bia, caio] })).status).toBe(200);
    const late = await change(bia.client, group.id, { members: [bia] });
    expect([late.status, late.body]).toMatchObject([409, { code: 'VERSION_CONFLICT', version: 2 }]);
    const stays = (await groupsSeen(ana.client)).data.find(({ id }) => id === group.id);
    expect(stays?.members).toHaveLength(2);
  });

  it('is limited in members, and an institution in groups', async () => {
    const many = Array.from({ length: GROUPS.members + 1 }, () => bia);
    expect((await make(ana.client, many)).status).toBeGreaterThanOrEqual(400);
    const far = await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }]);
    const there = (await groupsSeen(far.client)).data.length;
    for (let n = there; n < GROUPS.most; n += 1)
      expect((await make(far.client, [], { institution: 'EPA01' })).status).toBe(201);
    const full = await make(far.client, [], { institution: 'EPA01' });
    expect([full.status, full.body]).toMatchObject([422, { errors: [{ field: 'name' }] }]);
    const [oldest] = (await groupsSeen(far.client)).data;
    await end(far.client, oldest?.id ?? 0);
    expect((await make(far.client, [], { institution: 'EPA01' })).status).toBe(201);
  });

  it('keeps a member who lost the role until removed, marked as not counting', async () => {
    const dora = await staffIn(harness, SECRETARY);
    const group = await groupOf(bia, dora);
    await endRole(dora.staffId);
    const counting = async () =>
      (await groupsSeen(ana.client)).data
        .find(({ id }) => id === group.id)
        ?.members.map(({ staffId, counts }) => [staffId, counts]);
    expect(await counting()).toEqual([
      [bia.staffId, true],
      [dora.staffId, false],
    ]);
    const kept = await change(ana.client, group.id, { members: [bia, dora] });
    expect([kept.status, await counting()]).toMatchObject([200, { length: 2 }]);
    await change(ana.client, group.id, { members: [bia], version: 2 });
    expect(await counting()).toEqual([[bia.staffId, true]]);
    expect((await change(ana.client, group.id, { members: [bia, dora], version: 3 })).status).toBe(422);
  });
});

describe('an item of a group', () => {
  it('belongs only to its members, says so, and is named in its history', async () => {
    const group = await groupOf(bia, caio);
    const [item = 0] = items;
    expect((await give(ana.client, item, { groupId: group.id })).status).toBe(204);
    const shown = { staffId: null, groupId: group.id, name: group.name, by: 'Pessoa da Equipe' };
    expect(await whoseOf(bia.client, item)).toMatchObject({ ...shown, mine: true });
    expect(await whoseOf(ana.client, item)).toMatchObject({ ...shown, mine: false });
    expect([await idsOf(bia.client, 'me'), await countOf(bia.client)]).toEqual([[item], 1]);
    expect([await idsOf(ana.client, 'me'), await countOf(ana.client)]).toEqual([[], 0]);
    expect(await idsOf(ana.client, 'nobody')).not.toContain(item);
    expect(await next(caio.client)).toBe(item);
    expect(await next(ana.client)).not.toBe(item);
    const people = await ana.client.call('GET /operations/queues/{queue}/assignees', {
      params: { queue: QUEUE },
    });
    expect(people.body.groups.find(({ groupId }) => groupId === group.id)).toEqual({
      ...{ groupId: group.id, name: group.name, institutionCode: 'CUA01', members: 2, assigned: 1 },
    });
    const page = await bia.client.call('GET /operations/documents/{id}', { params: { id: item } });
    expect(page.status).toBe(200);
    await end(ana.client, group.id);
    expect([await idsOf(bia.client, 'me'), await countOf(bia.client)]).toEqual([[], 0]);
    expect(await idsOf(ana.client, 'nobody')).toContain(item);
    const history = await ana.client.call('GET /operations/assignments/{kind}/{itemId}', {
      params: { kind: 'document', itemId: item },
    });
    expect(history.body.data[0]).toMatchObject({
      ...{ staffId: null, groupId: group.id, name: group.name, endedBy: 'Pessoa da Equipe' },
    });
  });

  it("comes after a member's own and before unassigned ones, and goes to one of them", async () => {
    await freeAll();
    const group = await groupOf(bia, caio);
    // The last ones in the queue, so that only the assignment can put them first.
    const waiting = await idsOf(ana.client);
    const [own = 0, ofGroup = 0] = [waiting.at(-1), waiting.at(-2)];
    await give(ana.client, own, { staffId: bia.staffId });
    await give(ana.client, ofGroup, { groupId: group.id });
    const take = async (client: Client) =>
      (await client.call('POST /operations/queues/{queue}/next', { params: { queue: QUEUE }, body: {} }))
        .body;
    const taken = [await take(bia.client), await take(bia.client), await take(bia.client)];
    expect(taken.map((one) => one?.itemId)).toEqual([own, ofGroup, expect.any(Number)]);
    expect([own, ofGroup]).not.toContain(taken[2]?.itemId);
    expect(taken[1]).toMatchObject({ assigned: { groupId: group.id, mine: true } });
    expect([(await take(caio.client))?.itemId].filter((id) => id === own || id === ofGroup)).toEqual([]);
    for (const { client } of [bia, caio]) {
      const mine = await client.call('GET /operations/queues/{queue}', {
        params: { queue: QUEUE },
        query: { mine: 'true' },
      });
      for (const { claim } of mine.body.data)
        await client.call('DELETE /operations/claims/{id}', { params: { id: claim?.claimId ?? 0 } });
    }
  });

  it('can be taken by a member; only the lead can unassign it from the group, or give it to one', async () => {
    await freeAll();
    const author = await personAt(harness, 'applied');
    await writeEssay(author.client, author.id);
    const lead = await staffIn(harness, [{ role: 'coordenacao', ...CUA }]);
    const banca = async () => staffIn(harness, [{ role: 'banca', ...CUA }]);
    const [one, two, stranger] = [await banca(), await banca(), await banca()];
    const { body: group } = await make(lead.client, [one, two]);
    const [essay = 0] = await idsOf(lead.client, undefined, 'essays');
    const to = async (client: Client, wish: To) => (await give(client, essay, wish, 'essay')).status;
    // A free one: only to herself.
    expect(await to(one.client, { groupId: group.id })).toBe(403);
    expect(await to(lead.client, { groupId: group.id })).toBe(204);
    expect(await to(stranger.client, { staffId: stranger.staffId })).toBe(403);
    expect(await to(stranger.client, { staffId: null })).toBe(403);
    expect(await to(one.client, { staffId: null })).toBe(403);
    expect(await to(one.client, { staffId: two.staffId })).toBe(403);
    expect(await to(one.client, { groupId: group.id })).toBe(403);
    expect(await to(one.client, { staffId: one.staffId })).toBe(204);
    expect(await to(two.client, { staffId: two.staffId })).toBe(403);
    expect(await to(one.client, { groupId: group.id })).toBe(403);
    expect(await to(one.client, { staffId: null })).toBe(204);
    expect(await idsOf(stranger.client, 'nobody', 'essays')).toContain(essay);
    // Nothing that a grader is shown about it names its author, or who had it.
    await to(lead.client, { groupId: group.id });
    const said = [
      await listed(two.client, 'me', 'essays'),
      (await two.client.call('GET /operations/essays/{id}', { params: { id: essay } })).body,
      (await two.client.call('GET /operations/queues/{queue}/assignees', { params: { queue: 'essays' } }))
        .body,
    ];
    expect(JSON.stringify(said)).not.toMatch(/subscriptionId":\d/);
    const history = await two.client.call('GET /operations/assignments/{kind}/{itemId}', {
      params: { kind: 'essay', itemId: essay },
    });
    expect(history.status).toBe(403);
    // A person who withdraws never gets it, although it stays with her group.
    const recused = await one.client.call('POST /operations/essays/{id}/recusal', {
      params: { id: essay },
      body: { reason: 'Conheço quem escreveu' },
    });
    expect(recused.status, JSON.stringify(recused.body)).toBe(204);
    expect(await to(one.client, { staffId: one.staffId })).toBe(422);
    expect(await idsOf(one.client, 'me', 'essays')).not.toContain(essay);
    expect(await next(one.client, 'essays')).not.toBe(essay);
    const ofOne = (await listed(one.client, undefined, 'essays')).data.find(({ itemId }) => itemId === essay);
    expect(ofOne).toMatchObject({ assigned: { groupId: group.id, mine: false }, skipped: true });
    expect(await next(two.client, 'essays')).toBe(essay);
    // Once everybody in the group has withdrawn, it is nobody's again and cannot be assigned to such a group.
    await two.client.call('POST /operations/essays/{id}/recusal', {
      params: { id: essay },
      body: { reason: 'Conheço quem escreveu' },
    });
    expect(await idsOf(stranger.client, 'nobody', 'essays')).toContain(essay);
    expect(await next(stranger.client, 'essays')).toBe(essay);
    expect(await to(lead.client, { groupId: group.id })).toBe(422);
  });

  it.each<[string, (group: { id: number; version: number }, member: Member) => Promise<unknown>]>([
    ['everybody of it lost her role', (_group, { staffId }) => endRole(staffId)],
    ['everybody was taken out', ({ id, version }) => change(ana.client, id, { version })],
    ['it ended', ({ id }) => end(ana.client, id)],
    [
      'the access of everybody ended',
      (_group, { staffId }) =>
        harness.operations.call('POST /operations/staff/{staffId}/state', {
          params: { staffId },
          body: { state: 'disabled', reason: 'Saiu' },
        }),
    ],
  ])('is unassigned again, offered and distributed, once %s', async (_when, happens) => {
    await freeAll();
    const dora = await staffIn(harness, SECRETARY);
    const group = await groupOf(dora);
    const [item = 0] = await idsOf(ana.client);
    await give(ana.client, item, { groupId: group.id });
    expect(await next(ana.client)).not.toBe(item);
    await happens(group, dora);
    expect(await whoseOf(ana.client, item)).toBeNull();
    expect(await idsOf(ana.client, 'nobody')).toContain(item);
    expect(await next(ana.client)).toBe(item);
    expect((await share(ana.client, { staffId: caio.staffId }, 1)).body).toEqual({ assigned: 1 });
    expect(await whoseOf(ana.client, item)).toMatchObject({ staffId: caio.staffId });
  });

  it('cannot be given to a group without anybody for it, to two at once, or by a call that names nobody', async () => {
    await freeAll();
    const grader = await staffIn(harness, [{ role: 'banca', ...CUA }]);
    const [empty, graders] = [await groupOf(), await groupOf(grader)];
    const [item = 0] = await idsOf(ana.client);
    for (const { id } of [empty, graders]) {
      const refused = await give(ana.client, item, { groupId: id });
      expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'groupId' }] }]);
      expect((await share(ana.client, { groupId: id })).body).toEqual({ assigned: 0 });
    }
    const group = await groupOf(bia);
    const both = { staffId: bia.staffId, groupId: group.id };
    expect((await give(ana.client, item, both)).status).toBeGreaterThanOrEqual(400);
    expect((await share(ana.client, both)).status).toBeGreaterThanOrEqual(400);
    expect((await share(ana.client, {})).status).toBeGreaterThanOrEqual(400);
    await give(ana.client, item, { groupId: group.id });
    expect((await give(ana.client, item, {})).status).toBeGreaterThanOrEqual(400);
    expect(await whoseOf(ana.client, item)).toMatchObject({ groupId: group.id });
    expect((await give(ana.client, item, { staffId: null })).status).toBe(204);
    expect(await whoseOf(ana.client, item)).toBeNull();
  });

  it('is distributed in the order of the queue, except what somebody else has or is recused from', async () => {
    await freeAll();
    const dora = await staffIn(harness, SECRETARY);
    const group = await groupOf(dora);
    const [first = 0, second = 0, third = 0, fourth = 0] = await idsOf(ana.client);
    await give(ana.client, first, { staffId: bia.staffId });
    const open = await caio.client.call('POST /operations/claims', {
      body: { kind: 'document', itemId: second },
    });
    const hers = await dora.client.call('POST /operations/claims', {
      body: { kind: 'document', itemId: third },
    });
    await harness.platform.db.tenant(tenantId).many(sql`
      insert into work_skip (tenant_id, kind, item_id, staff_id, recusal) values (${tenantId}, 'document', ${fourth},
        ${dora.staffId}, true) returning item_id`);
    const shared = await share(ana.client, { groupId: group.id }, 2);
    expect([shared.status, shared.body]).toEqual([200, { assigned: 2 }]);
    const got = await idsOf(dora.client, 'me');
    expect([got.length, got[0]]).toEqual([2, third]);
    for (const other of [first, second, fourth]) expect(got).not.toContain(other);
    await caio.client.call('DELETE /operations/claims/{id}', { params: { id: open.body.id } });
    await dora.client.call('DELETE /operations/claims/{id}', { params: { id: hers.body.id } });
  });

  it('ends with the decision', async () => {
    await freeAll();
    const group = await groupOf(bia);
    const [item = 0] = await idsOf(ana.client);
    await give(ana.client, item, { groupId: group.id });
    const { body } = await ana.client.call('GET /operations/documents/{id}', { params: { id: item } });
    const decided = await ana.client.call('POST /operations/documents/{id}/review', {
      params: { id: item },
      body: { decision: 'approved', version: body.version },
    });
    expect(decided.status).toBe(200);
    const left = (await groupsSeen(ana.client)).data.find(({ id }) => id === group.id);
    expect([left?.assigned, await countOf(bia.client)]).toEqual([0, 0]);
  });
});
