import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideApproval as decide, showApproval as show, waitingOf } from '../../testing/approving.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { strongStaff } from '../../testing/staff.ts';

/** What one administrator can reach in two steps, and what two who appointed each other can. */
let harness: Harness;
type Colleague = Awaited<ReturnType<typeof strongStaff>>;
let ana: Colleague;
let bia: Colleague;
const ADM = [{ role: 'administracao' as const }];
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  ana = await strongStaff(harness, 'Ana Administração', ADM);
  // The people of the demo are not administrators in this test.
  await harness.platform.db.tenant(ana.tenantId).many(sql`
    update staff set state = 'disabled' where tenant_id = ${ana.tenantId} and id <> ${ana.staffId} returning id`);
  bia = await strongStaff(harness, 'Bia Administração', ADM);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

const later = (days: number) => harness.clock.set(new Date(Date.parse(T0) + days * DAY_MS));
const on = () => harness.platform.db.tenant(ana.tenantId);
type Grants = Body<'PUT /operations/staff/{staffId}/grants'>['grants'];
const grant = (client: Client, staffId: number, grants: Grants) =>
  client.call('PUT /operations/staff/{staffId}/grants', { params: { staffId }, body: { grants } });
const invite = (client: Client, email: string, grants: Grants = ADM) =>
  client.call('POST /operations/staff/invites', { body: { name: 'Segunda Caixa', email, grants } });
const setState = (client: Client, staffId: number, state: 'active' | 'disabled') =>
  client.call('POST /operations/staff/{staffId}/state', {
    params: { staffId },
    body: { state, reason: 'Saiu.' },
  });
const member = async (staffId: number) =>
  (await harness.operations.call('GET /operations/staff/{staffId}', { params: { staffId } })).body;
const byEmail = async (email: string) =>
  (await harness.operations.call('GET /operations/staff', { query: { q: email } })).body.data[0];

describe('S35: a token created by a person', () => {
  const make = (client: Client, scopes: string[], institutions?: string[]) =>
    client.call('POST /operations/tokens', {
      body: {
        ...{ name: `Token ${Math.random()}`, tenant: 'alfa', expiresAt: '2026-12-31T10:00:00-03:00' },
        scopes: scopes as ['essays'],
        ...(institutions ? { institutions } : {}),
      },
    });

  it.each([
    ['subscriptions.import'],
    ['subscriptions.read'],
    ['subscriptions'],
    ['documents'],
    ['documents.read'],
    ['payments.settle'],
    ['payments.read'],
    ['students'],
    ['essays.grade'],
  ])('S35: with %s, which its creator does not hold, can be neither created nor requested', async (scope) => {
    await withoutTrace(harness, async () => {
      const answer = await make(ana.client, ['messages', scope]);
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { code: 'FORBIDDEN', errors: [{ field: 'scopes.1' }] },
      ]);
    });
  });

  it.each([['privacy.kept'], ['webhooks'], ['catalogue.apply'], ['catalogue']])(
    'S35: with %s, which bypasses later approvals, waits for a second person',
    async (scope) => {
      expect(waitingOf(await make(ana.client, [scope])).kind).toBe('token');
    },
  );

  it('S35: does not show its only creator the link that a person never sees, nor free a corrected contact', async () => {
    const { client } = await strongStaff(harness, 'Rui', [...ADM, { role: 'secretaria' as const }]);
    for (const scope of ['subscriptions.support', 'subscriptions.read', 'documents.review', 'exam-scores'])
      expect(waitingOf(await make(client, [scope])).kind).toBe('token');
  });

  it('S35: is limited to the institutions where its creator holds each scope', async () => {
    const grants = [...ADM, { role: 'secretaria' as const, institutions: ['CUA01'] }];
    const { client } = await strongStaff(harness, 'Cora', grants);
    expect((await make(client, ['documents.read'])).status).toBe(403);
    expect((await make(client, ['documents.read'], ['CUA01', 'EPA01'])).status).toBe(403);
    expect((await make(client, ['documents.read'], ['CUA01'])).status).toBe(201);
  });

  it("S35: cannot open a candidate's session by hand-off, whoever created it", async () => {
    const made = await make(ana.client, ['messages']);
    const client = harness.visitor('operations.test');
    client.headers = { authorization: `Bearer ${made.body.token}` };
    const handed = await client.call('POST /operations/handoffs', {
      body: { personId: 1, redirectTo: '/subscriptions', host: 'cua.alfa.orbita.test' },
    });
    expect(handed.status).toBe(403);
    expect((await make(client, ['messages'])).status).toBe(403);
  });

  it('S35: ends with the role or access of its only creator; one created by two people stays', async () => {
    const grants = [...ADM, { role: 'coordenacao' as const }];
    const dora = await strongStaff(harness, 'Dora', grants);
    const [own, documents] = [
      await make(dora.client, ['messages']),
      await make(dora.client, ['documents.read']),
    ];
    const waits = waitingOf(await make(dora.client, ['webhooks']));
    expect((await decide(bia.client, waits.id)).body.state).toBe('approved');
    const living = async () => {
      const { body } = await harness
        .operationsOf('alfa')
        .call('GET /operations/tokens', { query: { pageSize: 100 } });
      return body.data.filter(({ state }) => state === 'active').map(({ scopes }) => scopes.join());
    };
    expect([own.status, documents.status]).toEqual([201, 201]);
    await grant(harness.operationsOf('alfa'), dora.staffId, ADM);
    expect(await living()).toEqual(expect.arrayContaining(['messages', 'webhooks']));
    const used = harness.visitor('operations.test');
    used.headers = { authorization: `Bearer ${documents.body.token}` };
    expect((await used.call('GET /operations/documents', { query: {} })).status).toBe(401);
    used.headers = { authorization: `Bearer ${own.body.token}` };
    expect((await used.call('GET /operations/notifications', { query: {} })).status).toBe(200);
    await setState(harness.operationsOf('alfa'), dora.staffId, 'disabled');
    expect((await used.call('GET /operations/notifications', { query: {} })).status).toBe(401);
    expect(await living()).toContain('webhooks');
  });
});

describe('S35: gaining more rights in another way', () => {
  it.each(['secretaria', 'atendimento', 'financeiro', 'coordenacao', 'banca', 'entrevistas'] as const)(
    "S35: inviting one's own mailbox as %s waits for a second person",
    async (role) => {
      const email = `propria.${role}@equipe.test`;
      expect(waitingOf(await invite(ana.client, email, [{ role }])).aloneAt).toBeNull();
      expect(await byEmail(email)).toBeUndefined();
    },
  );

  it('S35: giving a colleague a role that one does not hold also waits', async () => {
    const eva = await strongStaff(harness, 'Eva', [{ role: 'banca' }]);
    expect(waitingOf(await grant(ana.client, eva.staffId, [{ role: 'secretaria' }])).kind).toBe('grant');
    expect((await member(eva.staffId)).grants.map(({ role }) => role)).toEqual(['banca']);
  });

  it("S35: adding one's own webhook address waits; reducing one does not", async () => {
    const body = {
      institution: 'CUA01',
      url: 'http://localhost:9/avisos',
      kinds: ['enrollment.completed' as const],
    };
    const waits = waitingOf(await ana.client.call('POST /operations/webhook-endpoints', { body }));
    expect(waits.fields.find(({ label }) => label === 'Endereço')).toMatchObject({
      before: ['Nenhum'],
      after: [body.url],
    });
    const listed = async () =>
      (await ana.client.call('GET /operations/webhook-endpoints', { query: {} })).body.data;
    const before = (await listed()).length;
    const approved = await decide(bia.client, waits.id);
    expect(approved.body, JSON.stringify(approved.body)).toMatchObject({ state: 'approved', failure: null });
    const [added] = (await listed()).filter(({ url }) => url === body.url);
    expect((await listed()).length).toBe(before + 1);
    const change = (given: object) =>
      ana.client.call('PUT /operations/webhook-endpoints/{id}', {
        params: { id: added?.id ?? 0 },
        body: { url: body.url, kinds: body.kinds, state: 'active', ...given },
      });
    expect((await change({ state: 'disabled' })).status).toBe(200);
    for (const more of [
      { url: 'http://localhost:9/outro' },
      { url: 'http://localhost:9/outro', state: 'disabled' },
      { kinds: ['enrollment.completed', 'subscription.status-changed'] },
      {},
    ]) {
      const asked = waitingOf(await change(more));
      await ana.client.call('DELETE /operations/approvals/{id}', { params: { id: asked.id } });
    }
    expect((await listed()).find(({ id }) => id === added?.id)).toMatchObject({
      url: body.url,
      state: 'disabled',
    });
    // The institution's own systems are not held back.
    const bySystem = await harness.operationsOf('alfa').call('POST /operations/webhook-endpoints', { body });
    expect(bySystem.status).toBe(201);
  });
});

describe('S36: an administrator', () => {
  it('S36: cannot be reduced, narrowed or disabled by the only other one, nor then be replaced by a second mailbox', async () => {
    await withoutTrace(harness, async () => {
      expect((await decide(ana.client, 9_999_999)).status).toBe(404);
    });
    const before = await member(bia.staffId);
    const reduced = waitingOf(await grant(ana.client, bia.staffId, [{ role: 'banca' }]));
    expect(reduced).toMatchObject({ kind: 'grant', aloneAt: null });
    expect(reduced.fields.find(({ label }) => label === 'Funções')).toMatchObject({
      before: ['Administração (todas as instituições)'],
      after: ['Banca (todas as instituições)'],
    });
    await ana.client.call('DELETE /operations/approvals/{id}', { params: { id: reduced.id } });
    const narrowed = waitingOf(
      await grant(ana.client, bia.staffId, [{ role: 'administracao', institutions: ['CUA01'] }]),
    );
    await ana.client.call('DELETE /operations/approvals/{id}', { params: { id: narrowed.id } });
    const disabled = waitingOf(await setState(ana.client, bia.staffId, 'disabled'));
    expect(disabled).toMatchObject({ kind: 'access', aloneAt: null, reason: 'Saiu.' });
    // The person concerned can neither approve nor refuse.
    expect((await decide(bia.client, disabled.id)).body.code).toBe('OWN_GRANT');
    expect(await member(bia.staffId)).toMatchObject({ state: 'active', version: before.version });
    // Nobody else is there, and waiting does not help.
    later(2);
    await harness.platform.jobs.run('approval-expiry');
    expect((await member(bia.staffId)).state).toBe('active');
    await ana.client.call('DELETE /operations/approvals/{id}', { params: { id: disabled.id } });
  });

  it('S36: is not alone while another one left recently, however they left', async () => {
    const gone = (days: number) =>
      on().many(sql`
      update staff set disabled_at = ${new Date(Date.parse(T0) - days * DAY_MS)}::timestamptz
      where tenant_id = ${ana.tenantId} and id <> ${ana.staffId} and state = 'disabled' returning id`);
    const others = await on().many<{ id: number }>(sql`
      update staff set state = 'disabled' where tenant_id = ${ana.tenantId} and state = 'active'
        and id <> ${ana.staffId} returning id`);
    try {
      await gone(29);
      const asked = waitingOf(await invite(ana.client, 'segunda@equipe.test'));
      expect(asked.aloneAt).toBeNull();
      await gone(31);
      expect(waitingOf(await invite(ana.client, 'terceira@equipe.test')).aloneAt).not.toBeNull();
      // Money is never moved alone, not even through the catalogue.
      const save = async (kind: 'offers' | 'institutions', code: string, set: object) => {
        const { data } = (await ana.client.call('GET /operations/catalogue/versions')).body;
        const body = { expectedVersion: data[0]?.version ?? 0, edits: [{ kind, code, set: { ...set } }] };
        return waitingOf(await ana.client.call('POST /operations/catalogue/edits', { body }));
      };
      const notice = await save('offers', 'ADM-ESSAY', { warningPopup: 'Traga o RG.' });
      const time = await save('institutions', 'CUA01', { parameters: { PaymentDeadlineDays: 90 } });
      expect([notice.aloneAt !== null, time.aloneAt]).toEqual([true, null]);
    } finally {
      await on().many(sql`
        update staff set state = 'active', disabled_at = null
        where tenant_id = ${ana.tenantId} and id = any(${others.map(({ id }) => id)}::bigint[]) returning id`);
    }
  });

  it('S36: cannot approve for the one who raised them, also indirectly, for a month', async () => {
    const tok = harness.operationsOf('alfa');
    const caro = await strongStaff(harness, 'Caro', [{ role: 'banca' }]);
    const dani = await strongStaff(harness, 'Dani', [{ role: 'banca' }]);
    const raise = async (who: Colleague, by: Colleague, second: Colleague) => {
      const waits = waitingOf(await grant(by.client, who.staffId, ADM));
      expect((await decide(second.client, waits.id)).body.state).toBe('approved');
    };
    await raise(caro, ana, bia);
    const asked = waitingOf(await invite(ana.client, 'por.ana@equipe.test'));
    expect(await show(caro.client, asked.id)).toMatchObject({ mayDecide: false });
    expect((await decide(caro.client, asked.id)).body.code).toBe('LINKED_APPROVAL');
    const queues = await caro.client.call('GET /operations/queues');
    const waiting = queues.body.queues.find(({ queue }) => queue === 'approvals')?.count ?? 0;
    // In the other direction and with one more step, the result is the same.
    const back = waitingOf(await invite(caro.client, 'por.caro@equipe.test'));
    expect((await decide(ana.client, back.id)).body.code).toBe('LINKED_APPROVAL');
    await raise(dani, caro, bia);
    expect((await decide(dani.client, asked.id)).body.code).toBe('LINKED_APPROVAL');
    expect((await show(bia.client, asked.id)).mayDecide).toBe(true);
    // Anybody who sees it can refuse it.
    expect((await decide(dani.client, asked.id, 'refused', 'Não conheço.')).body.state).toBe('refused');
    const after = await caro.client.call('GET /operations/queues');
    expect(after.body.queues.find(({ queue }) => queue === 'approvals')?.count ?? 0).toBeLessThanOrEqual(
      waiting,
    );
    // After some weeks she is like any other administrator.
    await on().many(sql`
      update staff_raise set at = at - interval '31 days' where tenant_id = ${ana.tenantId} returning id`);
    const late = waitingOf(await invite(ana.client, 'por.ana.depois@equipe.test'));
    expect((await show(caro.client, late.id)).mayDecide).toBe(true);
    await grant(tok, caro.staffId, [{ role: 'banca' }]);
    await grant(tok, dani.staffId, [{ role: 'banca' }]);
  });

  it('S36: regains the former role only with two people', async () => {
    const eli = await strongStaff(harness, 'Eli', ADM);
    await setState(harness.operationsOf('alfa'), eli.staffId, 'disabled');
    const waits = waitingOf(await setState(ana.client, eli.staffId, 'active'));
    expect((await member(eli.staffId)).state).toBe('disabled');
    expect((await decide(bia.client, waits.id)).body).toMatchObject({ state: 'approved', failure: null });
    expect((await member(eli.staffId)).state).toBe('active');
    const [link] = await on().many<{ by_staff: number }>(sql`
      select by_staff from staff_raise where tenant_id = ${ana.tenantId} and staff_id = ${eli.staffId}`);
    expect(link?.by_staff).toBe(ana.staffId);
    await setState(harness.operationsOf('alfa'), eli.staffId, 'disabled');
  });

  it.each([
    ['a plus', 'ana.dupla+dois@equipe.test'],
    ['a dot less', 'anadupla@equipe.test'],
    ['capitals', 'Ana.Dupla+X@Equipe.test'],
  ])(
    'S36: with a second spelling of their mailbox, %s, cannot approve their own request',
    async (_, spelling) => {
      const one = await strongStaff(harness, 'Ana Dupla', ADM);
      const two = await strongStaff(harness, 'Outro Nome', ADM);
      const mailed = (staffId: number, email: string) =>
        on().one(
          sql`update staff set email = ${email} where tenant_id = ${ana.tenantId} and id = ${staffId} returning id`,
        );
      await mailed(one.staffId, 'ana.dupla@equipe.test');
      await mailed(two.staffId, spelling.toLowerCase());
      const waits = waitingOf(await invite(one.client, `nova.${spelling.length}@equipe.test`));
      const own = await decide(two.client, waits.id);
      expect(own.body.code, JSON.stringify(own.body)).toBe('LINKED_APPROVAL');
      const again = waitingOf(await invite(ana.client, 'ana.dupla+tres@equipe.test'));
      expect(again.fields.find(({ label }) => label === 'E-mail')?.notes.join()).toContain(
        'mesma caixa de e-mail',
      );
      await ana.client.call('DELETE /operations/approvals/{id}', { params: { id: again.id } });
      for (const { staffId } of [one, two]) {
        await mailed(staffId, `fora${staffId}@equipe.test`);
        await setState(harness.operationsOf('alfa'), staffId, 'disabled');
      }
    },
  );

  it('S36: whose invite expired cannot be invited again by one person', async () => {
    const email = 'venceu@equipe.test';
    const first = waitingOf(await invite(ana.client, email));
    expect((await decide(bia.client, first.id)).body.state).toBe('approved');
    later(4);
    const again = waitingOf(await invite(ana.client, email));
    expect(again.fields.find(({ label }) => label === 'Funções')?.before).toEqual([
      'Administração (todas as instituições)',
    ]);
    expect((await setState(ana.client, (await byEmail(email))?.staffId ?? 0, 'active')).status).toBe(202);
  });
});
