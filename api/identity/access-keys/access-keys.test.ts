// Longer than other files: how a link is issued, opened, limited and ended is read as one story, with the same helpers.
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alfa, issueKey, linkHolder, openLink } from '../../../testing/applicant.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { writeEssay } from '../../../testing/journey.ts';
import { inventedPerson, PASSWORD } from '../../../testing/people.ts';
import { personAt, type Step } from '../../../testing/person-at.ts';
import { signIn } from '../../../testing/requests.ts';
import { forgetHosts } from '../../tenancy/hosts.ts';

// One long file, because all its tests share one product instance, which takes longer to start than most of these tests.
let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line), callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const DAY = 24 * 3600_000;
let people = 7000;
const somebody = async (step: Step = 'approved') => {
  const person = inventedPerson(people++);
  return { ...(await personAt(harness, step, { person })), person };
};
const later = (ms: number) => new Date(new Date(T0).getTime() + ms);
const statusOf = (client: Client, id: number) =>
  client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
const copyOf = (client: Client): Client => {
  const copy = harness.visitor();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
};

describe('an access key', () => {
  it('S17 opens its subscription, and names its owner to the browser', async () => {
    const owner = await somebody();
    const { key, url } = await issueKey(harness, owner.subscriptionId);
    expect(url).toMatch(
      new RegExp(`/orbita/candidate/subscriptions/essays/${owner.subscriptionId}\\?accesskey=`),
    );
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    const visitor = harness.visitor();
    const { status, body, headers } = await openLink(visitor, owner.subscriptionId, key);
    expect(status).toBe(200);
    const uuid = owner.client.cookies.get('uuid');
    expect(body).toMatchObject({ isValid: true, uuid, subscriptionId: owner.subscriptionId });
    expect(visitor.cookies.get('uuid')).toBe(uuid);
    expect(visitor.cookies.has('accessToken')).toBe(false);
    const companion = headers.getSetCookie().find((line) => line.includes('orbita-session')) ?? '';
    // S9: not readable by scripts or other sites; it ends with the browser, as does the tab.
    expect(companion).toMatch(/HttpOnly/i);
    expect(companion).toMatch(/SameSite=Strict/i);
    expect(companion).not.toMatch(/Max-Age/i);
    visitor.token = body.accessToken;
    expect((await statusOf(visitor, owner.subscriptionId)).status).toBe(200);
    const again = await openLink(harness.visitor(), owner.subscriptionId, key);
    expect(again.body.isValid, 'reusable until its end').toBe(true);
  });

  it('answers 200 with isValid false when it is wrong, of another application, or empty', async () => {
    const owner = await somebody();
    const other = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const visitor = harness.visitor();
    for (const [id, tried] of [
      [owner.subscriptionId, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
      [other.subscriptionId, key],
      [999_999_999, key],
      [owner.subscriptionId, 'x'],
    ] as const) {
      const answer = await openLink(visitor, id, tried);
      expect([answer.status, answer.body]).toEqual([200, { isValid: false }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const signedIn = await openLink(other.client, owner.subscriptionId, 'wrong');
    expect(signedIn.body).toEqual({ isValid: false });
    expect((await statusOf(other.client, other.subscriptionId)).status, 'stays signed in').toBe(200);
  });

  it('S17 is valid in its own tenant only', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const beta = await openLink(harness.visitor('beta.orbita.test'), owner.subscriptionId, key);
    expect(beta.body).toEqual({ isValid: false });
    expect((await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid).toBe(true);
  });

  it('S17 expires by AccessKeyTtlDays or its own days, together with its tab tokens', async () => {
    const owner = await somebody();
    const usual = await issueKey(harness, owner.subscriptionId);
    const short = await issueKey(harness, owner.subscriptionId, { purpose: 'payment', ttlDays: 1 });
    const valid = async (key: string) =>
      (await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid;
    const tab = harness.visitor();
    try {
      harness.clock.set(later(DAY - 60_000));
      expect([await valid(usual.key), await valid(short.key)]).toEqual([true, true]);
      tab.token = (await openLink(tab, owner.subscriptionId, short.key)).body.accessToken;
      expect((await statusOf(tab, owner.subscriptionId)).status).toBe(200);
      harness.clock.set(later(DAY));
      expect([await valid(usual.key), await valid(short.key)]).toEqual([true, false]);
      expect((await statusOf(tab, owner.subscriptionId)).status, 'no longer than its key').toBe(401);
      harness.clock.set(later(30 * DAY - 1));
      expect(await valid(usual.key)).toBe(true);
      harness.clock.set(later(30 * DAY));
      expect(await valid(usual.key)).toBe(false);
    } finally {
      harness.clock.set(new Date(T0));
    }
  });

  it('expires after AccessKeyTtlDays, at every level that sets it', async () => {
    const owner = await somebody();
    const tenantId = owner.tenantId;
    const db = harness.platform.db.tenant(tenantId);
    const place = await db.one<{ host: number; institution: number; offer: number }>(sql`
      select host_id as host, institution_id as institution, offer_id as offer from subscription
      where tenant_id = ${tenantId} and id = ${owner.subscriptionId}`);
    const days = async () => {
      const { keyId } = await issueKey(harness, owner.subscriptionId);
      const row = await db.one<{ expires_at: Date }>(sql`
        select expires_at from access_key where tenant_id = ${tenantId} and id = ${keyId}`);
      return ((row?.expires_at.getTime() ?? 0) - new Date(T0).getTime()) / DAY;
    };
    const levels = [
      ['host', place?.host, 5],
      ['institution', place?.institution, 6],
      ['offer', place?.offer, 7],
    ] as const;
    try {
      for (const [level, id, value] of levels) {
        await db.many(sql`
          insert into parameter (tenant_id, level, owner_id, internal_value, value)
          values (${tenantId}, ${level}, ${id}, 'AccessKeyTtlDays', ${JSON.stringify(value)}::jsonb)
          returning owner_id`);
        await harness.platform.db.notify('orbita_catalogue', '');
        await expect.poll(days, { message: level }).toBe(value);
      }
    } finally {
      await db.many(sql`
        delete from parameter where tenant_id = ${tenantId} and internal_value = 'AccessKeyTtlDays'
        returning owner_id`);
      await harness.platform.db.notify('orbita_catalogue', '');
      await expect.poll(days).toBe(30);
    }
  });

  it('gives a tab at most twelve hours', async () => {
    const owner = await somebody();
    const tab = await linkHolder(harness, owner);
    try {
      // Keeps the tab active throughout, because it would expire after an idle hour.
      for (let minutes = 0; minutes < 12 * 60; minutes += 45) {
        harness.clock.set(later(minutes * 60_000));
        expect((await statusOf(tab, owner.subscriptionId)).status).toBe(200);
      }
      harness.clock.set(later(12 * 3600_000 - 1000));
      const check = await tab.call('GET /candidate/users/check/');
      expect([check.status, check.body.accessToken], 'never renewed').toEqual([200, tab.token]);
      harness.clock.set(later(12 * 3600_000));
      expect((await statusOf(tab, owner.subscriptionId)).status).toBe(401);
    } finally {
      harness.clock.set(new Date(T0));
    }
  });

  it('S3 cannot be guessed without limit from one address', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    // Uses its own address, so that its rate limit doesn't affect the other tests.
    const visitor = harness.visitor();
    visitor.headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let n = 0; n < 20; n += 1)
      expect((await openLink(visitor, owner.subscriptionId, `wrong${n}`)).status).toBe(200);
    const refused = await openLink(visitor, owner.subscriptionId, key);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid).toBe(true);
  });

  it('S11 is exchanged by our own pages only, not by other sites and not by a plain link', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    for (const from of ['cross-site', 'same-site', 'none']) {
      const visitor = harness.visitor();
      visitor.headers = { 'sec-fetch-site': from };
      const answer = await openLink(visitor, owner.subscriptionId, key);
      expect([from, answer.status, answer.headers.getSetCookie()]).toEqual([from, 403, []]);
    }
    const visitor = harness.visitor();
    visitor.headers = { 'sec-fetch-site': 'same-origin' };
    expect((await openLink(visitor, owner.subscriptionId, key)).body.isValid).toBe(true);
  });

  it('names the essay in links that lead to one', async () => {
    const owner = await somebody(1);
    const essayId = await writeEssay(owner.client, owner.subscriptionId);
    const { key } = await issueKey(harness, owner.subscriptionId);
    const tab = harness.visitor();
    const { body } = await openLink(tab, essayId, key, 'essay');
    expect(body).toMatchObject({ isValid: true, subscriptionId: owner.subscriptionId });
    tab.token = body.accessToken;
    const essay = await tab.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } });
    expect(essay.status).toBe(200);
    expect((await openLink(harness.visitor(), essayId + 1, key, 'essay')).body.isValid).toBe(false);
  });

  it('is stored as a hash, and appears in no log line', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const userToken = owner.client.cookies.get('accessToken') ?? '';
    await openLink(harness.visitor(), owner.subscriptionId, key);
    await openLink(owner.client, owner.subscriptionId, key);
    await openLink(harness.visitor(), owner.subscriptionId, `${key}wrong`);
    // As text, which shows bytes as hexadecimal digits.
    const rows = await harness.platform.db.tenant(await alfa(harness)).many<{ row: string }>(sql`
      select k::text as row from access_key k where tenant_id = ${await alfa(harness)}
        and subscription_id = ${owner.subscriptionId}`);
    expect(rows).toHaveLength(1);
    const spellings = [Buffer.from(key), Buffer.from(key, 'base64url')].map((bytes) => bytes.toString('hex'));
    for (const spelling of [key, ...spellings]) expect(rows[0]?.row).not.toContain(spelling);
    expect(userToken).not.toBe('');
    const log = lines.join('');
    expect(log).toContain('access key used');
    expect(log).not.toContain(key);
    expect(log).not.toContain(userToken);
  });
});

describe('in a browser where somebody is signed in', () => {
  it('the owner stays signed in with full rights', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const before = owner.client.token;
    const { body, headers } = await openLink(owner.client, owner.subscriptionId, key);
    expect(body).toMatchObject({ isValid: true, name: 'Candidata Inventada' });
    expect(headers.getSetCookie().filter((line) => line.startsWith('accessToken='))).toHaveLength(1);
    expect(owner.client.cookies.get('accessToken')).toBe(body.accessToken);
    owner.client.token = body.accessToken;
    const uuid = owner.client.cookies.get('uuid') ?? '';
    const listed = await owner.client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } });
    expect(listed.status).toBe(200);
    owner.client.token = before;
    expect((await statusOf(owner.client, owner.subscriptionId)).status, 'so do her other tabs').toBe(200);
  });

  it('anybody else is signed out, in the browser and on the server', async () => {
    const owner = await somebody();
    const other = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const kept = copyOf(other.client);
    kept.token = other.client.token;
    const { body } = await openLink(other.client, owner.subscriptionId, key);
    const cookies = Object.fromEntries(other.client.cookies);
    expect(cookies).toMatchObject({ uuid: owner.client.cookies.get('uuid') });
    for (const name of ['accessToken', 'name', 'social_name', 'tenantAlias'])
      expect(cookies, name).not.toHaveProperty(name);
    other.client.token = body.accessToken;
    expect((await statusOf(other.client, owner.subscriptionId)).status).toBe(200);
    expect((await statusOf(other.client, other.subscriptionId)).status, 'only the one').toBe(404);
    expect((await statusOf(kept, other.subscriptionId)).status, 'S8 the old token is dead').toBe(401);
  });

  it('an invalid token counts as not signed in', async () => {
    const owner = await somebody();
    const { key } = await issueKey(harness, owner.subscriptionId);
    const visitor = harness.visitor();
    visitor.cookies.set('accessToken', 'eyJhbGciOiJub25lIn0.e30.');
    const { body } = await openLink(visitor, owner.subscriptionId, key);
    expect(body.isValid).toBe(true);
    visitor.token = body.accessToken;
    expect((await visitor.call('GET /candidate/users/check/')).status).toBe(200);
  });

  it('two links in two tabs do not affect each other', async () => {
    const first = await somebody();
    const second = await somebody();
    const browser = harness.visitor();
    const opened = [];
    for (const { subscriptionId } of [first, second]) {
      const { key } = await issueKey(harness, subscriptionId);
      opened.push((await openLink(browser, subscriptionId, key)).body.accessToken);
    }
    for (const [at, { subscriptionId }] of [first, second].entries()) {
      browser.token = opened[at];
      expect((await statusOf(browser, subscriptionId)).status).toBe(200);
    }
    const elsewhere = harness.visitor();
    elsewhere.token = opened[0];
    expect((await statusOf(elsewhere, first.subscriptionId)).status, 'a token alone opens nothing').toBe(401);
  });
});

describe('rights of an access key', () => {
  it('S17 end when the tab is left, without touching the cookies of a later sign-in', async () => {
    const owner = await somebody();
    const tab = await linkHolder(harness, owner);
    const answer = await tab.call('POST /platform/auth/signout');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect((await statusOf(tab, owner.subscriptionId)).status).toBe(401);
  });

  it('S17 change no contact, document or password, and create no privacy request', async () => {
    const owner = await somebody();
    const tab = await linkHolder(harness, owner);
    const params = { personId: owner.personId };
    const put = (body: Record<string, unknown>) =>
      tab.call('PUT /candidate/users/{personId}/person-data', { params, body });
    const tried: [string, () => Promise<{ status: number; body: { code?: string } }>][] = [
      ['an e-mail', () => put({ email: 'outra@exemplo.test' })],
      ['a phone', () => put({ cellPhone: '31911112222' })],
      ['a document', () => put({ document: '52998224725' })],
      [
        'a change of contact',
        () =>
          tab.call('POST /candidate/users/{personId}/contact-changes', {
            params,
            body: { kind: 'email', value: 'outra@exemplo.test' },
          }),
      ],
      [
        'a password',
        () =>
          tab.call('PUT /platform/auth/password', {
            body: { currentPassword: PASSWORD, newPassword: 'Nova#2026x', confirmPassword: 'Nova#2026x' },
          }),
      ],
      [
        'a privacy request',
        () =>
          tab.call('POST /candidate/users/{uuid}/privacy-requests', {
            params: { uuid: owner.client.cookies.get('uuid') ?? '' },
            body: { kind: 'sharing-info', details: null },
          }),
      ],
      [
        'another application',
        () =>
          tab.call('POST /candidate/subscriptions', {
            headers: { 'x-institution-code': 'CUA01' },
            body: { offerId: 1, courseId: 1, poleId: 1, schooling: { level: 'high-school' } },
          }),
      ],
    ];
    await withoutTrace(harness, async () => {
      for (const [what, act] of tried) {
        const { status, body } = await act();
        expect([what, status, body.code]).toEqual([what, 403, 'FORBIDDEN']);
      }
    });
    expect((await statusOf(tab, owner.subscriptionId)).status, 'the link itself works').toBe(200);
  });
});

describe('revocation', () => {
  it('S17 of one key ends it and the tabs it opened, and no other', async () => {
    const owner = await somebody();
    const [one, two] = [
      await issueKey(harness, owner.subscriptionId),
      await issueKey(harness, owner.subscriptionId),
    ];
    const tabs = await Promise.all(
      [one, two].map(async ({ key }) => {
        const tab = harness.visitor();
        tab.token = (await openLink(tab, owner.subscriptionId, key)).body.accessToken;
        expect((await statusOf(tab, owner.subscriptionId)).status).toBe(200);
        return tab;
      }),
    );
    const revoke = () =>
      harness.operations.call('DELETE /operations/access-keys/{keyId}', { params: { keyId: one.keyId } });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status, 'twice is once').toBe(204);
    const seen = await Promise.all(tabs.map((tab) => statusOf(tab, owner.subscriptionId)));
    expect(seen.map(({ status }) => status)).toEqual([401, 200]);
    const again = await Promise.all(
      [one, two].map(({ key }) => openLink(harness.visitor(), owner.subscriptionId, key)),
    );
    expect(again.map(({ body }) => body.isValid)).toEqual([false, true]);
    expect((await statusOf(owner.client, owner.subscriptionId)).status, 'her own session goes on').toBe(200);
  });

  it('S17 of all keys ends all of them', async () => {
    const owner = await somebody();
    const tabs = [await linkHolder(harness, owner), await linkHolder(harness, owner)];
    const params = { id: owner.subscriptionId };
    const answer = await harness.operations.call('DELETE /operations/subscriptions/{id}/access-keys', {
      params,
    });
    expect([answer.status, answer.body]).toEqual([200, { revoked: 2 }]);
    for (const tab of tabs) expect((await statusOf(tab, owner.subscriptionId)).status).toBe(401);
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}/access-keys', {
      params,
    });
    expect(body).toHaveLength(2);
    expect(body.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/hash|key":/);
  });

  it('S17 during an exchange: no token stays valid after a key revoked at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await somebody();
      const { key, keyId } = await issueKey(harness, owner.subscriptionId);
      const tabs = Array.from({ length: 6 }, () => harness.visitor());
      // An address of their own: how many of them count as wrong keys depends on the race.
      for (const tab of tabs) tab.headers = { 'x-forwarded-for': `203.0.113.${10 + round}` };
      const opening = tabs.map(async (tab) => {
        tab.token = (await openLink(tab, owner.subscriptionId, key)).body.accessToken;
        if (tab.token) await statusOf(tab, owner.subscriptionId);
      });
      const revoked = harness.operations.call('DELETE /operations/access-keys/{keyId}', {
        params: { keyId },
      });
      await Promise.all([...opening, revoked]);
      expect((await revoked).status).toBe(204);
      for (const tab of tabs) expect((await statusOf(tab, owner.subscriptionId)).status).toBe(401);
      expect((await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid).toBe(false);
    }
  });
});

describe('keys issued by operations', () => {
  it('with notify send the owner a message, with a key only where the contact is confirmed', async () => {
    const owner = await somebody();
    const tenantId = await alfa(harness);
    await harness.platform.db.tenant(tenantId).one(sql`
      update person set email_confirmed_at = ${harness.clock.now()} where tenant_id = ${tenantId}
        and id = ${owner.personId} returning id`);
    await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
      params: { id: owner.subscriptionId },
      body: { purpose: 'documents', ttlDays: 2, notify: true },
    });
    await harness.platform.jobs.run('outbox');
    const { email, cellPhone } = owner.person;
    const sentTo = async (to: string) =>
      (await harness.operations.call('GET /operations/simulator/outbox', { query: { to } })).body
        .filter(({ template }) => template === 'N-05')
        .map(({ text }) => text);
    const links = (await sentTo(email)).flatMap((text) => /accesskey=([\w-]+)/.exec(text)?.[1] ?? []);
    expect(links.length, 'the e-mail is confirmed').toBeGreaterThan(0);
    const phones = (await Promise.all([sentTo(cellPhone), sentTo(`+55${cellPhone}`)])).flat();
    expect(phones.length).toBeGreaterThan(0);
    expect(phones.join(), 'the phone is not').not.toContain('accesskey');
    const valid = [];
    for (const key of links)
      valid.push((await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid);
    expect(valid).toContain(true);
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}/access-keys', {
      params: { id: owner.subscriptionId },
    });
    expect(body.filter(({ purpose }) => purpose === 'documents')).toHaveLength(2);
  });

  it('open the page of the fee where there is one', async () => {
    const owner = await somebody();
    const tenantId = await alfa(harness);
    await harness.platform.db.tenant(tenantId).one(sql`
      update subscription set application_type = 'tax' where tenant_id = ${tenantId}
        and id = ${owner.subscriptionId} returning id`);
    const { url } = await issueKey(harness, owner.subscriptionId, { purpose: 'payment' });
    expect(new URL(url).pathname).toBe(`/orbita/candidate/subscriptions/tax/${owner.subscriptionId}`);
  });

  it('refuse invalid combinations, and an idempotent repeat does not show the key again', async () => {
    const owner = await somebody();
    const params = { id: owner.subscriptionId };
    for (const body of [
      { purpose: 'steal' },
      { purpose: 'continue', ttlDays: 0 },
      { purpose: 'continue', ttlDays: 366 },
    ])
      expect(
        (
          await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
            params,
            body,
          } as never)
        ).status,
      ).toBe(422);
    const headers = { 'idempotency-key': randomUUID() };
    const ask = (body: { purpose: 'continue' | 'payment' }) =>
      harness.operations.call('POST /operations/subscriptions/{id}/access-keys', { params, headers, body });
    const twice = await Promise.all([1, 2].map(() => ask({ purpose: 'continue' })));
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    // Each answer has a key of its own, because none is stored; both open the application.
    const opened = twice.map(({ body }) => new URL(body.url ?? '').searchParams.get('accesskey') ?? '');
    expect(new Set(opened).size).toBe(2);
    for (const key of opened)
      expect((await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid).toBe(true);
    const kept = await harness.platform.db.tenant(owner.tenantId).many<{ row: string }>(sql`
      select k::text as row from idempotency_key k where tenant_id = ${owner.tenantId}
        and key = ${headers['idempotency-key']}`);
    expect(kept).toHaveLength(1);
    for (const key of opened) expect(kept[0]?.row).not.toContain(key);
    expect((await ask({ purpose: 'payment' })).body).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});

it('work where sign-in is switched off', async () => {
  const owner = await somebody();
  const { key } = await issueKey(harness, owner.subscriptionId);
  const switched = (off: boolean) =>
    harness.platform.db.tenant(1).one(sql`
      update institution set subscription_login_disabled = ${off} where tenant_id = 1 and code = 'CUA01' returning id`);
  const entered = async () => (await signIn(harness.visitor(), owner.person)).body.code ?? 'entered';
  await switched(true);
  forgetHosts(harness.platform);
  expect(await entered()).toBe('LOGIN_DISABLED');
  const tab = harness.visitor();
  const { body } = await openLink(tab, owner.subscriptionId, key);
  expect(body.isValid).toBe(true);
  tab.token = body.accessToken;
  expect((await statusOf(tab, owner.subscriptionId)).status).toBe(200);
  await switched(false);
  forgetHosts(harness.platform);
  expect(await entered()).toBe('entered');
});
