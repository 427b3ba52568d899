import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission } from '../../../testing/admission.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { staffIn } from '../../../testing/staff.ts';

let harness: Harness;
let at: Admission;
let fabio: Client;
let gil: { client: Client; staffId: number };
let hugo: { client: Client; staffId: number };
const EPA = { institutions: ['EPA01'] };

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  at = await admission(harness);
  fabio = (await staffIn(harness, [{ role: 'coordenacao', institutions: null }])).client;
  gil = await staffIn(harness, [{ role: 'entrevistas', ...EPA }]);
  hugo = await staffIn(harness, [{ role: 'entrevistas', ...EPA }]);
});
afterAll(() => harness?.stop());

/** Requests an interview as a candidate; returns its id. */
async function asked(): Promise<{ id: number; subscriptionId: number }> {
  const who = await at.beforeInterview('MBA-GESTAO');
  await at.ask(who, 'email');
  const row = await at.on().one<{ id: number }>(sql`
    select id from interview where tenant_id = ${at.tenantId} and subscription_id = ${who.id}`);
  return { id: row?.id ?? 0, subscriptionId: who.id };
}
const page = async (id: number, client = fabio) =>
  (await client.call('GET /operations/interviews/{id}', { params: { id } })).body;
type Given = { at: string; minutes?: number; interviewerId?: number | null; version?: number };
const appoint = async (client: Client, id: number, given: Given) =>
  client.call('PUT /operations/interviews/{id}/appointment', {
    params: { id },
    body: { version: (await page(id)).version, ...given },
  });
const messagesOf = async (subscriptionId: number) =>
  (
    await at.on().many<{ said: string }>(sql`
      select template || ' ' || coalesce(data->>'variante', '') as said from notification
      where tenant_id = ${at.tenantId} and subscription_id = ${subscriptionId} and channel = 'email'
        and template = 'N-15' and data->>'variante' <> 'pedido' order by id`)
  ).map(({ said }) => said);

describe('an appointment', () => {
  it('blocks its interviewer for its whole duration', async () => {
    const [first, second] = [await asked(), await asked()];
    const interviewerId = gil.staffId;
    expect((await appoint(fabio, first.id, { at: '2026-01-20T14:00:00-03:00', interviewerId })).status).toBe(
      200,
    );
    const busy = await appoint(fabio, second.id, { at: '2026-01-20T14:15:00-03:00', interviewerId });
    expect(busy.body).toMatchObject({
      code: 'INTERVIEWER_BUSY',
      message: 'Pessoa da Equipe já tem entrevista neste horário.',
    });
    expect((await appoint(fabio, second.id, { at: '2026-01-20T13:45:00-03:00', interviewerId })).status).toBe(
      409,
    );
    expect((await appoint(fabio, second.id, { at: '2026-01-20T14:30:00-03:00', interviewerId })).status).toBe(
      200,
    );
    expect((await appoint(fabio, first.id, { at: '2026-01-20T14:15:00-03:00', interviewerId })).status).toBe(
      409,
    );
  });

  it('is refused if another one is made for the same time at the same moment', async () => {
    const both = [await asked(), await asked()];
    const answers = await Promise.all(
      both.map(({ id }) =>
        appoint(fabio, id, { at: '2026-01-21T10:00:00-03:00', interviewerId: hugo.staffId }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('cannot be in the past or with somebody who holds no interviews at the institution', async () => {
    const { id } = await asked();
    expect((await appoint(fabio, id, { at: '2026-01-02T10:00:00-03:00' })).status).toBe(422);
    const { staffId } = await staffIn(harness, [{ role: 'entrevistas', institutions: ['CUA01'] }]);
    expect(
      (await appoint(fabio, id, { at: '2026-01-22T10:00:00-03:00', interviewerId: staffId })).status,
    ).toBe(422);
  });

  it('is notified once, not again when the interviewer changes, and cancelling it notifies with the reason', async () => {
    const { id, subscriptionId } = await asked();
    const when = '2026-01-23T10:00:00-03:00';
    await appoint(fabio, id, { at: when, interviewerId: gil.staffId });
    await appoint(fabio, id, { at: when, interviewerId: hugo.staffId, minutes: 45 });
    expect(await messagesOf(subscriptionId)).toEqual(['N-15 agendada']);
    const { version } = await page(id);
    const cancel = (seen?: number) =>
      fabio.call('POST /operations/interviews/{id}/cancellation', {
        params: { id },
        body: { reason: 'Quem entrevista está doente.', ...(seen ? { version: seen } : {}) },
      });
    expect((await cancel()).body).toMatchObject({ code: 'VERSION_REQUIRED' });
    expect((await cancel(version + 1)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect((await cancel(version)).body).toMatchObject({ state: 'requested', status: 18 });
    expect((await cancel(version)).body).toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await messagesOf(subscriptionId)).toEqual(['N-15 agendada', 'N-15 desmarcada']);
    const queue = await fabio.call('GET /operations/queues/{queue}', {
      params: { queue: 'interview-requests' },
    });
    expect(queue.body.data.map(({ itemId }) => itemId)).toContain(id);
  });
});

describe('an interviewer without another role', () => {
  it('finds their own interviews and unassigned ones, and none of others', async () => {
    const [hers, others, free] = [await asked(), await asked(), await asked()];
    await appoint(fabio, hers.id, { at: '2026-01-26T09:00:00-03:00', interviewerId: gil.staffId });
    await appoint(fabio, others.id, { at: '2026-01-26T09:00:00-03:00', interviewerId: hugo.staffId });
    const seen = async (query: { mine?: 'true'; from?: string; to?: string }) =>
      (
        await gil.client.call('GET /operations/interviews', { query: { pageSize: 100, ...query } })
      ).body.data.map(({ id }) => id);
    const all = await seen({});
    expect(all).toEqual(expect.arrayContaining([hers.id, free.id]));
    expect(all).not.toContain(others.id);
    expect(await seen({ mine: 'true', from: '2026-01-26', to: '2026-01-26' })).toEqual([hers.id]);
    expect(await seen({ from: '2026-01-27' })).toEqual([]);
    const status = async (id: number) =>
      (await gil.client.call('GET /operations/interviews/{id}', { params: { id } })).status;
    expect([await status(hers.id), await status(free.id), await status(others.id)]).toEqual([200, 200, 404]);
    const refused = await gil.client.call('POST /operations/interviews/{id}/outcome', {
      params: { id: others.id },
      body: { held: true, version: 1 },
    });
    expect(refused.status).toBe(404);
  });

  it('holds and decides their own interviews, once, with notes the candidate never reads', async () => {
    const { id, subscriptionId } = await asked();
    await appoint(gil.client, id, { at: '2026-01-27T09:00:00-03:00', interviewerId: gil.staffId });
    const held = await gil.client.call('POST /operations/interviews/{id}/outcome', {
      params: { id },
      body: { held: true, version: (await page(id)).version },
    });
    expect(held.body).toMatchObject({ state: 'held', status: 19 });
    const { version } = await page(id);
    const decide = (client: Client) =>
      client.call('POST /operations/interviews/{id}/decision', {
        params: { id },
        body: { decision: 'approved', notes: 'Conhece a área.', version },
      });
    const answers = await Promise.all([decide(gil.client), decide(fabio)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await page(id)).toMatchObject({
      state: 'approved',
      notes: 'Conhece a área.',
      decidedBy: 'Pessoa da Equipe',
    });
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ subscriptionId, status: 3 });
  });
});

it('the people who may hold interviews of an institution are listed by name', async () => {
  const { body } = await gil.client.call('GET /operations/interviewers', { query: { institution: 'EPA01' } });
  expect(body.map(({ staffId }) => staffId)).toEqual(expect.arrayContaining([gil.staffId, hugo.staffId]));
  const far = await gil.client.call('GET /operations/interviewers', { query: { institution: 'CUA01' } });
  expect(far.status).toBe(404);
});
