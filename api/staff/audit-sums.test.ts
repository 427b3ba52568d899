import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { staffIn } from '../../testing/staff.ts';

let harness: Harness;
let tenantId: number;
let of: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  of = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const linesOf = async (staffId: number) =>
  (
    await harness.platform.db
      .tenant(tenantId)
      .many<{ action: string; outcome: number; detail: { times?: number } }>(sql`
      select action, outcome, detail, role from audit_log
      where tenant_id = ${tenantId} and staff_id = ${staffId} order by id`)
  ).map(({ action, outcome, detail }) => [action, outcome, detail.times]);
const ENTERED = ['POST /operations/staff/code/challenges/{challengeId}/verify', 200, undefined];
const often = async (n: number, ask: () => Promise<unknown>) => {
  for (let time = 0; time < n; time += 1) await ask();
};
const counts = (client: Client) => client.call('GET /operations/queues', {});

it('repeated polling calls are one entry per session and hour, written when the hour is over', async () => {
  minutes(0);
  const { client, staffId, email } = await staffIn(harness, [{ role: 'secretaria' }]);
  const claim = await client.call('POST /operations/claims', {
    body: { kind: 'document', itemId: of.documentId },
  });
  expect(claim.status).toBe(201);
  await often(3, () => counts(client));
  await often(2, () => client.call('POST /operations/staff/events/tickets'));
  await often(4, () => client.call('PUT /operations/claims/{id}', { params: { id: claim.body.id } }));
  await often(5, () => client.call('GET /operations/staff/me'));
  const before = [ENTERED, ['POST /operations/claims', 201, undefined]];
  await harness.platform.jobs.run('staff-clean-up');
  expect(await linesOf(staffId)).toEqual(before);
  minutes(20);
  await counts(client);
  minutes(40);
  await counts(client);
  minutes(60);
  await counts(client);
  await harness.platform.jobs.run('staff-clean-up');
  const firstHour = [
    ['GET /operations/queues', 200, 5],
    ['GET /operations/staff/me', 200, 5],
    ['POST /operations/staff/events/tickets', 200, 2],
    ['PUT /operations/claims/{id}', 200, 4],
  ];
  expect(await linesOf(staffId)).toEqual([...before, ...firstHour]);
  minutes(120);
  await harness.platform.jobs.run('staff-clean-up');
  await harness.platform.jobs.run('staff-clean-up');
  expect(await linesOf(staffId)).toEqual([...before, ...firstHour, ['GET /operations/queues', 200, 1]]);
  expect(email).toContain('@');

  const { body } = await harness.operations.call('GET /operations/audit', {
    query: { subject: '/orbita/api/operations/claims' },
  });
  expect(body.data[0]).toMatchObject({
    token: 'equipe',
    operator: 'Pessoa da Equipe',
    staffId,
    role: 'secretaria',
    action: 'PUT /operations/claims/{id}',
    subject: '/orbita/api/operations/claims',
    times: 4,
    hour: '2026-01-12T10:00:00-03:00',
  });
  expect(body.data.at(-1)).not.toHaveProperty('times');
});

it('a refused one is an entry of its own, as is every other call with a session', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, [{ role: 'banca' }]);
  expect((await client.call('PUT /operations/claims/{id}', { params: { id: 999_999 } })).status).toBe(404);
  await client.call('PUT /operations/staff/me/preferences', { body: { density: 'compact' } });
  await client.call('POST /operations/staff/me/reauthentication', {
    body: { challengeId: '00000000-0000-4000-8000-000000000000', code: '123456' },
  });
  await client.call('DELETE /operations/staff/me/session');
  expect(await linesOf(staffId)).toEqual([
    ENTERED,
    ['PUT /operations/claims/{id}', 404, undefined],
    ['PUT /operations/staff/me/preferences', 200, undefined],
    ['POST /operations/staff/me/reauthentication', 404, undefined],
    ['DELETE /operations/staff/me/session', 204, undefined],
  ]);
});

it('two sessions of one person are summed separately, and every call of a token is an entry', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const other = await staffIn(harness, [{ role: 'secretaria' }]);
  await often(2, () => counts(client));
  await counts(other.client);
  await harness.operations.call('GET /operations/queues', {});
  minutes(60);
  await harness.platform.jobs.run('staff-clean-up');
  expect((await linesOf(staffId)).at(-1)).toEqual(['GET /operations/queues', 200, 2]);
  expect((await linesOf(other.staffId)).at(-1)).toEqual(['GET /operations/queues', 200, 1]);
  const lines = await harness.platform.db.tenant(tenantId).many(sql`
    select id from audit_log where tenant_id = ${tenantId} and action = 'GET /operations/queues' and staff_id is null`);
  expect(lines).toHaveLength(1);
});

it('the audit log is append-only', async () => {
  const db = harness.platform.db.tenant(tenantId);
  await expect(
    db.many(sql`update audit_log set outcome = 1 where tenant_id = ${tenantId} returning 1`),
  ).rejects.toThrow();
  // Only what is in a sealed file may be deleted from it.
  expect(await db.many(sql`delete from audit_log where tenant_id = ${tenantId} returning 1`)).toEqual([]);
});

it('a search of applications is recorded by the names of its terms and the number of results, never by a value', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const body = { name: 'Candidata', email: CANDIDATE_01.email };
  const { body: found } = await client.call('POST /operations/subscriptions/search', { body });
  const [line] = await harness.platform.db.tenant(tenantId).many<{ detail: object }>(sql`
    select detail, subject from audit_log where tenant_id = ${tenantId} and staff_id = ${staffId}
    order by id desc limit 1`);
  expect(line?.detail).toMatchObject({ kind: 'name+email', found: found.data.length });
  expect(JSON.stringify(line)).not.toMatch(/candidata|@/i);
});
