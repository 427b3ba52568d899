import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { askedCode, consoleOf, type Grants, newInvite, staffIn } from '../../testing/staff.ts';
import { enterByProvider, putAccount } from '../../testing/staff-provider.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const DAY = 24 * 60;
beforeEach(() => minutes(0));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What staff members received at an e-mail address, oldest first: template and text of each message except codes. */
async function mailsTo(email: string): Promise<[template: string, subject: string, text: string][]> {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  return body
    .filter(({ template }) => template !== 'NE-01' && template !== 'NE-02')
    .map(({ template, subject, text }): [string, string, string] => [template, subject ?? '', text])
    .reverse();
}
const templatesTo = async (email: string) => (await mailsTo(email)).map(([template]) => template);

async function enter(client: Client, email: string) {
  const { challengeId, code } = await askedCode(harness, client, email);
  const entered = await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId },
    body: { code },
  });
  expect(entered.status).toBe(200);
}
const grant = (staffId: number, grants: Grants) =>
  harness.operations.call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId },
    body: { grants },
  });
const disable = (staffId: number, state: 'active' | 'disabled' = 'disabled') =>
  harness.operations.call('POST /operations/staff/{staffId}/state', {
    params: { staffId },
    body: { state, reason: 'Saiu' },
  });

it('NE-02: a staff code has its own message, by e-mail', async () => {
  const { email } = await staffIn(harness, [{ role: 'banca' }]);
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  expect(body[0]).toMatchObject({
    channel: 'email',
    template: 'NE-02',
    subject: 'Seu código de acesso',
    text: expect.stringMatching(/\d{6} é o seu código .+\. Vale por 10 minutos\. Não compartilhe\./),
  });
});

describe('NE-03: a sign-in from a browser', () => {
  it('that is new is reported; a known one is not, for 90 days', async () => {
    const { client, email } = await staffIn(harness, [{ role: 'banca' }]);
    // She signed in through the mailbox that would be notified.
    expect(await templatesTo(email)).toEqual([]);
    minutes(2);
    await enter(client, email);
    expect(await templatesTo(email)).toEqual([]);
    minutes(4);
    const other = consoleOf(harness);
    other.headers['user-agent'] = FIREFOX;
    await enter(other, email);
    expect(await mailsTo(email)).toEqual([
      [
        'NE-03',
        'Novo acesso à Órbita Equipe',
        expect.stringContaining(
          '12/01/2026 às 10:04, Firefox (Linux). Se não foi você, avise a administração.',
        ),
      ],
    ]);
    minutes(90 * DAY);
    await enter(other, email);
    expect(await templatesTo(email)).toEqual(['NE-03']);
    // Every sign-in counts as having used the browser.
    minutes(179 * DAY);
    await enter(other, email);
    expect(await templatesTo(email)).toEqual(['NE-03']);
    minutes(269 * DAY + 1);
    await enter(other, email);
    expect(await templatesTo(email)).toEqual(['NE-03', 'NE-03']);
  });

  it('is recognised by a random cookie no script reads, stored as a hash that differs per person', async () => {
    const [one, two] = [
      await staffIn(harness, [{ role: 'banca' }]),
      await staffIn(harness, [{ role: 'banca' }]),
    ];
    const line = one.client.cookieLines.get('orbita-equipe-navegador') ?? '';
    expect(line).toMatch(/Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/i);
    const mark = one.client.cookies.get('orbita-equipe-navegador') ?? '';
    expect(Buffer.from(mark, 'base64url')).toHaveLength(32);
    // Someone else in the same browser is new there, and is reported.
    two.client.cookies.set('orbita-equipe-navegador', mark);
    minutes(2);
    await enter(two.client, two.email);
    expect(two.client.cookies.get('orbita-equipe-navegador')).toBe(mark);
    expect(await templatesTo(two.email)).toEqual(['NE-03']);
    const kept = await harness.platform.db.tenant(tenantId).many<{ hash: string }>(sql`
      select hash from staff_browser where kind = 'browser' and tenant_id = ${tenantId} and staff_id in (${one.staffId}, ${two.staffId})`);
    expect(new Set(kept.map(({ hash }) => hash)).size).toBe(3);
    expect(JSON.stringify(kept)).not.toContain(mark);
  });

  it('a forged cookie is replaced', async () => {
    const { client, email } = await staffIn(harness, [{ role: 'banca' }]);
    client.cookies.set('orbita-equipe-navegador', 'x'.repeat(4000));
    minutes(2);
    await enter(client, email);
    expect(client.cookies.get('orbita-equipe-navegador')).toHaveLength(43);
    expect(await templatesTo(email)).toEqual(['NE-03']);
  });
});

describe('NE-07: changed roles', () => {
  it('are named, also when none is left; no change sends nothing', async () => {
    const { staffId, email } = await staffIn(harness, [{ role: 'banca' }]);
    await grant(staffId, [{ role: 'banca' }]);
    expect(await mailsTo(email)).toEqual([]);
    await grant(staffId, [{ role: 'secretaria', institutions: ['CUA01'] }, { role: 'gestao' }]);
    // Messages of the same instant may be sent in any order.
    expect(await templatesTo(email)).toEqual(['NE-07']);
    await grant(staffId, []);
    expect(await mailsTo(email)).toEqual([
      [
        'NE-07',
        'Suas funções mudaram',
        expect.stringContaining('agora você tem: Gestão, Secretaria (CUA01).'),
      ],
      ['NE-07', 'Suas funções mudaram', expect.stringContaining('Você não tem mais função')],
    ]);
  });

  it('are reported once when a member is disabled, and never to people only invited', async () => {
    const { staffId, email } = await staffIn(harness, [{ role: 'banca' }]);
    await disable(staffId);
    expect(await mailsTo(email)).toEqual([
      ['NE-07', 'Suas funções mudaram', expect.stringContaining('encerrou o seu acesso')],
    ]);
    await grant(staffId, [{ role: 'gestao' }]);
    await disable(staffId, 'active');
    expect(await templatesTo(email)).toEqual(['NE-07']);
    const invited = await newInvite(harness, [{ role: 'banca' }]);
    await grant(invited.staffId, [{ role: 'gestao' }]);
    await disable(invited.staffId);
    expect(await mailsTo(invited.email)).toEqual([]);
  });

  it('are reported when SSO groups gave them, but not at the first sign-in', async () => {
    const email = 'grupos@equipe.test';
    await putAccount(harness, 'de-grupos', { email, groups: ['sec-cua'] });
    await enterByProvider(harness, 'de-grupos');
    expect(await templatesTo(email)).toEqual(['NE-03']);
    await putAccount(harness, 'de-grupos', { email, groups: ['sec-cua', 'gestores'] });
    await enterByProvider(harness, 'de-grupos');
    expect((await mailsTo(email)).filter(([template]) => template === 'NE-07')).toEqual([
      ['NE-07', 'Suas funções mudaram', expect.stringContaining('Gestão, Secretaria (CUA01)')],
    ]);
  });
});

describe('NE-11: an invite from the command line', () => {
  const sentTo = async (email: string) =>
    (await mailsTo(email)).filter(([template]) => template === 'NE-11').map(([, , text]) => text);

  it('that was accepted and gives administration is reported to the administrators', async () => {
    const first = await staffIn(harness, [{ role: 'administracao' }]);
    expect(await sentTo(first.email)).toEqual([]);
    const [own, elsewhere] = [
      await staffIn(harness, [{ role: 'administracao', institutions: ['CUA01'] }]),
      await staffIn(harness, [{ role: 'administracao', institutions: ['EPA01'] }]),
    ];
    expect(await sentTo(first.email)).toHaveLength(2);
    expect([await sentTo(own.email), await sentTo(elsewhere.email)]).toEqual([[], []]);
    minutes(5);
    const late = await newInvite(harness, [{ role: 'administracao', institutions: ['CUA01'] }]);
    expect(await sentTo(own.email)).toEqual([]);
    const client = consoleOf(harness);
    const sent = await client.call('POST /operations/staff/invites/acceptance', {
      body: { invite: late.invite, method: 'code' },
    });
    const code = await harness.operations.call('GET /operations/simulator/outbox', {
      query: { to: late.email },
    });
    await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId: 'challengeId' in sent.body ? sent.body.challengeId : '' },
      body: { code: /\d{6}/.exec(code.body[0]?.text ?? '')?.[0] ?? '' },
    });
    expect(await sentTo(own.email)).toEqual([
      expect.stringContaining('Pessoa da Equipe aceitou o convite em 12/01/2026 às 10:05.'),
    ]);
    expect([await sentTo(elsewhere.email), await sentTo(late.email)]).toEqual([[], []]);
  });

  it('of another role is not', async () => {
    const admin = await staffIn(harness, [{ role: 'administracao' }]);
    await staffIn(harness, [{ role: 'secretaria' }]);
    expect(await sentTo(admin.email)).toEqual([]);
  });

  it('that was accepted by SSO is also reported', async () => {
    const admin = await staffIn(harness, [{ role: 'administracao' }]);
    const { email } = await newInvite(harness, [{ role: 'administracao' }]);
    await putAccount(harness, 'por-convite', { email, groups: [] });
    await enterByProvider(harness, 'por-convite');
    expect(await sentTo(admin.email)).toHaveLength(1);
  });
});
