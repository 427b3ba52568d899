import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { strongStaff } from '../../testing/staff.ts';

const OPENED = 'GET /operations/opened-subscriptions';
const MOST = 10;
const CUA = { institutions: ['CUA01'] };

let harness: Harness;
let tenantId: number;
const people: Enrolling[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  for (let n = 0; n < MOST + 2; n += 1) people.push(await personAt(harness, 'payment'));
  tenantId = people[0]?.tenantId ?? 0;
});
afterAll(() => harness?.stop());
beforeEach(() => minutes(0));

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const idOf = (at: number): number => people[at]?.id ?? 0;
const open = async (client: Client, id: number) =>
  (await client.call('GET /operations/subscriptions/{id}', { params: { id } })).status;
const opened = async (client: Client, institution?: string) => {
  const { status, body } = await client.call(OPENED, institution ? { query: { institution } } : {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map(({ subscriptionId }) => subscriptionId);
};
const kept = (staffId: number) =>
  harness.platform.db.tenant(tenantId).many<{ subscription_id: number }>(sql`
    select subscription_id from work_opened where tenant_id = ${tenantId} and staff_id = ${staffId}`);

describe("a member's recently opened applications", () => {
  it('are shown to that member, the last first, with only what a row needs', async () => {
    const { client } = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento', ...CUA }]);
    const other = await strongStaff(harness, 'Bia Secretaria', [{ role: 'secretaria', ...CUA }]);
    for (const [at, minute] of [
      [0, 1],
      [1, 2],
      [0, 3],
    ] as const) {
      minutes(minute);
      expect(await open(client, idOf(at))).toBe(200);
    }
    const { body } = await client.call(OPENED, {});
    expect(body).toEqual([
      {
        subscriptionId: idOf(0),
        name: 'Candidata Teste',
        courseName: 'Administração',
        status: 6,
        statusName: 'Matrícula pendente',
        statusColor: expect.any(String),
        institutionCode: 'CUA01',
        openedAt: '2026-01-12T10:03:00-03:00',
      },
      expect.objectContaining({ subscriptionId: idOf(1) }),
    ]);
    expect(await opened(other.client)).toEqual([]);
  });

  it('are applications: not a list, a part, a search, or what the member may not see', async () => {
    const { client, staffId } = await strongStaff(harness, 'Hana Atendimento', [
      { role: 'atendimento', institutions: ['EPA01'] },
    ]);
    const id = idOf(0);
    await client.call('GET /operations/subscriptions', {});
    await client.call('POST /operations/search', { body: { q: String(id) } });
    expect(await open(client, id)).toBe(404);
    const near = await strongStaff(harness, 'Bia Secretaria', [{ role: 'secretaria', ...CUA }]);
    for (const part of ['timeline', 'actions', 'notes'] as const)
      await near.client.call(`GET /operations/subscriptions/{id}/${part}`, { params: { id } });
    await open(harness.operationsOf('alfa'), id);
    expect([await kept(staffId), await kept(near.staffId)]).toEqual([[], []]);
  });

  it('are at most ten, even when two tabs open at once', async () => {
    const { client, staffId } = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento' }]);
    for (const [at, { id }] of people.slice(0, MOST).entries()) {
      minutes(at);
      await open(client, id);
    }
    minutes(30);
    await Promise.all([open(client, idOf(MOST)), open(client, idOf(MOST + 1))]);
    expect(await kept(staffId)).toHaveLength(MOST);
    expect((await opened(client)).toSorted()).toEqual(
      people
        .slice(2)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

describe('recently opened applications follow current roles', () => {
  const regrant = (staffId: number, grants: { role: 'atendimento' | 'banca'; institutions?: string[] }[]) =>
    harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants },
    });

  it('not of another institution, nor without the permission, and again once it is back', async () => {
    const { client, staffId } = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento' }]);
    await open(client, idOf(0));
    expect([await opened(client, 'CUA01'), await opened(client, 'EPA01')]).toEqual([[idOf(0)], []]);
    await regrant(staffId, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    expect(await opened(client)).toEqual([]);
    await regrant(staffId, [{ role: 'banca' }]);
    expect((await client.call(OPENED, {})).body).toMatchObject({ code: 'FORBIDDEN' });
    await regrant(staffId, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    expect(await opened(client)).toEqual([idOf(0)]);
  });

  it('not to a service token, nor to another tenant', async () => {
    expect((await harness.operationsOf('alfa').call(OPENED, {})).status).toBe(403);
    const beta = await strongStaff(harness, 'Beto Secretaria', [{ role: 'secretaria' }], 'beta');
    expect(await open(beta.client, idOf(0))).toBe(404);
    expect(await opened(beta.client)).toEqual([]);
  });
});

describe('recently opened applications are deleted', () => {
  it('with the member, and after 90 days', async () => {
    const gone = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento', ...CUA }]);
    const stays = await strongStaff(harness, 'Bia Secretaria', [{ role: 'secretaria', ...CUA }]);
    await open(gone.client, idOf(0));
    await open(stays.client, idOf(0));
    await harness.operations.call('POST /operations/staff/{staffId}/state', {
      params: { staffId: gone.staffId },
      body: { state: 'disabled', reason: 'Saiu' },
    });
    expect([await kept(gone.staffId), await kept(stays.staffId)]).toEqual([
      [],
      [{ subscription_id: idOf(0) }],
    ]);
    minutes(90 * 24 * 60);
    await harness.platform.jobs.run('staff-clean-up');
    expect(await kept(stays.staffId)).toHaveLength(1);
    minutes(90 * 24 * 60 + 1);
    await harness.platform.jobs.run('staff-clean-up');
    expect(await kept(stays.staffId)).toEqual([]);
  });
});
