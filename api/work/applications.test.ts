import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberless, sendSelection, transferAsked, transferSent } from '../../testing/application-items.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { listDocuments } from '../../testing/requests.ts';
import { decideDocument } from '../../testing/reviewing.ts';
import { staffIn } from '../../testing/staff.ts';
import { teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';
import type { Service } from '../platform/http/context.ts';
import { settleAnalyses } from '../subscription/analysis-wait.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { claimable } from './claims.ts';

type Name = 'discipline-analyses' | 'student-numbers';
const HOUR = 3600_000;
const CUA = { institutions: ['CUA01'] };

let harness: Harness;
let tenantId: number;
let bia: Client;
let caio: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
beforeEach(async () => {
  // Nothing from the previous test is pending any more.
  await on().many(sql`update subscription set status = 13 where tenant_id = ${tenantId} returning id`);
  bia = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  caio = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(tenantId);
const listOf = async (client: Client, queue: Name, query = {}) => {
  const { status, body } = await client.call('GET /operations/queues/{queue}', { params: { queue }, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const numbersIn = async (queue: Name, client = bia) =>
  (await listOf(client, queue)).map(({ itemId }) => itemId);
const countOf = async (queue: Name, client = bia) =>
  (await client.call('GET /operations/queues', {})).body.queues.find((one) => one.queue === queue);
const next = (client: Client, queue: Name, after?: number) =>
  client.call('POST /operations/queues/{queue}/next', { params: { queue }, body: { after } });
const claim = (client: Client, itemId: number, takeOver = false) =>
  client.call('POST /operations/claims', { body: { kind: 'application', itemId, takeOver } });
const pageOf = async (client: Client, id: number) =>
  (await client.call('GET /operations/subscriptions/{id}', { params: { id } })).body;
const give = (client: Client, id: number, studentLyceumId: string, version?: number) =>
  client.call('PUT /operations/subscriptions/{id}/student', {
    params: { id },
    body: { studentLyceumId, version },
  });
const analyse = (client: Client, id: number, version?: number, favourable = true) =>
  client.call('POST /operations/subscriptions/{id}/discipline-analysis', {
    params: { id },
    body: { favourable, accepted: [], version },
  });
const published = (itemId: number) =>
  on().many<{ type: string; by: string | null }>(sql`
    select type, data->>'by' as by from staff_event
    where tenant_id = ${tenantId} and data->>'kind' = 'application' and data->>'itemId' = ${String(itemId)} order by id`);
/** The stored column matches the rule for every application. */
const expectKept = async () => expect(await settleAnalyses(harness.platform, tenantId)).toBe(0);

let numbers = 0;
const newNumber = () => `N-${++numbers}`;

describe('a student without a student number', () => {
  it('waits in the order of enrolment, at risk after a day and late after three', async () => {
    const [first, second, third] = [
      await numberless(harness),
      await numberless(harness),
      await numberless(harness),
    ];
    const ago = (hours: number) => new Date(harness.clock.now().getTime() - hours * HOUR);
    for (const [who, hours] of [
      [first, 1],
      [second, 73],
      [third, 25],
    ] as const)
      await on().one(sql`update subscription set enrolled_at = ${ago(hours)}::timestamptz
        where tenant_id = ${tenantId} and id = ${who.id} returning id`);
    const shown = await listOf(bia, 'student-numbers');
    expect(shown.map(({ itemId, risk }) => [itemId, risk])).toEqual([
      [second.id, 'late'],
      [third.id, 'at-risk'],
      [first.id, 'none'],
    ]);
    expect(shown[0]).toMatchObject({
      kind: 'application',
      subscriptionId: second.id,
      institutionCode: 'CUA01',
      claim: null,
    });
    expect(shown[0]?.title).not.toContain('Candidata');
    expect(await countOf('student-numbers')).toMatchObject({
      label: 'Sem número de matrícula',
      count: 3,
      late: 1,
      atRisk: 1,
    });
    const page = await listOf(bia, 'student-numbers', { pageSize: 1 });
    expect(page.map(({ itemId }) => itemId)).toEqual([second.id]);
  });

  it('leaves the queue with the number, and returns with another enrolment', async () => {
    const { id } = await numberless(harness);
    expect(await numbersIn('student-numbers')).toEqual([id]);
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await on().one(
      sql`update subscription set status = 8 where tenant_id = ${tenantId} and id = ${id} returning id`,
    );
    expect(await numbersIn('student-numbers')).toEqual([]);
    await on().one(
      sql`update subscription set status = 7 where tenant_id = ${tenantId} and id = ${id} returning id`,
    );
    expect(await numbersIn('student-numbers')).toEqual([id]);
    const { version } = await pageOf(bia, id);
    expect((await give(bia, id, newNumber(), version)).status).toBe(200);
    expect(await numbersIn('student-numbers')).toEqual([]);
    expect((await pageOf(bia, id)).work).toBeNull();
  });

  it('is decided once, by the member who claimed them, and everybody is notified', async () => {
    const { id } = await numberless(harness);
    const mine = await next(bia, 'student-numbers');
    expect(mine.status, JSON.stringify(mine.body)).toBe(200);
    expect(mine.body).toMatchObject({ itemId: id, claim: { mine: true } });
    expect((await next(caio, 'student-numbers')).status).toBe(204);
    const { version, work } = await pageOf(caio, id);
    expect(work).toMatchObject({ queue: 'student-numbers', claim: { mine: false, by: 'Pessoa da Equipe' } });
    const refused = await give(caio, id, newNumber(), version);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'CLAIMED_BY_OTHER', by: 'Pessoa da Equipe' },
    ]);
    expect((await give(bia, id, newNumber())).body).toMatchObject({ code: 'VERSION_REQUIRED' });
    const stale = await give(bia, id, newNumber(), version + 1);
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'VERSION_CONFLICT', version }]);
    expect((await give(bia, id, newNumber(), version)).status).toBe(200);
    expect(await published(id)).toEqual([
      { type: 'item.claimed', by: 'Pessoa da Equipe' },
      { type: 'item.decided', by: 'Pessoa da Equipe' },
    ]);
    expect(
      await on().many(sql`select 1 from work_claim where tenant_id = ${tenantId} and item_id = ${id}`),
    ).toEqual([]);
    // Somebody who looked in the meantime cannot decide on what they have not seen.
    expect((await give(caio, id, newNumber(), version)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
  });

  it('is never refused to a system because of a claim, and the claim is released', async () => {
    const { id } = await numberless(harness);
    await next(bia, 'student-numbers');
    expect((await give(harness.operations, id, newNumber())).status).toBe(200);
    expect((await published(id)).at(-1)).toMatchObject({ type: 'item.decided' });
    expect((await bia.call('GET /operations/queues', {})).body.queues.map(({ mine }) => mine)).not.toContain(
      1,
    );
  });

  it('is not offered again for a day to a member who skipped, and can be taken over', async () => {
    const { id } = await numberless(harness);
    await next(bia, 'student-numbers');
    const skipped = await bia.call('POST /operations/queues/{queue}/skips', {
      params: { queue: 'student-numbers' },
      body: { itemId: id },
    });
    expect(skipped.status).toBe(204);
    expect((await next(bia, 'student-numbers')).status).toBe(204);
    expect((await pageOf(bia, id)).work).toMatchObject({ skipped: true, claim: null });
    expect((await next(caio, 'student-numbers')).body).toMatchObject({ itemId: id });
    expect((await claim(bia, id)).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await claim(bia, id, true)).status).toBe(201);
  });
});

describe('an analysis of disciplines', () => {
  it('waits since every required document has a clean file', async () => {
    const who = await transferAsked(harness);
    expect(who.required.length).toBeGreaterThan(1);
    const [last = 0, ...others] = who.required;
    await sendSelection(harness, who, others);
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await sendSelection(harness, who, [last]);
    const [item] = await listOf(bia, 'discipline-analyses');
    expect(item).toMatchObject({ itemId: who.id, kind: 'application', risk: 'none', subscriptionId: who.id });
    expect(new Date(item?.waitingSince ?? 0)).toEqual(harness.clock.now());
    expect(Date.parse(item?.dueAt ?? '') - Date.parse(item?.waitingSince ?? '')).toBe(48 * HOUR);
    await expectKept();
  });

  it('pauses while a document is requested again, and a new file is another version', async () => {
    const who = await transferSent(harness);
    const { version } = await pageOf(bia, who.id);
    const [first = 0, second = 0] = who.required;
    const { body } = await who.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: who.id },
    });
    const file = body.find(({ documentId }) => documentId === first)?.files[0]?.fileId ?? 0;
    await who.client.call('DELETE /candidate/documents/files/{fileId}', { params: { fileId: file } });
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await expectKept();
    await sendSelection(harness, who, [first]);
    expect(await numbersIn('discipline-analyses')).toEqual([who.id]);
    expect((await analyse(bia, who.id, version)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
    await decideDocument(bia, second, { decision: 'rejected', note: 'Falta a segunda página.' });
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await expectKept();
    await decideDocument(bia, second, { decision: 'waived' });
    expect(await numbersIn('discipline-analyses')).toEqual([who.id]);
    await expectKept();
    // One of two files of a document is gone: the analysis stays pending, but was seen with both.
    await sendSelection(harness, who, [first]);
    const before = await pageOf(bia, who.id);
    const again = await who.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: who.id },
    });
    const [one] = again.body.find(({ documentId }) => documentId === first)?.files ?? [];
    await who.client.call('DELETE /candidate/documents/files/{fileId}', {
      params: { fileId: one?.fileId ?? 0 },
    });
    expect((await analyse(bia, who.id, before.version)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(await numbersIn('discipline-analyses')).toEqual([who.id]);
  });

  it('is decided by the member who claimed it, and leaves the queue, whatever was found', async () => {
    const who = await transferSent(harness);
    const other = await transferSent(harness);
    expect((await next(bia, 'discipline-analyses')).body).toMatchObject({ itemId: who.id });
    expect((await next(caio, 'discipline-analyses')).body).toMatchObject({ itemId: other.id });
    const { version } = await pageOf(caio, who.id);
    expect((await analyse(caio, who.id, version)).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await analyse(bia, who.id)).body).toMatchObject({ code: 'VERSION_REQUIRED' });
    expect((await analyse(bia, who.id, version)).body).toMatchObject({ state: 'favourable', status: 10 });
    expect((await published(who.id)).at(-1)).toEqual({ type: 'item.decided', by: 'Pessoa da Equipe' });
    const seen = (await pageOf(caio, other.id)).version;
    expect((await analyse(caio, other.id, seen, false)).body).toMatchObject({ state: 'unfavourable' });
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await expectKept();
  });

  it('follows the setting of its offer, and ends with its status', async () => {
    const who = await transferSent(harness);
    const set = async (value: boolean) => {
      await on().one(sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        select ${tenantId}::bigint, 'offer', offer_id, 'DisciplineDocumentCheckEnabled', ${JSON.stringify(value)}::jsonb
        from subscription where tenant_id = ${tenantId} and id = ${who.id}
        on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value
        returning internal_value`);
      return settleAnalyses(harness.platform, tenantId);
    };
    expect(await set(false)).toBe(1);
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    expect(await set(true)).toBe(1);
    expect(await numbersIn('discipline-analyses')).toEqual([who.id]);
    await harness.operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id: who.id },
      body: { event: 'disqualified', reason: 'Engano' },
    });
    expect(await numbersIn('discipline-analyses')).toEqual([]);
    await expectKept();
  });
});

describe('an application as a work item', () => {
  it('is hidden from other institutions and tenants', async () => {
    const { id } = await numberless(harness);
    const far = (await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }])).client;
    expect(await numbersIn('student-numbers', far)).toEqual([]);
    expect((await next(far, 'student-numbers')).status).toBe(204);
    expect((await claim(far, id)).status).toBe(404);
    const beto = (await staffIn(harness, [{ role: 'secretaria' }], 'beta')).client;
    expect(await numbersIn('student-numbers', beto)).toEqual([]);
    expect((await claim(beto, id)).status).toBe(404);
    expect((await give(beto, id, newNumber(), 1)).status).toBe(404);
    const dora = (await staffIn(harness, [{ role: 'banca', ...CUA }])).client;
    expect((await claim(dora, id)).status).toBe(403);
    expect(await countOf('student-numbers', dora)).toBeUndefined();
  });

  it('can be claimed only while it waits', async () => {
    const { id } = await transferAsked(harness);
    expect((await claim(bia, id)).status).toBe(404);
  });

  it('can be claimed only with the permission of its own queue', async () => {
    const tenant = await tenantByAlias(harness.platform, 'alfa');
    if (!tenant) throw new Error('no tenant');
    const ids = {
      'student-numbers': (await numberless(harness)).id,
      'discipline-analyses': (await transferSent(harness)).id,
    };
    const tries = async (scope: 'students' | 'documents.review', id: number) => {
      const service = { scopes: [scope], institutions: ['CUA01'], development: false } as unknown as Service;
      return harness.platform.db
        .write(tenantId, (tx) =>
          claimable(tx, { platform: harness.platform, tenant, service }, 'application', id),
        )
        .then(
          () => 'taken',
          (error: { code?: string }) => error.code,
        );
    };
    expect(await tries('students', ids['student-numbers'])).toBe('taken');
    expect(await tries('documents.review', ids['student-numbers'])).toBe('FORBIDDEN');
    expect(await tries('documents.review', ids['discipline-analyses'])).toBe('taken');
    expect(await tries('students', ids['discipline-analyses'])).toBe('FORBIDDEN');
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Números', tenant: 'alfa', scopes: ['students'], expiresAt: '2027-01-12T10:00:00-03:00' },
    });
    const system = harness.visitor();
    system.token = body.token;
    expect((await system.call('GET /operations/queues', {})).body.queues.map(({ queue }) => queue)).toEqual([
      'student-numbers',
    ]);
    const barred = await system.call('GET /operations/queues/{queue}', {
      params: { queue: 'discipline-analyses' },
    });
    expect(barred.status).toBe(404);
  });
});

describe('the queues of applications', () => {
  it('are published when something comes in: the last clean file, and the enrolment', async () => {
    const line = teamLine(harness.url, await ticketFor(bia));
    await line.opened;
    const queueEvents = () =>
      line.events.flatMap(({ type, data }) => (type === 'queue.changed' ? [String(data.queue)] : []));
    await transferSent(harness);
    await until(
      async () => queueEvents(),
      (queues) => queues.includes('discipline-analyses'),
    );
    const who = await personAt(harness, 'paid', { person: inventedPerson(71) });
    const { body } = await listDocuments(who.client, who.subscriptionId);
    const before = queueEvents().filter((queue) => queue === 'student-numbers').length;
    for (const { documentId } of body.filter(({ stage, required }) => stage === 'enrollment' && required))
      await harness.operations.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'waived' },
      });
    await until(
      async () => queueEvents().filter((queue) => queue === 'student-numbers').length,
      (count) => count > before,
    );
    expect(await numbersIn('student-numbers')).toEqual([who.subscriptionId]);
    line.close();
  });

  it('contain what waited before they existed', async () => {
    const waiting = await transferSent(harness);
    const asked = await transferAsked(harness);
    const { id } = await numberless(harness);
    const text = readFileSync(join(import.meta.dirname, '../migrations/0061_application_queues.sql'), 'utf8');
    const fills = text.match(/^(?:update subscription|with setting)[^;]+;/gm) ?? [];
    expect(fills).toHaveLength(2);
    await on().many(sql`
      update subscription set enrolled_at = null, analysis_since = null, analysis_due_at = null
      where tenant_id = ${tenantId} returning id`);
    await harness.platform.db.asOwner(async (run) => {
      for (const fill of fills) await run(fill);
    });
    expect(await numbersIn('discipline-analyses')).toEqual([waiting.id]);
    expect(await numbersIn('discipline-analyses')).not.toContain(asked.id);
    expect(await numbersIn('student-numbers')).toEqual([id]);
    await expectKept();
  });
});
