// Longer than other files: claims, skips and take-overs of two people go through the same queue in order.
import { QUEUE_NAMES, type QueueName } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { writeEssay } from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { deliverAll } from '../../testing/reviewing.ts';
import { staffIn } from '../../testing/staff.ts';
import type { OtherCount } from './count.ts';
import type { Queue } from './queue.ts';

let harness: Harness;
let of: FullPerson;
let bia: Client;
let caio: Client;
const CUA = { institutions: ['CUA01'] };

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  of = await fullPerson(harness, CANDIDATE_01);
  bia = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  caio = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
});
afterAll(() => harness?.stop());

const claim = (
  client: Client,
  body: { kind?: 'document' | 'essay'; itemId?: number; takeOver?: boolean } = {},
) => client.call('POST /operations/claims', { body: { kind: 'document', itemId: of.documentId, ...body } });

describe('queues', () => {
  it('count what waits, and show it', async () => {
    const { status, body } = await bia.call('GET /operations/queues', {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.queues.map(({ queue, count }) => [queue, count])).toEqual([
      ['selection-documents', 0],
      ['enrolment-documents', 1],
      ['discipline-analyses', 0],
      ['exam-scores', 0],
      ['questionnaires', 0],
      ['interview-requests', 0],
      ['interview-decisions', 0],
      ['stuck-papers', 0],
      ['student-numbers', 0],
      ['document-cases', 2],
      ['held-contacts', 0],
      ['failed-messages', 0],
    ]);
    const list = await bia.call('GET /operations/queues/{queue}', {
      params: { queue: 'enrolment-documents' },
    });
    expect(list.body.data.map(({ itemId, risk, claim: held }) => [itemId, risk, held])).toEqual([
      [of.documentId, 'none', null],
    ]);
  });
});

describe('a queue that cannot be counted', () => {
  const broken = async (names: readonly QueueName[], run: () => Promise<void>) => {
    const queues = harness.platform.queues as Record<QueueName, Queue>;
    const kept = { ...queues };
    for (const name of names) queues[name] = { ...kept[name], where: sql`w.no_such_column` };
    try {
      await run();
    } finally {
      Object.assign(queues, kept);
    }
  };

  it('says so and leaves the others unaffected', () =>
    broken(['selection-documents'], async () => {
      const { status, body } = await bia.call('GET /operations/queues', {});
      expect(status).toBe(200);
      expect(body.queues.map(({ queue, count }) => [queue, count])).toEqual([
        ['selection-documents', null],
        ['enrolment-documents', 1],
        ['discipline-analyses', 0],
        ['exam-scores', 0],
        ['questionnaires', 0],
        ['interview-requests', 0],
        ['interview-decisions', 0],
        ['stuck-papers', 0],
        ['student-numbers', 0],
        ['document-cases', 2],
        ['held-contacts', 0],
        ['failed-messages', 0],
      ]);
      expect(body.queues[0]).toMatchObject({ late: 0, atRisk: 0, mine: 0, oldestAt: null, track: [] });
    }));

  it('is a failure of the call where no other could be counted either', () =>
    broken([...QUEUE_NAMES], async () => {
      const { client: grader } = await staffIn(harness, [{ role: 'banca', ...CUA }]);
      const { status } = await grader.call('GET /operations/queues', {});
      expect(status).toBeGreaterThanOrEqual(500);
    }));

  it('does not affect approvals, and the other way round', async () => {
    const { client: ana } = await staffIn(harness, [
      { role: 'secretaria', ...CUA },
      { role: 'financeiro', ...CUA },
    ]);
    const published = async () =>
      (await ana.call('GET /operations/queues', {})).body.queues.map(({ queue, count }) => [queue, count]);
    await broken(['enrolment-documents'], async () => {
      expect(await published()).toContainEqual(['enrolment-documents', null]);
      expect(await published()).toContainEqual(['approvals', expect.any(Number)]);
    });
    const others = harness.platform.otherCounts as OtherCount[];
    const [approvals] = others;
    if (!approvals) throw new Error('No count of approvals');
    others[0] = { ...approvals, countOf: () => Promise.reject(new Error('no answer')) };
    try {
      expect(await published()).toContainEqual(['approvals', null]);
      expect(await published()).toContainEqual(['enrolment-documents', 1]);
    } finally {
      others[0] = approvals;
    }
  });
});

describe('a claim', () => {
  it('belongs to one person until it expires, is released or taken over', async () => {
    const first = await claim(bia);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const refused = await claim(caio);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'CLAIMED_BY_OTHER', by: 'Pessoa da Equipe' });
    const taken = await claim(caio, { takeOver: true });
    expect(taken.status).toBe(201);
    const kept = await bia.call('PUT /operations/claims/{id}', { params: { id: first.body.id } });
    expect([kept.status, kept.body]).toMatchObject([409, { code: 'CLAIMED_BY_OTHER' }]);
    const given = await caio.call('DELETE /operations/claims/{id}', { params: { id: taken.body.id } });
    expect(given.status).toBe(204);
  });

  it('comes with the next item; a skip hides that item for a day', async () => {
    const next = (client: Client) =>
      client.call('POST /operations/queues/{queue}/next', {
        params: { queue: 'enrolment-documents' },
        body: {},
      });
    const mine = await next(bia);
    expect(mine.status, JSON.stringify(mine.body)).toBe(200);
    expect(mine.body).toMatchObject({ itemId: of.documentId, claim: { mine: true } });
    expect((await next(caio)).status).toBe(204);
    const skipped = await bia.call('POST /operations/queues/{queue}/skips', {
      params: { queue: 'enrolment-documents' },
      body: { itemId: of.documentId },
    });
    expect(skipped.status).toBe(204);
    expect((await next(bia)).status).toBe(204);
    expect((await next(caio)).body).toMatchObject({ itemId: of.documentId });
    // The document list and page also show it to her; for anybody else nothing was skipped.
    const skippedFor = async (client: Client) => {
      const { body } = await client.call('GET /operations/queues/{queue}', {
        params: { queue: 'enrolment-documents' },
      });
      const list = await client.call('GET /operations/documents', {
        query: { subscriptionId: of.subscriptionId },
      });
      const page = await client.call('GET /operations/documents/{id}', { params: { id: of.documentId } });
      return [
        body.data.find(({ itemId }) => itemId === of.documentId)?.skipped,
        list.body.data.find(({ id }) => id === of.documentId)?.skipped,
        page.body.skipped,
      ];
    };
    expect(await skippedFor(bia)).toEqual([true, true, true]);
    expect(await skippedFor(caio)).toEqual([false, false, false]);
    expect(await skippedFor(harness.operations)).toEqual([false, false, false]);
    // As if a day had passed.
    const tenantId = await tenantIdOf(harness, 'alfa');
    await harness.platform.db.tenant(tenantId).many(sql`
      update work_skip set until = ${harness.clock.now()}::timestamptz where tenant_id = ${tenantId} returning item_id`);
    expect(await skippedFor(bia)).toEqual([false, false, false]);
  });
});

const keep = (client: Client, id: number) => client.call('PUT /operations/claims/{id}', { params: { id } });
const giveBack = (client: Client, id: number) =>
  client.call('DELETE /operations/claims/{id}', { params: { id } });
const release = async (client: Client, itemId: number) =>
  giveBack(client, (await claim(client, { itemId, takeOver: true })).body.id);

describe('a claim out of reach', () => {
  it('is another person’s or another tenant’s', async () => {
    const held = await claim(bia, { takeOver: true });
    expect((await giveBack(caio, held.body.id)).status).toBe(404);
    const beto = (await staffIn(harness, [{ role: 'secretaria' }], 'beta')).client;
    expect((await keep(beto, held.body.id)).status).toBe(404);
    expect((await giveBack(beto, held.body.id)).status).toBe(404);
    expect((await claim(beto)).status).toBe(404);
    const far = (await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }])).client;
    expect((await keep(far, held.body.id)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await claim(far)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await giveBack(bia, held.body.id)).status).toBe(204);
    expect((await keep(bia, held.body.id)).status).toBe(404);
  });

  it('needs the scope of its kind, and the lead scope to be taken over', async () => {
    const dora = (await staffIn(harness, [{ role: 'banca', ...CUA }])).client;
    expect((await claim(dora)).body).toMatchObject({ code: 'FORBIDDEN' });
    const essay = { kind: 'essay' as const, itemId: of.essayId };
    expect((await claim(bia, essay)).body).toMatchObject({ code: 'FORBIDDEN' });
    const tenantId = await tenantIdOf(harness, 'alfa');
    await harness.platform.db.tenant(tenantId).one(sql`
      update essay set state = 'finished', completed_date = started_at
      where tenant_id = ${tenantId} and id = ${of.essayId} returning id`);
    expect((await claim(dora, essay)).status).toBe(201);
    const eva = (await staffIn(harness, [{ role: 'banca', ...CUA }])).client;
    expect((await claim(eva, { ...essay, takeOver: true })).body).toMatchObject({ code: 'FORBIDDEN' });
    const fabio = (await staffIn(harness, [{ role: 'coordenacao', ...CUA }])).client;
    expect((await claim(fabio, { ...essay, takeOver: true })).status).toBe(201);
    const page = await fabio.call('GET /operations/queues/{queue}', { params: { queue: 'essays' } });
    expect(page.body.data).toMatchObject([
      { itemId: of.essayId, subscriptionId: null, claim: { mine: true } },
    ]);
  });
});

describe('claims are released at once', () => {
  const ends: readonly (readonly [
    string,
    (staffId: number, client: Client) => Promise<{ status: number }>,
  ])[] = [
    [
      'when a role ends',
      (staffId) =>
        harness.operations.call('PUT /operations/staff/{staffId}/grants', {
          params: { staffId },
          body: { grants: [] },
        }),
    ],
    [
      'when the sessions are ended',
      (staffId) =>
        harness.operations.call('DELETE /operations/staff/{staffId}/sessions', { params: { staffId } }),
    ],
    [
      'when the person is disabled',
      (staffId) =>
        harness.operations.call('POST /operations/staff/{staffId}/state', {
          params: { staffId },
          body: { state: 'disabled', reason: 'Saiu' },
        }),
    ],
    ['when she leaves', (_id, client) => client.call('DELETE /operations/staff/me/session', {})],
  ];
  it.each(ends)('%s', async (_when, end) => {
    const { client, staffId } = await staffIn(harness, [{ role: 'secretaria', ...CUA }]);
    expect((await claim(client)).status).toBe(201);
    expect((await claim(caio)).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await end(staffId, client)).status).toBeLessThan(300);
    expect((await claim(caio)).status).toBe(201);
    await release(caio, of.documentId);
  });
});

describe('several items', () => {
  let ids: number[];
  beforeAll(async () => {
    ids = await deliverAll(harness, await personAt(harness, 'paid', { person: inventedPerson(5) }));
  });
  const queue = { params: { queue: 'enrolment-documents' as const } };
  const next = async (client: Client, after?: number) =>
    (await client.call('POST /operations/queues/{queue}/next', { ...queue, body: { after } })).body?.itemId;

  it('are offered one after the other: the same application first, then from the beginning', async () => {
    const dora = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
    const [first = 0, ...rest] = ids;
    const seen: (number | undefined)[] = [first];
    for (const _ of rest) seen.push(await next(dora, seen.at(-1)));
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(await next(dora, seen.at(-1))).toBe(of.documentId);
    const mine = await dora.call('GET /operations/queues/{queue}', { ...queue, query: { mine: 'true' } });
    expect(mine.body.total).toBe(ids.length);
    expect((await dora.call('GET /operations/queues', {})).body.queues.map(({ mine: own }) => own)).toEqual([
      ...[0, ids.length, 0],
      ...[0, 0, 0, 0],
      ...[0, 0, 0, 0, 0],
    ]);
    await dora.call('DELETE /operations/staff/me/session', {});
  });

  it('are held up to the limit of their kind; beyond it the first one is released', async () => {
    const { client: dora, staffId } = await staffIn(harness, [{ role: 'secretaria', ...CUA }]);
    const tenantId = await tenantIdOf(harness, 'alfa');
    await claim(dora, { itemId: ids[0] ?? 0 });
    // As if she had taken many others since.
    await harness.platform.db.tenant(tenantId).many(sql`
      insert into work_claim (tenant_id, kind, item_id, institution_id, staff_id, session_id, since, until)
      select tenant_id, kind, item_id + 900000 + n, institution_id, staff_id, session_id, since + n * interval '1 second', until
      from work_claim, generate_series(1, 19) n
      where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`);
    await claim(dora, { itemId: ids[1] ?? 0 });
    const held = await harness.platform.db.tenant(tenantId).many<{ item: number }>(sql`
      select item_id as item from work_claim where tenant_id = ${tenantId} and staff_id = ${staffId}`);
    expect(held).toHaveLength(20);
    expect(held.map(({ item }) => item)).not.toContain(ids[0]);
    expect((await claim(caio, { itemId: ids[0] ?? 0 })).status).toBe(201);
    await dora.call('DELETE /operations/staff/me/session', {});
  });

  it('are published to team pages: claimed, released, decided', async () => {
    const tenantId = await tenantIdOf(harness, 'alfa');
    const itemId = ids[2] ?? 0;
    const held = await claim(caio, { itemId });
    await giveBack(caio, held.body.id);
    const { body } = await caio.call('GET /operations/documents/{id}', { params: { id: itemId } });
    await caio.call('POST /operations/documents/{id}/review', {
      params: { id: itemId },
      body: { decision: 'approved', version: body.version },
    });
    const published = await harness.platform.db
      .tenant(tenantId)
      .many<{ type: string; data: { by?: string } }>(sql`
      select type, data from staff_event where tenant_id = ${tenantId} and data->>'itemId' = ${String(itemId)} order by id`);
    expect(published.slice(-3).map(({ type, data }) => [type, data.by])).toEqual([
      ['item.claimed', 'Pessoa da Equipe'],
      ['item.claimed', undefined],
      ['item.decided', 'Pessoa da Equipe'],
    ]);
  });
});

describe('an assignment', () => {
  const assign = (
    client: Client,
    staffId: number | null,
    itemId = of.documentId,
    kind: 'document' | 'essay' = 'document',
  ) =>
    client.call('PUT /operations/assignments/{kind}/{itemId}', {
      params: { kind, itemId },
      body: { staffId, ...(staffId === null ? {} : { reason: 'Conhece o curso' }) },
    });
  const listed = async (
    client: Client,
    assigned?: 'me' | 'nobody',
    queue: QueueName = 'enrolment-documents',
  ) =>
    (
      await client.call('GET /operations/queues/{queue}', {
        params: { queue },
        query: assigned ? { assigned } : {},
      })
    ).body;
  const next = async (client: Client, queue: QueueName = 'enrolment-documents') =>
    client.call('POST /operations/queues/{queue}/next', { params: { queue }, body: {} });

  it('says whose an item is, shows it to everybody, and is skipped for all others', async () => {
    const dora = await staffIn(harness, [{ role: 'secretaria', ...CUA }]);
    const eli = await staffIn(harness, [{ role: 'secretaria', ...CUA }]);
    const item = (await listed(bia, 'nobody')).data[0]?.itemId ?? 0;
    const shown = async (client: Client, whose?: 'me' | 'nobody') =>
      (await listed(client, whose)).data.find(({ itemId }) => itemId === item)?.assigned;
    const giveBack = (client: Client, id = 0) =>
      client.call('DELETE /operations/claims/{id}', { params: { id } });
    expect((await assign(bia, dora.staffId, item)).status).toBe(204);
    expect(await shown(eli.client)).toMatchObject({
      ...{ staffId: dora.staffId, mine: false, by: 'Pessoa da Equipe' },
    });
    expect(await shown(dora.client, 'me')).toMatchObject({ mine: true });
    expect([(await listed(eli.client, 'me')).total, await shown(eli.client, 'nobody')]).toEqual([
      0,
      undefined,
    ]);
    const counts = (await dora.client.call('GET /operations/queues', {})).body.queues;
    expect(counts.find(({ queue }) => queue === 'enrolment-documents')).toMatchObject({ assigned: 1 });
    const elses = await next(eli.client);
    expect(elses.body?.itemId).not.toBe(item);
    await giveBack(eli.client, elses.body?.claim?.claimId);
    const own = await next(dora.client);
    expect([own.status, own.body?.itemId]).toEqual([200, item]);
    await giveBack(dora.client, own.body?.claim?.claimId);
    // It does not keep anybody from opening the item anyway.
    const claimed = await claim(eli.client, { itemId: item });
    expect(claimed.status).toBe(201);
    await giveBack(eli.client, claimed.body.id);
    // Given back, then assigned to somebody else; the history is kept.
    expect((await assign(dora.client, null, item)).status).toBe(204);
    expect((await assign(bia, eli.staffId, item)).status).toBe(204);
    const history = await bia.call('GET /operations/assignments/{kind}/{itemId}', {
      params: { kind: 'document', itemId: item },
    });
    expect(history.body.data).toMatchObject([
      { staffId: eli.staffId, endedAt: null, reason: 'Conhece o curso' },
      { staffId: dora.staffId, endedBy: 'Pessoa da Equipe' },
    ]);
    // A person who loses the role keeps no assignments.
    await harness.platform.db.tenant(await tenantIdOf(harness, 'alfa')).many(sql`
      update staff_grant set ended_at = granted_at, ended_by = 'Ana' where staff_id = ${eli.staffId} returning id`);
    expect(await shown(bia, 'nobody')).toBeNull();
    // A decision ends it.
    expect((await assign(bia, dora.staffId, item)).status).toBe(204);
    const { body } = await bia.call('GET /operations/documents/{id}', { params: { id: item } });
    await bia.call('POST /operations/documents/{id}/review', {
      params: { id: item },
      body: { decision: 'approved', version: body.version },
    });
    expect((await listed(dora.client, 'me')).total).toBe(0);
  });

  it('is refused to people who may not have it, and by people who may not give it', async () => {
    const grader = await staffIn(harness, [{ role: 'banca', ...CUA }]);
    const other = await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }]);
    const item = (await listed(bia, 'nobody')).data[0]?.itemId ?? 0;
    const refused = await assign(bia, grader.staffId, item);
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'staffId' }] }]);
    expect((await assign(bia, other.staffId, item)).status).toBe(422);
    expect((await assign(other.client, other.staffId, item)).status).toBe(404);
    expect((await assign(grader.client, grader.staffId, item)).status).toBe(403);
    const people = await bia.call('GET /operations/queues/{queue}/assignees', {
      params: { queue: 'enrolment-documents' },
    });
    const ids = people.body.data.map(({ staffId }) => staffId);
    expect(ids).not.toContain(grader.staffId);
    expect(ids).not.toContain(other.staffId);
  });

  it('of essays is given only by the lead; a grader takes a free one and gives their own back, and sees no others', async () => {
    const author = await personAt(harness, 'applied');
    await writeEssay(author.client, author.id);
    const lead = await staffIn(harness, [{ role: 'coordenacao', ...CUA }]);
    const [one, two] = [
      await staffIn(harness, [{ role: 'banca', ...CUA }]),
      await staffIn(harness, [{ role: 'banca', ...CUA }]),
    ];
    const shared = await lead.client.call('POST /operations/queues/{queue}/assignments', {
      params: { queue: 'essays' },
      body: { staffId: one.staffId, count: 100 },
    });
    const mine = (await listed(one.client, 'me', 'essays')).data;
    expect([shared.status, shared.body.assigned]).toEqual([200, mine.length]);
    const byGrader = await one.client.call('POST /operations/queues/{queue}/assignments', {
      params: { queue: 'essays' },
      body: { staffId: one.staffId, count: 1 },
    });
    expect(byGrader.status).toBe(403);
    const [first] = mine;
    expect(first).toBeDefined();
    for (const { itemId } of first ? [first] : []) {
      expect((await assign(two.client, two.staffId, itemId, 'essay')).status).toBe(403);
      expect((await assign(one.client, two.staffId, itemId, 'essay')).status).toBe(403);
      expect((await assign(one.client, null, itemId, 'essay')).status).toBe(204);
      expect((await assign(two.client, two.staffId, itemId, 'essay')).status).toBe(204);
      const history = await two.client.call('GET /operations/assignments/{kind}/{itemId}', {
        params: { kind: 'essay', itemId },
      });
      expect(history.status).toBe(403);
      expect(JSON.stringify((await listed(two.client, 'me', 'essays')).data)).not.toMatch(
        /subscriptionId":\d/,
      );
    }
  });
});
