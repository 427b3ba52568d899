import { randomUUID } from 'node:crypto';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { inventedPerson, PASSWORD } from '../../testing/people.ts';
import type { Platform } from '../platform/platform.ts';
import { CATALOGUE_CHANNEL, findHost, forgetHosts } from './hosts.ts';
import { parameterOf } from './parameters.ts';
import { hostFacts } from './settings.ts';

const GROUP = 'alfa.orbita.test';
const CUA = 'cua.alfa.orbita.test';
const EPA = 'epa.alfa.orbita.test';
const OFF = { 'institution-global-filter': 'false' };

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(1);
const institutionId = async (code: string) =>
  (await on().one<{ id: number }>(sql`select id from institution where tenant_id = 1 and code = ${code}`))
    ?.id ?? 0;

/** Opens a browser at another host, signed in as the same person. */
const at = async (host: string, cpf: string): Promise<Client> => {
  const client = harness.visitor(host);
  const answer = await client.call('POST /platform/auth/signin/tenants/{tenant}', {
    params: { tenant: 'alfa' },
    body: { documentType: 'cpf', document: cpf, password: PASSWORD, captchaToken: 'simulator-token' },
  });
  client.token = answer.body.accessToken;
  return client;
};

/** Creates an application for the first open offer of an institution. */
const applyTo = async (client: Client, institution: string) => {
  const headers = { 'x-institution-code': institution };
  const { body } = await client.call('GET /candidate/offers', { headers, query: { pageSize: 100 } });
  const offer = body.data.find(({ requiresClass }) => !requiresClass);
  const courseId = offer?.courses[0]?.id ?? 0;
  const params = { offerId: offer?.id ?? 0 };
  const poles = await client.call('GET /candidate/offers/{offerId}/poles', {
    params,
    query: { c: courseId },
  });
  return client.call('POST /candidate/subscriptions', {
    headers,
    body: { ...params, courseId, poleId: poles.body[0]?.id ?? 0, schooling: { level: 'degree' } },
  });
};

describe('S15, D8: which institutions a host shows', () => {
  const person = inventedPerson(7100);
  let client: Client;
  let uuid = '';
  const codesOf = async (one: Client, headers = {}) => {
    const { body } = await one.call('GET /candidate/users/{uuid}/subscriptions', {
      params: { uuid },
      headers,
    });
    const ids = new Set(body.map((card) => card.institutionId));
    const rows = await on().many<{ id: number; code: string }>(sql`
      select id, code from institution where tenant_id = 1 order by code`);
    return rows.filter(({ id }) => ids.has(id)).map(({ code }) => code);
  };

  beforeAll(async () => {
    client = harness.visitor(GROUP);
    uuid = (await signUp(client, person)).uuid;
    for (const code of ['CUA01', 'EPA01']) {
      const made = await applyTo(client, code);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
  });

  it('shows every institution on a group host and one institution on a brand host', async () => {
    expect(await codesOf(client)).toEqual(['CUA01', 'EPA01']);
    expect(await codesOf(await at(CUA, person.cpf))).toEqual(['CUA01']);
    expect(await codesOf(await at(EPA, person.cpf))).toEqual(['EPA01']);
  });

  it('lifts the filter of a brand host only for tokens that allow it, and only on request', async () => {
    const before = await at(CUA, person.cpf);
    expect(await codesOf(before, OFF)).toEqual(['CUA01']);
    await on().many(sql`
      update user_account set disable_institution_global_filter = true
      where tenant_id = 1 and document = ${person.cpf} returning id`);
    const after = await at(CUA, person.cpf);
    const check = await after.call('GET /candidate/users/check/');
    expect(check.body.payloadToken.disableInstitutionGlobalFilter).toBe(true);
    expect(await codesOf(after)).toEqual(['CUA01']);
    expect(await codesOf(after, { 'institution-global-filter': 'true' })).toEqual(['CUA01']);
    expect(await codesOf(after, { 'institution-global-filter': 'nonsense' })).toEqual(['CUA01']);
    expect(await codesOf(after, OFF)).toEqual(['CUA01', 'EPA01']);
    expect(await codesOf(client, OFF)).toEqual(['CUA01', 'EPA01']);
    // This includes the lists of offers, although the page of a brand names its institution in every call.
    const offered = async (headers: Record<string, string>) => {
      const { body } = await after.call('GET /candidate/offers', { query: { pageSize: 100 }, headers });
      return [...new Set(body.data.map((offer) => offer.institutionCode))].sort();
    };
    const named = (code: string) => ({ 'x-institution-code': code });
    expect(await offered(named('CUA01'))).toEqual(['CUA01']);
    expect(await offered({ ...OFF, ...named('CUA01') })).toEqual(['CUA01', 'EPA01']);
    expect(await offered({ ...OFF, ...named('EPA01') })).toEqual(['EPA01']);
    const types = async (headers: Record<string, string>) =>
      (await after.call('GET /candidate/offers/filters', { headers })).body.types;
    expect(await types(named('CUA01'))).not.toContain(4);
    expect(await types({ ...OFF, ...named('CUA01') })).toContain(4);
  });

  it('limits a list to the institution named in the request', async () => {
    const offersOf = async (host: string, code: string) => {
      const { body, status } = await harness
        .visitor(host)
        .call('GET /candidate/offers', { headers: { 'x-institution-code': code } });
      expect(status).toBe(200);
      return [...new Set(body.data.map((offer) => offer.institutionCode))];
    };
    expect(await offersOf(GROUP, 'EPA01')).toEqual(['EPA01']);
    expect(await offersOf(GROUP, 'CUA01')).toEqual(['CUA01']);
    expect(await offersOf(CUA, 'EPA01')).toEqual([]);
    expect(await offersOf(GROUP, 'FBX01')).toEqual([]);
    expect(await offersOf(GROUP, "x' or '1'='1")).toEqual([]);
  });
});

describe('S15: the institution named in a call', () => {
  const family = (Object.keys(calls) as CallKey[]).filter(
    (key) => /^\w+ \/candidate\/subscriptions\/.*\{/.test(key) && callOf(key).auth === 'candidate',
  );

  it('is required when an application is created', async () => {
    const client = harness.visitor(GROUP);
    await signUp(client, inventedPerson(7101));
    const answer = await client.call('POST /candidate/subscriptions', { body: {} as never });
    expect([answer.status, answer.body.code]).toEqual([400, 'INSTITUTION_CODE_REQUIRED']);
  });

  it('must match the application the call is about, in every call of that group', async () => {
    const owner = await fullPerson(harness, inventedPerson(7102));
    expect(family.length).toBeGreaterThan(10);
    for (const key of family) {
      const sent = exampleOf(candidateCalls[key] ?? {}, owner);
      const before = await fingerprint(harness.platform);
      const wrong = { ...sent, headers: { ...sent.headers, 'x-institution-code': 'EPA01' } };
      expectRefusal(await make(owner.client, key, wrong), key, 404, 'NOT_FOUND');
      expect(touched(before, await fingerprint(harness.platform)), key).toEqual([]);
    }
    const offer = { offerId: owner.offerId };
    for (const [code, status] of [
      ['CUA01', 200],
      ['EPA01', 404],
    ] as const) {
      const headers = { 'x-institution-code': code };
      const asked = harness.visitor(GROUP);
      const courses = await asked.call('GET /candidate/offers/{offerId}/courses', { params: offer, headers });
      const poles = await asked.call('GET /candidate/offers/{offerId}/poles', {
        params: offer,
        query: { c: owner.courseId },
        headers,
      });
      expect([courses.status, poles.status]).toEqual([status, status]);
    }
  });
});

describe('parameters set for one host', () => {
  it('still apply to an application made on that host, wherever it is opened later', async () => {
    const found = await findHost(harness.platform, CUA);
    const hostId = found?.host.id ?? 0;
    await on().many(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'host', ${hostId}, 'EssayTimeMinutes', '45') returning owner_id`);
    forgetHosts(harness.platform);
    const minutesOf = async (madeAt: string, openedAt: string, n: number) => {
      const person = inventedPerson(n);
      const client = harness.visitor(madeAt);
      await signUp(client, person);
      const { id } = await apply(client);
      const opened = openedAt === madeAt ? client : await at(openedAt, person.cpf);
      const essay = await opened.call('POST /candidate/subscriptions/{id}/essays', {
        params: { id },
        headers: { 'idempotency-key': randomUUID() },
        body: { rulesAccepted: true },
      });
      expect(essay.status, JSON.stringify(essay.body)).toBe(201);
      return (new Date(essay.body.deadline ?? 0).getTime() - harness.clock.now().getTime()) / 60_000;
    };
    expect(await minutesOf(CUA, CUA, 7110)).toBe(45);
    expect(await minutesOf(CUA, GROUP, 7111)).toBe(45);
    expect(await minutesOf(GROUP, CUA, 7112)).toBe(60);
    await on().many(sql`
      delete from parameter where tenant_id = 1 and level = 'host' and internal_value = 'EssayTimeMinutes' returning owner_id`);
    forgetHosts(harness.platform);
  });
});

describe('sign-in switched off for an institution', () => {
  const switchOff = async (codes: readonly string[]) => {
    await on().many(sql`
      update institution set subscription_login_disabled = code = any(${[...codes]}::text[])
      where tenant_id = 1 returning id`);
    forgetHosts(harness.platform);
  };
  const methods = async (host: string) => {
    const found = await findHost(harness.platform, host);
    if (!found) throw new Error(host);
    return (await hostFacts(harness.platform, found)).settings.loginMethods;
  };
  const none = {
    password: false,
    code: false,
    signup: false,
    google: false,
    facebook: false,
    linkedin: false,
  };

  it("closes sign-in on the institution's brand hosts, and on a group host once all its institutions switched it off", async () => {
    const person = inventedPerson(7120);
    const living = harness.visitor(CUA);
    await signUp(living, person);
    const signIn = async (host: string) => {
      const { status, body } = await harness
        .visitor(host)
        .call('POST /platform/auth/signin/tenants/{tenant}', {
          params: { tenant: 'alfa' },
          body: {
            documentType: 'cpf',
            document: person.cpf,
            password: PASSWORD,
            captchaToken: 'simulator-token',
          },
        });
      return body.code ?? status;
    };
    await switchOff(['CUA01']);
    expect(await methods(CUA)).toEqual(none);
    expect((await methods(GROUP)).password).toBe(true);
    expect([await signIn(CUA), await signIn(GROUP), await signIn(EPA)]).toEqual(['LOGIN_DISABLED', 200, 200]);
    await switchOff(['CUA01', 'EPA01']);
    expect(await methods(GROUP)).toEqual(none);
    expect([await signIn(CUA), await signIn(GROUP), await signIn(EPA)]).toEqual(
      Array.from({ length: 3 }, () => 'LOGIN_DISABLED'),
    );
    const signUpAnswer = await harness.visitor(GROUP).call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: {
        documentType: 'cpf',
        document: inventedPerson(7121).cpf,
        name: 'Candidata Fechada',
        birthDate: '2003-05-10',
        email: 'fechada@exemplo.test',
        cellPhone: '31900000099',
        password: PASSWORD,
        confirmPassword: PASSWORD,
        privacyAccepted: true,
        marketingConsent: false,
      },
    });
    expect([signUpAnswer.status, signUpAnswer.body.code]).toEqual([403, 'LOGIN_DISABLED']);
    expect(signUpAnswer.body.message).toBe(
      'O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição.',
    );
    // People who are already signed in stay signed in.
    expect((await living.call('GET /candidate/users/check/')).status).toBe(200);
    await switchOff([]);
    expect((await methods(CUA)).password).toBe(true);
  });
});

describe('the catalogue cached by each node', () => {
  const rename = async (
    files: { yaml: string; files?: Record<string, string> },
    from: string,
    to: string,
  ) => {
    const yaml = files.yaml.replaceAll(from, to);
    expect(yaml).not.toBe(files.yaml);
    const applied = await harness.operations.call('POST /operations/catalogue/apply', {
      body: { ...files, yaml },
    });
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  };
  const exported = async () => (await harness.operations.call('GET /operations/catalogue/export')).body;
  const primary = async () =>
    (
      await harness.visitor(EPA).call('GET /platform/settings/applications/{application}/hostname/{host}', {
        params: { application: 'orbita', host: EPA },
      })
    ).body.theme.primary;

  it('is refreshed at once on every node that receives the notification', async () => {
    const { platform } = harness;
    const second: Platform = { ...platform };
    const stop = await platform.db.listen(CATALOGUE_CHANNEL, () => forgetHosts(second));
    const place = { institutionId: await institutionId('EPA01') };
    const read = () => parameterOf(second, 1, 'DpoContact', place);
    expect(await read()).toBe('dpo@alfa.test');
    expect(await primary()).toBe('#1d5c63');
    const before = await exported();
    await rename(before, '"#1d5c63"', '"#2d6c73"');
    expect(await primary()).toBe('#2d6c73');
    const page = String((await harness.visitor(EPA).send('GET', '/orbita/candidate/')).body);
    expect(page).toContain('#2d6c73');
    await rename(await exported(), 'dpo@alfa.test', 'novo@alfa.test');
    const all = [await institutionId('CUA01'), place.institutionId];
    await expect
      .poll(async () =>
        Promise.all(all.map((id) => parameterOf(second, 1, 'DpoContact', { institutionId: id }))),
      )
      .toContain('novo@alfa.test');
    const back = await harness.operations.call('POST /operations/catalogue/apply', { body: before });
    expect(back.status).toBe(200);
    expect(await primary()).toBe('#1d5c63');
    await stop();
  });

  it('is at most one minute old on a node that missed the notification', async () => {
    let wall = 1_000_000;
    const deaf: Platform = {
      ...harness.platform,
      clock: { ...harness.platform.clock, wall: () => wall } as never,
    };
    const place = { institutionId: await institutionId('CUA01') };
    const read = () => parameterOf(deaf, 1, 'SlipDueDays', place);
    expect(await read()).toBe(3);
    await on().many(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'tenant', 0, 'SlipDueDays', '5') returning owner_id`);
    wall += 59_999;
    expect(await read()).toBe(3);
    wall += 1;
    expect(await read()).toBe(5);
    await on().many(sql`
      delete from parameter where tenant_id = 1 and level = 'tenant' and internal_value = 'SlipDueDays' returning owner_id`);
  });
});
