import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { asKeptOwner } from '../../../testing/kept-owner.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { staffIn, strongStaff } from '../../../testing/staff.ts';
import { askView, openView } from '../../../testing/viewing.ts';

let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line), callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

let people = 8600;
const somebody = () => personAt(harness, 'approved', { person: inventedPerson(people++) });
const at = (minutes: number) => harness.clock.set(new Date(new Date(T0).getTime() + minutes * 60_000));
const statusOf = (client: Client, id: number) =>
  client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
const attending = () => staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
const tabOf = () => harness.visitor('cua.alfa.orbita.test');
const open = (tab: Client, code: string) => tab.call('POST /candidate/views', { body: { code } });

describe('a view', () => {
  it('opens by an address on the candidate’s host, once and within 60 seconds', async () => {
    const { subscriptionId: id } = await somebody();
    const { client } = await attending();
    const made = bodyOf(
      await client.call('POST /operations/subscriptions/{id}/views', { params: { id }, body: {} }),
    );
    expect(made.url).toMatch(/^http:\/\/[\w.]+(:\d+)?\/orbita\/candidate\/visualizacao\/#[\w-]{43}$/);
    expect(Date.parse(made.expiresAt) - Date.parse(T0)).toBe(60_000);
    const code = made.url.split('#')[1] ?? '';
    const tab = tabOf();
    const { status, body, headers } = await open(tab, code);
    expect(status).toBe(201);
    expect(body).toMatchObject({ subscriptionId: id, path: `/subscriptions/essays/${id}` });
    expect(Date.parse(body.expiresAt) - Date.parse(T0)).toBe(15 * 60_000);
    expect(headers.getSetCookie()).toEqual([]);
    expect([...tab.cookies]).toEqual([]);
    expect((await open(tabOf(), code)).body).toMatchObject({ code: 'LINK_EXPIRED' });
    const late = await askView(client, id);
    at(1.1);
    expect((await open(tabOf(), late)).status).toBe(410);
    at(0);
    expect(lines.join('\n')).not.toContain(code);
    expect(lines.join('\n')).not.toContain(body.token);
  });

  it('lasts 15 minutes, and shows the candidate’s own answers', async () => {
    const { subscriptionId: id, client } = await somebody();
    const { view } = await openView(harness, id);
    expect((await statusOf(view, id)).body).toEqual((await statusOf(client, id)).body);
    at(14.9);
    expect((await statusOf(view, id)).status).toBe(200);
    at(15.1);
    expect((await statusOf(view, id)).status).toBe(401);
    at(0);
  });

  it('keeps the candidate signed in when they use the same browser', async () => {
    const { subscriptionId: id, client } = await somebody();
    const before = [...client.cookies];
    const tab = tabOf();
    for (const [name, value] of client.cookies) tab.cookies.set(name, value);
    const { view } = await openView(harness, id, { tab });
    expect((await statusOf(view, id)).status).toBe(200);
    expect([...tab.cookies]).toEqual(before);
    expect((await statusOf(client, id)).status).toBe(200);
  });

  it("is for applications of one's own institutions, and for people only", async () => {
    const { subscriptionId: id } = await somebody();
    const elsewhere = await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    const params = { params: { id }, body: {} };
    const call = 'POST /operations/subscriptions/{id}/views' as const;
    expect((await elsewhere.client.call(call, params)).status).toBe(404);
    expect((await harness.operations.call(call, params)).status).toBe(403);
    const money = await staffIn(harness, [{ role: 'financeiro' }]);
    expect((await money.client.call(call, params)).status).toBe(403);
  });

  it('ends with the role that opens it, and with the staff session', async () => {
    const { subscriptionId: id } = await somebody();
    for (const end of ['role', 'person'] as const) {
      const { view, staffId } = await openView(harness, id);
      expect((await statusOf(view, id)).status).toBe(200);
      const reason = 'Saiu da equipe';
      const ended =
        end === 'role'
          ? await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
              params: { staffId },
              body: { grants: [{ role: 'financeiro' }] },
            })
          : await harness.operations.call('POST /operations/staff/{staffId}/state', {
              params: { staffId },
              body: { state: 'disabled', reason },
            });
      expect(ended.status).toBe(200);
      expect((await statusOf(view, id)).status, end).toBe(401);
    }
  });

  it('ends when nobody used the console for half an hour', async () => {
    const { subscriptionId: id } = await somebody();
    const { client } = await attending();
    const code = await askView(client, id);
    const tab = tabOf();
    tab.token = (await open(tab, code)).body.token;
    await harness.platform.db.tenant(1).many(sql`
      update staff_session set last_input_at = last_input_at - interval '31 minutes' where tenant_id = 1 returning id`);
    expect((await statusOf(tab, id)).status).toBe(401);
  });

  it('is in the timeline with name and reason, hidden from the candidate', async () => {
    const { subscriptionId: id, client: candidate } = await somebody();
    const { client } = await attending();
    const code = await askView(client, id, 'Não achou o botão');
    const shown = async (only: 'all' | 'staff' | 'visible') =>
      bodyOf(
        await client.call('GET /operations/subscriptions/{id}/timeline', { params: { id }, query: { only } }),
      ).data.filter(({ kind }) => kind === 'view');
    expect(await shown('all'), 'a code alone shows nothing').toEqual([]);
    const received = () =>
      harness.platform.db.tenant(1).many(sql`
        select id from staff_event where tenant_id = 1 and type = 'application.changed'`);
    const before = (await received()).length;
    await open(tabOf(), code);
    expect(await received(), 'open pages of the team read it again').toHaveLength(before + 1);
    const entry = {
      text: 'Visualização da página da pessoa',
      detail: 'Não achou o botão',
      by: 'Pessoa da Equipe',
      actor: 'staff',
      visible: false,
    };
    expect(await shown('all')).toMatchObject([entry]);
    expect(await shown('staff')).toMatchObject([entry]);
    expect(await shown('visible')).toEqual([]);
    const { body } = await candidate.call('GET /candidate/subscriptions/{id}/status', { params: { id } });
    expect(JSON.stringify(body)).not.toMatch(/isualiza/);
  });
});

describe('the audit', () => {
  const rows = (staffId: number) =>
    harness.platform.db.tenant(1).many<{ action: string; outcome: number; role: string }>(sql`
      select action, outcome, role from audit_log where tenant_id = 1 and staff_id = ${staffId} order by id`);

  it('records every call of a view with its person', async () => {
    const { subscriptionId: id } = await somebody();
    const { view, staffId } = await openView(harness, id);
    await statusOf(view, id);
    await view.call('POST /platform/auth/signout');
    const role = 'atendimento';
    expect((await rows(staffId)).slice(-4)).toEqual([
      { action: 'POST /operations/subscriptions/{id}/views', outcome: 201, role },
      { action: 'POST /candidate/views', outcome: 201, role },
      { action: 'GET /candidate/subscriptions/status/{id}', outcome: 200, role },
      { action: 'POST /platform/auth/signout', outcome: 403, role },
    ]);
  });

  it('must be written before anything is shown', async () => {
    const { subscriptionId: id } = await somebody();
    const { view, team } = await openView(harness, id);
    const code = await askView(team, id);
    const admin = await strongStaff(harness, 'Ada Administração', [{ role: 'administracao' }]);
    const silent = (work: string) => asKeptOwner(harness.platform, (run) => run(work));
    await silent(
      `create function no_audit() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
    );
    await silent(
      'create trigger no_audit before insert on audit_log for each row execute function no_audit()',
    );
    try {
      const { status, body } = await statusOf(view, id);
      expect([status, body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      expect((await open(tabOf(), code)).status).toBe(503);
      const made = await team.call('POST /operations/subscriptions/{id}/views', { params: { id }, body: {} });
      expect([made.status, made.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      expect(Number(made.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(made.body)).not.toContain('visualizacao');
      const kept = await admin.client.call('POST /operations/kept-records/search', {
        body: { by: 'application', value: String(id), reason: 'audit' },
      });
      expect(kept.body).toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await silent('drop trigger no_audit on audit_log');
      await silent('drop function no_audit()');
    }
    expect((await statusOf(view, id)).status).toBe(200);
  });
});
