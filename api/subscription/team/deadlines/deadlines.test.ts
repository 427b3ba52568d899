import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideApproval, waitingOf } from '../../../../testing/approving.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../../testing/harness.ts';
import { bodyOf } from '../../../../testing/journey.ts';
import { personAt } from '../../../../testing/person-at.ts';
import { versionOf } from '../../../../testing/seen-version.ts';
import { strongStaff } from '../../../../testing/staff.ts';

let harness: Harness;
let desk: Awaited<ReturnType<typeof strongStaff>>;
let other: Awaited<ReturnType<typeof strongStaff>>;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  desk = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento', institutions: ['CUA01'] }]);
  other = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

type Body = { deadline: 'steps' | 'payment' | 'documents'; until: string };
const extend = async (client: Client, id: number, body: Body, version?: number) =>
  client.call('POST /operations/subscriptions/{id}/deadline', {
    params: { id },
    body: { ...body, reason: 'Banco fora do ar', version: version ?? (await versionOf(client, id)) },
  });
const extendOffer = (client: Client, code: string, body: Body) =>
  client.call('POST /operations/offers/{code}/deadline', {
    params: { code },
    body: { ...body, reason: 'Banco fora do ar' },
  });
const shown = async (client: Client, id: number) =>
  bodyOf(await client.call('GET /operations/subscriptions/{id}/deadlines', { params: { id } }));
const messagesOf = (id: number) =>
  harness.platform.db.tenant(desk.tenantId).many<{ template: string; data: { prazo: string } }>(sql`
    select template, data from notification
    where tenant_id = ${desk.tenantId} and subscription_id = ${id} and template = 'N-37' and channel = 'email'`);
const work = () => harness.platform.jobs.run('deadline-extension');

describe('the deadline of one person', () => {
  it('is extended: page, history, messages and jobs follow', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const before = await shown(desk.client, who.id);
    expect(before.deadlines).toMatchObject([{ deadline: 'payment', until: '2026-01-19' }]);
    expect((await extend(desk.client, who.id, { deadline: 'payment', until: '2026-01-26' })).status).toBe(
      200,
    );
    const params = { id: who.id };
    const status = bodyOf(await who.client.call('GET /candidate/subscriptions/{id}/status', { params }));
    expect(status.deadlines.payment).toMatch(/^2026-01-26T23:59:59/);
    expect(status.acts).toMatchObject([{ act: 'deadline-extended', subject: 'pagamento até 26/01/2026' }]);
    expect(await messagesOf(who.id)).toMatchObject([{ data: { variante: 'payment', prazo: '26/01/2026' } }]);
    const { data } = bodyOf(
      await desk.client.call('GET /operations/subscriptions/{id}/timeline', {
        params,
        query: { only: 'all' },
      }),
    );
    const line = data.find(({ text }) => text.includes('Prazo estendido'));
    expect(line).toMatchObject({ by: 'Hana Atendimento', visible: true });
    harness.clock.set(new Date('2026-01-21T10:00:00-03:00'));
    await harness.platform.jobs.run('payment-deadline');
    expect((await shown(desk.client, who.id)).deadlines[0]?.until).toBe('2026-01-26');
    harness.clock.set(new Date('2026-01-27T10:00:00-03:00'));
    await harness.platform.jobs.run('payment-deadline');
    expect((await shown(desk.client, who.id)).deadlines).toEqual([]);
  });

  it.each([
    ['the same day', '2026-01-19', 409],
    ['an earlier day', '2026-01-15', 409],
    ['a day that is over', '2025-12-30', 422],
    ['a day years away', '2028-01-01', 422],
    ['no day at all', '2026-02-31', 422],
  ])('cannot be moved to %s, and nothing is written', async (_what, until, code) => {
    const who = await personAt(harness, 'payment');
    const version = await versionOf(desk.client, who.id);
    expect((await extend(desk.client, who.id, { deadline: 'payment', until }, version)).status).toBe(code);
    expect(await versionOf(desk.client, who.id)).toBe(version);
    expect(await messagesOf(who.id)).toEqual([]);
  });

  it('must be running, of the application version seen, and of an institution of the caller', async () => {
    const who = await personAt(harness, 'payment');
    const body = { deadline: 'documents', until: '2026-01-26' } as const;
    expect((await extend(desk.client, who.id, body)).body).toMatchObject({ code: 'STATE_CONFLICT' });
    const late = { deadline: 'payment', until: '2026-01-26' } as const;
    expect((await extend(desk.client, who.id, late, 99)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
    const elsewhere = await strongStaff(harness, 'De Outra', [
      { role: 'atendimento', institutions: ['EPA01'] },
    ]);
    expect((await extend(elsewhere.client, who.id, late, 1)).status).toBe(404);
    expect((await extend(other.client, who.id, late)).status).toBe(403);
  });

  it('far away waits for a second person, and is checked again on approval', async () => {
    const who = await personAt(harness, 'payment');
    const asked = waitingOf(await extend(desk.client, who.id, { deadline: 'payment', until: '2026-03-02' }));
    expect(asked.fields).toContainEqual(
      expect.objectContaining({ label: 'Vai até', before: ['19/01/2026'], after: ['02/03/2026'] }),
    );
    expect((await shown(desk.client, who.id)).deadlines[0]?.until).toBe('2026-01-19');
    const done = await decideApproval(other.client, asked.id, 'approved');
    expect(done.body).toMatchObject({ state: 'approved' });
    const after = await shown(desk.client, who.id);
    expect(after.deadlines).toMatchObject([{ deadline: 'payment', until: '2026-03-02' }]);
    const status = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } }),
    );
    expect(status.acts).toMatchObject([{ act: 'deadline-extended', subject: 'pagamento até 02/03/2026' }]);
  });

  it('that somebody else extended further meanwhile stays there', async () => {
    const who = await personAt(harness, 'payment');
    const asked = waitingOf(await extend(desk.client, who.id, { deadline: 'payment', until: '2026-03-02' }));
    const system = harness.operationsOf('alfa');
    await extend(system, who.id, { deadline: 'payment', until: '2026-03-20' });
    const done = await decideApproval(other.client, asked.id, 'approved');
    expect(done.body).toMatchObject({ state: 'failed', failure: 'Escolha um dia depois do prazo de agora.' });
    expect((await shown(desk.client, who.id)).deadlines[0]?.until).toBe('2026-03-20');
  });

  it('for documents is the later of the days requested and the day given', async () => {
    const who = await personAt(harness, 'documents');
    const before = (await shown(desk.client, who.id)).deadlines[0]?.until ?? '';
    expect(before > '2026-01-12').toBe(true);
    const asked = waitingOf(
      await extend(desk.client, who.id, { deadline: 'documents', until: '2026-04-01' }),
    );
    await decideApproval(other.client, asked.id, 'approved');
    const status = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } }),
    );
    expect(status.deadlines.documents).toMatch(/^2026-04-01T23:59:59/);
  });

  it('of the selection keeps the candidate in after the intake has ended', async () => {
    const who = await personAt(harness, 'applied');
    const [running] = (await shown(desk.client, who.id)).deadlines;
    expect(running?.deadline).toBe('steps');
    const end = running?.until ?? '';
    const until = '2026-06-30';
    expect(end < until).toBe(true);
    const asked = waitingOf(await extend(desk.client, who.id, { deadline: 'steps', until }));
    await decideApproval(other.client, asked.id, 'approved');
    harness.clock.set(new Date(`${until}T12:00:00-03:00`));
    await harness.platform.jobs.run('intake-expiry');
    expect((await shown(harness.operationsOf('alfa'), who.id)).deadlines).toMatchObject([
      { deadline: 'steps', until },
    ]);
  });
});

describe('the deadline of a whole offer', () => {
  it('waits for a second person, then is extended for everybody in whom it runs, and for nobody twice', async () => {
    const people = await Promise.all(
      [1, 2, 3].map(() => personAt(harness, 'payment', { emailConfirmed: true })),
    );
    const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    const system = harness.operationsOf('alfa');
    await extend(system, third.id, { deadline: 'payment', until: '2026-02-20' });
    const asked = waitingOf(
      await extendOffer(desk.client, 'ADM-ESSAY', { deadline: 'payment', until: '2026-01-30' }),
    );
    await work();
    expect((await shown(desk.client, first.id)).deadlines[0]?.until).toBe('2026-01-19');
    expect((await decideApproval(other.client, asked.id, 'approved')).body).toMatchObject({
      state: 'approved',
    });
    await work();
    await work();
    const days = [];
    for (const { id } of [first, second, third])
      days.push((await shown(desk.client, id)).deadlines[0]?.until);
    expect(days).toEqual(['2026-01-30', '2026-01-30', '2026-02-20']);
    expect(await messagesOf(first.id)).toHaveLength(1);
    expect(await messagesOf(third.id)).toMatchObject([{ data: { prazo: '20/02/2026' } }]);
    const [past] = (await shown(desk.client, first.id)).ofOffer;
    expect(past).toMatchObject({ deadline: 'payment', until: '2026-01-30', finished: true });
    expect(past?.extended).toBeGreaterThanOrEqual(2);
  });

  it('is done at once for a system, in steps that a dying process neither loses nor repeats', async () => {
    const who = await personAt(harness, 'payment');
    const system = harness.operationsOf('alfa');
    const answer = await extendOffer(system, 'ADM-ESSAY', { deadline: 'payment', until: '2026-01-31' });
    expect(answer.status).toBe(200);
    await Promise.all([work(), work(), work()]);
    expect((await shown(desk.client, who.id)).deadlines[0]?.until).toBe('2026-01-31');
    const left = await harness.platform.db.tenant(desk.tenantId).many(sql`
      select id from deadline_extension where tenant_id = ${desk.tenantId} and finished_at is null`);
    expect(left).toEqual([]);
    expect(
      await harness.platform.db.tenant(desk.tenantId).many(sql`
        select subject from act_on_behalf where tenant_id = ${desk.tenantId} and subscription_id = ${who.id}`),
    ).toEqual([{ subject: 'pagamento até 31/01/2026' }]);
  });

  it('needs an offer of the caller in which somebody waits', async () => {
    const body = { deadline: 'payment', until: '2026-01-30' } as const;
    expect((await extendOffer(desk.client, 'NAO-HA', body)).status).toBe(404);
    expect((await extendOffer(desk.client, 'SAUDE-TAX', body)).status).toBe(404);
    expect((await extendOffer(desk.client, 'PSI-TRANSF', body)).body).toMatchObject({
      errors: [{ field: 'deadline' }],
    });
    const past = await extendOffer(desk.client, 'ADM-ESSAY', { deadline: 'payment', until: '2026-01-01' });
    expect(past.status).toBe(422);
  });
});
