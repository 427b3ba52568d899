import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { askedCode, consoleOf, newInvite, staffByCode, staffCode, staffIn } from '../../testing/staff.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const ONE = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];
const me = (client: Client) => client.call('GET /operations/staff/me');
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return body.code ?? status;
};
const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const askCode = (client: Client, email: string) =>
  client.call('POST /operations/staff/code/challenges', { body: { email } });
const enter = (client: Client, challengeId: string, code: string) =>
  client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId },
    body: { code },
  });

beforeEach(() => minutes(0));

describe('an invite', () => {
  it('shows what it offers, as often as it is read, and signs in by a code to its e-mail', async () => {
    const { email, staffId, invite } = await newInvite(harness, ONE);
    const client = consoleOf(harness);
    for (let look = 0; look < 2; look++) {
      const { body } = await client.call('POST /operations/staff/invites/inspection', { body: { invite } });
      expect(body).toMatchObject({
        tenant: { alias: 'alfa' },
        name: 'Pessoa da Equipe',
        emailMasked: expect.stringMatching(/^e\*+@/),
        grants: [{ role: 'secretaria', label: 'Secretaria', institutions: ['CUA01'] }],
        institutions: [{ code: 'CUA01', acronym: 'CUA' }],
        methods: ['idp', 'passkey', 'code'],
      });
    }
    const sent = await client.call('POST /operations/staff/invites/acceptance', {
      body: { invite, method: 'code' },
    });
    if (!('resendIn' in sent.body)) throw new Error(JSON.stringify(sent.body));
    const { status, body } = await enter(client, sent.body.challengeId, await staffCode(harness, email));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      staffId,
      email,
      institutions: [{ code: 'CUA01' }],
      session: { method: 'code', idleMinutes: 30, reauthUntil: '2026-01-12T10:10:00-03:00' },
    });
    expect(body.parts).toMatchObject({ 'documents.review': ['CUA01'], students: ['CUA01'] });
    expect(Object.keys(body.parts)).not.toContain('payments.read');
    expect((await me(client)).body).toEqual(body);
    const used = client.call('POST /operations/staff/invites/inspection', { body: { invite } });
    expect(await codeOf(used)).toBe('INVITE_OVER');
  });

  it('is over after 72 hours, at another tenant, and once a newer one was created', async () => {
    const { invite, email } = await newInvite(harness, ONE);
    const look = (client: Client) =>
      codeOf(client.call('POST /operations/staff/invites/inspection', { body: { invite } }));
    expect(await look(consoleOf(harness, 'beta'))).toBe('INVITE_OVER');
    minutes(72 * 60 - 1);
    expect(await look(consoleOf(harness))).toBe(200);
    minutes(72 * 60);
    expect(await look(consoleOf(harness))).toBe('INVITE_OVER');
    minutes(0);
    await harness.operations.call('POST /operations/staff/invites', {
      body: { name: 'Outra vez', email, grants: ONE },
    });
    expect(await look(consoleOf(harness))).toBe('INVITE_OVER');
  });

  it('cannot be guessed: refused after twenty attempts', async () => {
    const client = consoleOf(harness);
    const guess = () =>
      codeOf(client.call('POST /operations/staff/invites/inspection', { body: { invite: 'x' } }));
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await guess());
    expect(answers).toEqual([...Array(20).fill('INVITE_OVER'), 'RATE_LIMITED']);
  });
});

describe('a code by e-mail', () => {
  it('signs a member in, and an unknown e-mail gets the same answer', async () => {
    const { email } = await staffIn(harness, ONE);
    minutes(2);
    const client = consoleOf(harness);
    const unknown = await askCode(client, 'ninguem@equipe.test');
    expect([unknown.status, unknown.body]).toEqual([
      202,
      { challengeId: expect.any(String), expiresIn: 600, resendIn: 60 },
    ]);
    const { challengeId, code } = await askedCode(harness, client, email);
    expect(await staffCode(harness, 'ninguem@equipe.test')).toBe('');
    expect(await codeOf(enter(client, unknown.body.challengeId, code))).toBe('CODE_INVALID');
    expect((await enter(client, challengeId, code)).status).toBe(200);
    expect(await codeOf(enter(client, challengeId, code))).toBe('CODE_EXPIRED');
  });

  it('does not work for a disabled member, or one without a role', async () => {
    for (const end of ['disabled', 'without role'] as const) {
      minutes(0);
      const { email, staffId } = await staffIn(harness, ONE);
      minutes(2);
      const client = consoleOf(harness);
      const { challengeId, code } = await askedCode(harness, client, email);
      const params = { staffId };
      if (end === 'disabled')
        await harness.operations.call('POST /operations/staff/{staffId}/state', {
          params,
          body: { state: 'disabled', reason: 'Saiu' },
        });
      else
        await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
          params,
          body: { grants: [] },
        });
      const refused = await codeOf(enter(client, challengeId, code));
      expect(refused).toBe(end === 'disabled' ? 'CODE_EXPIRED' : 'NO_ROLE');
    }
  });
});

describe('a session', () => {
  it('has a cookie that no script reads and no other site sends', async () => {
    const { client } = await staffIn(harness, ONE);
    const line = client.cookieLines.get('orbita-equipe') ?? '';
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/i);
    expect(line).not.toMatch(/max-age|expires/i);
    const secret = client.cookies.get('orbita-equipe') ?? '';
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const kept = await harness.platform.db.tenant(tenantId).many<{ hash: string }>(sql`
      select hash from staff_session where tenant_id = ${tenantId}`);
    expect(kept.map(({ hash }) => hash)).not.toContain(secret);
  });

  it('ends after 30 minutes without input; background calls do not count as input', async () => {
    const [{ client }, { client: away }] = [await staffIn(harness, ONE), await staffIn(harness, ONE)];
    away.headers['x-background'] = '1';
    for (const at of [20, 29]) {
      minutes(at);
      expect([(await me(client)).status, (await me(away)).status]).toEqual([200, 200]);
    }
    minutes(31);
    expect(await codeOf(me(away))).toBe('STAFF_SESSION_OVER');
    expect((await me(client)).status).toBe(200);
  });

  it('ends ten hours after the sign-in, however busy', async () => {
    const { client } = await staffIn(harness, ONE);
    for (let at = 25; at < 600; at += 25) {
      minutes(at);
      expect((await me(client)).status).toBe(200);
    }
    minutes(600);
    expect(await codeOf(me(client))).toBe('STAFF_SESSION_OVER');
  });

  it('is unknown at another tenant, to service tokens, and to candidates', async () => {
    const { client } = await staffIn(harness, ONE);
    const secret = client.cookies.get('orbita-equipe') ?? '';
    const elsewhere = consoleOf(harness, 'beta');
    elsewhere.cookies.set('orbita-equipe', secret);
    expect(await codeOf(me(elsewhere))).toBe('STAFF_SESSION_OVER');
    expect(await codeOf(elsewhere.call('GET /operations/subscriptions'))).toBe('STAFF_SESSION_OVER');
    const bearer = consoleOf(harness);
    bearer.headers.authorization = `Bearer ${secret}`;
    bearer.cookies.set('orbita-equipe', secret);
    expect(await codeOf(bearer.call('GET /operations/subscriptions'))).toBe('SERVICE_TOKEN_INVALID');
    expect(await codeOf(client.call('GET /candidate/users/check/'))).toBe('UNAUTHENTICATED');
  });

  it('ends when its person signs out, ends it from another browser, or is disabled', async () => {
    const { client, email, staffId } = await staffIn(harness, ONE);
    minutes(2);
    const second = consoleOf(harness);
    const fresh = await askedCode(harness, second, email);
    await enter(second, fresh.challengeId, fresh.code);
    const own = await second.call('GET /operations/staff/me/sessions');
    expect(own.body.data.map(({ current }) => current)).toEqual([true, false]);
    const id = own.body.data[1]?.id ?? 0;
    const end = () => second.call('DELETE /operations/staff/me/sessions/{id}', { params: { id } });
    expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
    expect(await codeOf(me(client))).toBe('STAFF_SESSION_OVER');
    const stranger = await staffIn(harness, ONE);
    const others = await second.call('DELETE /operations/staff/me/sessions/{id}', {
      params: { id: (await stranger.client.call('GET /operations/staff/me/sessions')).body.data[0]?.id ?? 0 },
    });
    expect([others.status, (await me(stranger.client)).status]).toEqual([404, 200]);
    await stranger.client.call('DELETE /operations/staff/me/session');
    // The remaining cookie only marks the browser, and opens nothing.
    expect([...stranger.client.cookies.keys()]).toEqual(['orbita-equipe-navegador']);
    expect(await codeOf(me(stranger.client))).toBe('STAFF_SESSION_OVER');
    await harness.operations.call('POST /operations/staff/{staffId}/state', {
      params: { staffId },
      body: { state: 'disabled', reason: 'Saiu' },
    });
    expect(await codeOf(me(second))).toBe('STAFF_SESSION_OVER');
  });

  it('that is the oldest of six ends', async () => {
    const { client, email } = await staffIn(harness, ONE);
    const later: Client[] = [];
    for (let n = 1; n <= 4; n++) {
      minutes(2 * n);
      const next = consoleOf(harness);
      // If nothing identified her, the fourth code within an hour would be delayed.
      next.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
      const fresh = await askedCode(harness, next, email);
      await enter(next, fresh.challengeId, fresh.code);
      later.push(next);
    }
    expect((await me(client)).status).toBe(200);
    // The limit of codes counts per hour.
    minutes(62);
    await harness.platform.db.tenant(tenantId).many(sql`
      update staff_session set last_input_at = ${harness.clock.now()} where tenant_id = ${tenantId} returning id`);
    const sixth = consoleOf(harness);
    const fresh = await askedCode(harness, sixth, email);
    expect((await enter(sixth, fresh.challengeId, fresh.code)).status).toBe(200);
    const states = await Promise.all([client, ...later, sixth].map(async (one) => (await me(one)).status));
    expect(states).toEqual([401, 200, 200, 200, 200, 200]);
  });

  it('without any role left can do nothing, from the next call on', async () => {
    const { client, staffId } = await staffIn(harness, ONE);
    const list = () => client.call('GET /operations/subscriptions');
    expect((await list()).status).toBe(200);
    await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants: [{ role: 'banca' }] },
    });
    expect(await codeOf(list())).toBe('FORBIDDEN');
    expect((await client.call('GET /operations/essays')).status).toBe(200);
  });
});

it("a page that was opened for one person does nothing in another's session, and does not end it", async () => {
  const [ana, bia] = [await staffIn(harness, ONE), await staffIn(harness, ONE)];
  const as = (staffId: number) => ({
    headers: { ...bia.client.headers, 'x-orbita-pessoa': String(staffId) },
  });
  await withoutTrace(harness, async () => {
    for (const sent of [
      bia.client.call('PUT /operations/staff/me/preferences', {
        body: { digest: 'off' },
        ...as(ana.staffId),
      }),
      bia.client.call('GET /operations/subscriptions', as(ana.staffId)),
    ])
      expect(await codeOf(sent)).toBe('STAFF_SESSION_OVER');
  });
  expect((await bia.client.call('GET /operations/subscriptions', as(bia.staffId))).status).toBe(200);
  expect((await me(bia.client)).status).toBe(200);
});

describe('S11: a page of another site', () => {
  const forged: [string, Record<string, string>][] = [
    ['without the marker', { 'x-orbita-equipe': '' }],
    ['with another origin', { origin: 'http://epa.alfa.orbita.test' }],
    ['with a foreign origin', { origin: 'https://mal.test' }],
    ['with no origin', { origin: '' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ];
  it.each(forged)('changes nothing %s', async (_how, headers) => {
    const { client, invite, email } = await staffIn(harness, [{ role: 'secretaria' }]);
    await withoutTrace(harness, async () => {
      for (const forge of [
        () => client.call('DELETE /operations/staff/me/session', { headers }),
        () => client.call('POST /operations/blocks', { headers, body: {} as never }),
        () => client.call('POST /operations/staff/code/challenges', { headers, body: { email } }),
        () => client.call('POST /operations/staff/invites/inspection', { headers, body: { invite } }),
      ])
        expect(await codeOf(forge())).toBe('FORBIDDEN');
    });
    expect((await me(client)).status).toBe(200);
  });

  it('reads nothing with a valid cookie', async () => {
    const { client } = await staffIn(harness, ONE);
    const from = (site: string) => ({ headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site'])
      for (const read of [
        client.call('GET /operations/staff/me', from(site)),
        client.call('GET /operations/subscriptions', from(site)),
      ])
        expect(await codeOf(read)).toBe('FORBIDDEN');
    for (const site of ['same-origin', 'none'])
      expect((await client.call('GET /operations/subscriptions', from(site))).status).toBe(200);
  });
});

describe('acts that need a fresh sign-in', () => {
  const block = (client: Client) =>
    client.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: '111.444.777-35', reason: 'Fraude' },
    });

  it("are allowed for ten minutes, and again after a fresh code to the member's own e-mail", async () => {
    const { client, email } = await staffIn(harness, [{ role: 'secretaria' }]);
    const stranger = await staffIn(harness, ONE);
    expect((await block(client)).status).toBe(201);
    minutes(10);
    const refused = await block(client);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'REAUTH_REQUIRED', methods: ['code'] },
    ]);
    const before = client.cookies.get('orbita-equipe');
    const confirm = async (of: string) => {
      const body = await askedCode(harness, client, of);
      return client.call('POST /operations/staff/me/reauthentication', { body });
    };
    expect(await codeOf(confirm(stranger.email))).toBe('NOT_FOUND');
    expect((await confirm(email)).body).toEqual({ reauthUntil: '2026-01-12T10:20:00-03:00' });
    expect((await block(client)).status).toBe(201);
    const old = consoleOf(harness);
    old.cookies.set('orbita-equipe', before ?? '');
    expect(await codeOf(me(old))).toBe('STAFF_SESSION_OVER');
  });

  it('that need more than a code are refused to a session by code', async () => {
    const { client } = await staffByCode(harness, [{ role: 'administracao' }]);
    const body = { name: 'x', email: 'x@equipe.test', grants: ONE };
    expect(await codeOf(client.call('POST /operations/staff/invites', { body }))).toBe('STRONGER_SIGN_IN');
  });
});

it('the audit names the person, their number and the role that allowed the call', async () => {
  const { client, staffId } = await staffIn(harness, [{ role: 'banca' }, ...ONE]);
  client.headers['x-operator'] = 'Outra Pessoa';
  await client.call('GET /operations/subscriptions');
  await client.call('GET /operations/essays');
  await client.call('GET /operations/payments');
  await client.call('DELETE /operations/staff/me/session');
  const lines = await harness.platform.db.tenant(tenantId).many(sql`
    select token_name, operator, role, action, outcome from audit_log
    where tenant_id = ${tenantId} and staff_id = ${staffId} order by id`);
  expect(lines.map(Object.values)).toEqual([
    ['equipe', 'Pessoa da Equipe', null, 'POST /operations/staff/code/challenges/{challengeId}/verify', 200],
    ['equipe', 'Pessoa da Equipe', 'secretaria', 'GET /operations/subscriptions', 200],
    ['equipe', 'Pessoa da Equipe', 'banca', 'GET /operations/essays', 200],
    ['equipe', 'Pessoa da Equipe', null, 'GET /operations/payments', 403],
    ['equipe', 'Pessoa da Equipe', null, 'DELETE /operations/staff/me/session', 204],
  ]);
});
