import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { setTenantParameters } from '../../testing/parameters.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { staffIn } from '../../testing/staff.ts';

let harness: Harness;
let tenantId: number;
let of: FullPerson;
const people: number[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  of = await fullPerson(harness, CANDIDATE_01);
  await setTenantParameters(harness, tenantId, { StaffReadAlert: 2 });
  for (let n = 10; n < 14; n += 1) {
    const who = inventedPerson(n);
    const { body } = await harness.operations.call('POST /operations/candidates', {
      body: { documentType: 'cpf', document: who.cpf, name: 'Pessoa Aberta', email: who.email },
    });
    people.push(body.personId);
  }
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const READER = [{ role: 'secretaria' as const }];
const open = async (client: Client, personId = 0) =>
  (await client.call('GET /operations/persons/{personId}', { params: { personId } })).status;
const opened = (staffId: number) =>
  harness.platform.db.tenant(tenantId).many<{ person_id: number }>(sql`
    select person_id from staff_opening where tenant_id = ${tenantId} and staff_id = ${staffId} order by at`);
async function noticesTo(email: string): Promise<string[]> {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  return body.filter(({ template }) => template === 'NE-10').map(({ text }) => text);
}

it('unusually many different people opened within an hour are reported to the administration, once an hour, and nothing is refused', async () => {
  minutes(0);
  const admin = await staffIn(harness, [{ role: 'administracao' }]);
  const { client, email } = await staffIn(harness, READER);
  for (const at of [0, 1, 2, 3])
    for (const personId of people.slice(0, 2)) {
      minutes(at);
      expect(await open(client, personId)).toBe(200);
    }
  expect(await noticesTo(admin.email)).toEqual([]);
  minutes(4);
  for (const personId of people) expect(await open(client, personId)).toBe(200);
  const [sent, ...again] = await noticesTo(admin.email);
  expect(sent).toContain('Pessoa da Equipe abriu fichas de mais de 2 pessoas em uma hora.');
  expect([again, await noticesTo(email)]).toEqual([[], []]);
});

it('what was opened an hour ago no longer counts', async () => {
  minutes(0);
  const admin = await staffIn(harness, [{ role: 'administracao' }]);
  const { client } = await staffIn(harness, READER);
  for (const at of [0, 20, 40, 60, 80, 100]) {
    minutes(at);
    // At most two within any hour except the last, which is full.
    await open(client, people[[0, 1, 0, 1, 2, 3][at / 20] ?? 0]);
    expect([at, (await noticesTo(admin.email)).length]).toEqual([at, at < 80 ? 0 : 1]);
  }
});

it('is reported again after an hour', async () => {
  minutes(0);
  const admin = await staffIn(harness, [{ role: 'administracao', institutions: ['CUA01'] }]);
  const elsewhere = await staffIn(harness, [{ role: 'administracao', institutions: ['EPA01'] }]);
  const { client } = await staffIn(harness, [
    { role: 'secretaria', institutions: ['CUA01'] },
    { role: 'gestao' },
  ]);
  const all = async () => {
    for (const personId of people) await open(client, personId);
  };
  for (const at of [0, 20, 40, 59, 60]) {
    minutes(at);
    await all();
    expect([at, (await noticesTo(admin.email)).length]).toEqual([at, at < 60 ? 1 : 2]);
  }
  expect(await noticesTo(elsewhere.email)).toEqual([]);
});

it('an application, its parts, a document and its file count as one person; lists and refusals as nobody', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, READER);
  const id = of.subscriptionId;
  const reads: (() => Promise<{ status: number }>)[] = [
    () => client.call('GET /operations/documents/files/{fileId}', { params: { fileId: of.fileId } }),
    () => client.call('GET /operations/documents/{id}', { params: { id: of.documentId } }),
    () => client.call('GET /operations/subscriptions/{id}/timeline', { params: { id } }),
    () => client.call('GET /operations/subscriptions/{id}', { params: { id } }),
  ];
  for (const read of reads) {
    await harness.platform.db.tenant(tenantId).many(sql`
      delete from staff_opening where tenant_id = ${tenantId} and staff_id = ${staffId} returning 1`);
    expect((await read()).status).toBe(200);
    expect(await opened(staffId)).toEqual([{ person_id: of.personId }]);
  }
  await client.call('GET /operations/subscriptions');
  expect(await open(client, 999_999)).toBe(404);
  expect(await opened(staffId)).toHaveLength(1);
});

it('an opening is dropped after an hour', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, READER);
  await open(client, people[0]);
  minutes(29);
  await open(client, people[1]);
  minutes(61);
  await harness.platform.jobs.run('staff-clean-up');
  expect(await opened(staffId)).toEqual([{ person_id: people[1] }]);
});
