import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { apply, signUp, writeEssay } from '../../../testing/journey.ts';
import { CANDIDATE_01 } from '../../../testing/people.ts';
import { allRoutes } from '../../routes.ts';

let harness: Harness;
let tenantId: number;
let candidate: Client;
let subscriptionId: number;
let essayId: number;

const holder = async (given: {
  scopes: string[];
  tenant?: string;
  institutions?: string[];
}): Promise<Client> => {
  const answer = await harness.operations.call('POST /operations/tokens', {
    body: { name: 'Sistema', tenant: 'alfa', expiresAt: '2027-01-12T10:00:00-03:00', ...given } as never,
  });
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${answer.body.token}`, 'x-operator': 'Banca' };
  return client;
};
const EVERYTHING = ['subscriptions', 'essays', 'documents', 'students', 'messages'];
/** Sets the status of an application directly, as a fixture. */
const placeAt = (status: number) =>
  harness.platform.db.tenant(tenantId).one(sql`
    update subscription set status = ${status} where tenant_id = ${tenantId} and id = ${subscriptionId} returning id`);

beforeAll(async () => {
  harness = await startHarness();
  const row = await harness.platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = 'alfa'`,
  );
  tenantId = row?.id ?? 0;
  candidate = harness.visitor();
  await signUp(candidate, CANDIDATE_01);
  subscriptionId = (await apply(candidate)).id;
  essayId = await writeEssay(candidate, subscriptionId);
});
afterAll(() => harness.stop());

describe('applications as seen by operations', () => {
  it('are listed with their applicant and filtered by status, institution and change', async () => {
    const list = (query: Record<string, string | number>) =>
      harness.operations.call('GET /operations/subscriptions', { query });
    const all = await list({});
    expect(all.body).toMatchObject({ page: 1, pageSize: 20, total: 1 });
    expect(all.body.data[0]).toMatchObject({
      id: subscriptionId,
      subscriptionStatus: 1,
      courseCode: 'ADM',
      person: {
        name: 'Candidata Um',
        document: '11122233396',
        email: 'um@exemplo.test',
        cellPhone: '31900000001',
      },
      attention: [],
    });
    expect((await list({ state: '1,3', institution: 'CUA01' })).body.total).toBe(1);
    expect((await list({ state: '7' })).body.total).toBe(0);
    expect((await list({ institution: 'EPA01' })).body.total).toBe(0);
    expect((await list({ updatedSince: '2026-01-13T00:00:00-03:00' })).body.total).toBe(0);
    expect((await list({ state: 'approved' })).status).toBe(422);
    expect((await list({ updatedSince: 'yesterday' })).status).toBe(422);
    expect((await list({ pageSize: 101 })).status).toBe(422);
  });

  it('are shown completely, with their history', async () => {
    const { status, body } = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: subscriptionId },
    });
    expect(status).toBe(200);
    expect(body.history).toMatchObject([
      { from: null, to: 1, event: 'create', actor: 'candidate', reason: null },
    ]);
    expect(body).toMatchObject({ acceptances: [], payments: [], attention: [], isPaid: false });
  });

  it('answer 404 for another tenant, another institution or another kind of id', async () => {
    const beta = await holder({ tenant: 'beta', scopes: EVERYTHING });
    const epa = await holder({ scopes: EVERYTHING, institutions: ['EPA01'] });
    const cua = await holder({ scopes: EVERYTHING, institutions: ['CUA01'] });
    for (const client of [beta, epa]) {
      expect((await client.call('GET /operations/subscriptions')).body.total).toBe(0);
      expect((await client.call('GET /operations/essays')).body.total).toBe(0);
      expect((await client.call('GET /operations/documents')).body.total).toBe(0);
      expect((await client.call('GET /operations/notifications')).body.total).toBe(0);
      for (const status of [
        (await client.call('GET /operations/subscriptions/{id}', { params: { id: subscriptionId } })).status,
        (await client.call('GET /operations/essays/{id}', { params: { id: essayId } })).status,
        (
          await client.call('POST /operations/essays/{id}/grade', {
            params: { id: essayId },
            body: {} as never,
          })
        ).status,
        (
          await client.call('PUT /operations/subscriptions/{id}/student', {
            params: { id: subscriptionId },
            body: {} as never,
          })
        ).status,
        (await client.call('GET /operations/documents/files/{fileId}', { params: { fileId: 6101 } })).status,
      ]) {
        expect(status).toBe(404);
      }
    }
    expect((await cua.call('GET /operations/subscriptions')).body.total).toBe(1);
    expect((await cua.call('GET /operations/subscriptions/{id}', { params: { id: 'x' } })).status).toBe(404);
  });
});

describe('a long list', () => {
  const ask = (query: Record<string, string | number>, client = harness.operations) =>
    client.call('GET /operations/notifications', { query });

  it('is paged by its cursor, each row once, also where times are equal', async () => {
    await harness.platform.db.tenant(tenantId).one(sql`
      insert into notification (tenant_id, template, channel, recipient, data, dedupe_key, state, next_attempt_at,
        created_at)
      select ${tenantId}::bigint, 'N-05', 'email', 'um@exemplo.test', '{}', 'walk:' || n, 'failed', at, at
      from generate_series(1, 1100) n, lateral (select timestamptz '2026-01-12 12:00:00Z' + n / 4 * interval '1 microsecond' as at) x
      returning id`);
    const seen: number[] = [];
    let query: Record<string, string | number> = { pageSize: 100 };
    for (let page = 1; ; page++) {
      const { body, status } = await ask(query);
      expect([status, body.page, body.total, body.totalCapped]).toEqual([200, page, 1000, true]);
      seen.push(...body.data.map(({ id }) => id));
      if (!body.nextCursor) break;
      query = { pageSize: 100, cursor: body.nextCursor };
    }
    const all = await harness.platform.db.tenant(tenantId).many<{ id: number }>(sql`
      select id from notification where tenant_id = ${tenantId} order by coalesce(sent_at, created_at) desc, id desc`);
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('has pages up to a thousand rows and accepts only its own cursors', async () => {
    expect((await ask({ page: 10, pageSize: 100 })).body.data).toHaveLength(100);
    expect((await ask({ page: 11, pageSize: 100 })).status).toBe(422);
    const { nextCursor } = (await ask({ pageSize: 3 })).body;
    expect((await ask({ page: 2, cursor: String(nextCursor) })).status).toBe(422);
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const value of [null, {}, [1, 2], ['1', 2, 3], [-1, 2, 3], [9e15, 2, 3], [1.5, 2, 3], [1, 'x', 3]])
      expect((await ask({ cursor: forged(value) })).status, JSON.stringify(value)).toBe(422);
    const beta = await holder({ tenant: 'beta', scopes: EVERYTHING });
    expect((await ask({ cursor: String(nextCursor) }, beta)).body.data).toEqual([]);
  });
});

describe('essays', () => {
  it('are read without author names, with the share of text found in others', async () => {
    const { body } = await harness.operations.call('GET /operations/essays', {
      query: { state: 'finished' },
    });
    expect(body.data[0]).toMatchObject({
      id: essayId,
      subscriptionId,
      course: 'Administração',
      attempt: 1,
      wordCount: 180,
      similarity: { max: 0, essayId: null, suspected: false },
      state: 'finished',
      dueBy: '2026-01-13T10:00:00-03:00',
    });
    expect(JSON.stringify(body)).not.toContain('Candidata');
  });

  it('are graded once; afterwards their state is returned', async () => {
    const graders = await holder({ scopes: ['essays'], institutions: ['CUA01'] });
    const send = (body: object) =>
      graders.call('POST /operations/essays/{id}/grade', { params: { id: essayId }, body: body as never });
    expect((await send({ score: 1001, hasPlagiarism: false })).status).toBe(422);
    const graded = await send({ score: 720, hasPlagiarism: false, feedback: 'Bom texto.' });
    expect([graded.status, graded.body]).toEqual([
      200,
      { id: essayId, state: 'graded', subscriptionId, status: 3 },
    ]);
    const again = await send({ score: 100, hasPlagiarism: false });
    expect([again.status, again.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect(again.body).toMatchObject({ status: 3, state: 'graded' });
  });

  it('give the same answer to the same key', async () => {
    const other = harness.visitor();
    await signUp(other, {
      ...CANDIDATE_01,
      name: 'Candidato Dois',
      cpf: '22233344405',
      email: 'dois@exemplo.test',
      cellPhone: '31900000002',
    });
    const second = await writeEssay(other, (await apply(other)).id);
    const send = () =>
      harness.operations.call('POST /operations/essays/{id}/grade', {
        params: { id: second },
        headers: { 'idempotency-key': 'grade-1' },
        body: { score: 500, hasPlagiarism: false },
      });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
  });
});

describe('the student number', () => {
  const put = (number: string, id = subscriptionId) =>
    harness.operations.call('PUT /operations/subscriptions/{id}/student', {
      params: { id },
      body: { studentLyceumId: number },
    });

  it('is for enrolled candidates, once per institution', async () => {
    const early = await put('20260001');
    expect([early.status, early.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect(early.body).toMatchObject({ status: 3 });
    await placeAt(7);
    const done = await put('20260001');
    expect([done.status, done.body]).toEqual([
      200,
      { id: subscriptionId, state: 'registered', subscriptionId, status: 7 },
    ]);
    expect((await put('20260001')).status).toBe(200);
    expect((await put('  ')).status).toBe(422);

    const list = await harness.operations.call('GET /operations/subscriptions');
    const other = list.body.data.find(({ id }) => id !== subscriptionId)?.id ?? 0;
    await harness.platform.db.tenant(tenantId).one(sql`
      update subscription set status = 7 where tenant_id = ${tenantId} and id = ${other} returning id`);
    const taken = await put('20260001', other);
    expect([taken.status, taken.body.code]).toEqual([409, 'STUDENT_NUMBER_TAKEN']);
    expect((await put('20260002', other)).status).toBe(200);
  });

  it('is notified live and by e-mail, once', async () => {
    const events = await harness.platform.db.tenant(tenantId).many(sql`
      select data from outbox_event where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and type = 'student.registered'`);
    expect(events).toEqual([{ data: { studentLyceumId: '20260001' } }]);
    const { body } = await harness.operations.call('GET /operations/notifications', {
      query: { subscriptionId },
    });
    expect(body.data.filter(({ template }) => template === 'N-27')).toMatchObject([
      { channel: 'email', to: 'u***@e***.test' },
    ]);
  });
});

describe('a production start', () => {
  it('has no test controls', () => {
    const keys = allRoutes({ config: {} } as never).map(({ key }) => key as string);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => key.includes('simulator'))).toEqual([]);
  });
});

describe('filters of applications', () => {
  const ask = (
    query: { of: string; q?: string; code?: string; institution?: string },
    client = harness.operations,
  ) => client.call('GET /operations/filter-choices', { query: query as never });

  it('find the course by words of its name in any order, without accents, and by its code', async () => {
    const found = await ask({ of: 'course', q: 'ADMINISTRACAO' });
    expect(found.body.map(({ code, name }) => [code, name])).toContainEqual(['ADM', 'Administração']);
    expect((await ask({ of: 'course', code: 'ADM' })).body).toHaveLength(1);
    expect((await ask({ of: 'course', q: 'nada assim' })).body).toEqual([]);
    for (const of of ['course', 'pole', 'offer', 'intake']) {
      const { status, body } = await ask({ of });
      expect([of, status, body.length > 0, body.length <= 20]).toEqual([of, 200, true, true]);
      expect(new Set(body.map(({ code }) => code)).size).toBe(body.length);
    }
    expect((await ask({ of: 'intake' })).body[0]?.note).toMatch(
      /^\d{2}\/\d{2}\/\d{4} a \d{2}\/\d{2}\/\d{4}$/,
    );
    expect((await ask({ of: 'status' })).status).toBe(422);
  });

  it("list only the caller's institutions", async () => {
    const limited = await holder({ scopes: ['subscriptions'], institutions: ['EPA01'] });
    for (const of of ['course', 'pole', 'offer', 'intake']) {
      const { body } = await ask({ of }, limited);
      expect([of, body.every(({ institutionCode }) => institutionCode === 'EPA01')]).toEqual([of, true]);
      expect((await ask({ of, institution: 'CUA01' }, limited)).body).toEqual([]);
    }
  });
});
