import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import type { Platform } from '../platform/platform.ts';
import { health } from './health.ts';
import { forgetHosts } from './hosts.ts';
import { parameterOf } from './parameters.ts';
import { fillMessage } from './support.ts';

const SETTINGS = 'GET /platform/settings/applications/{application}/hostname/{host}';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const settings = (host: string, named = host, application = 'orbita') =>
  harness.visitor(host).call(SETTINGS, { params: { application, host: named } });

describe('settings of a host', () => {
  it('contain what a brand host needs', async () => {
    const { status, body } = await settings('cua.alfa.orbita.test');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      theme: {
        primary: '#982439',
        template: {
          favicon: '/assets/alfa/favicon.png',
          media: { logoSmall: '/assets/alfa/s.svg', logoLarge: '/assets/alfa/l.svg' },
        },
      },
      tenant: { alias: 'alfa', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      iesAlias: 'cua',
      captchaKey: 'simulator',
      flags: { usePassport: false, useTrackingV2: true },
      institution: { code: 'CUA01', acronym: 'CUA', alias: 'cua' },
      loginMethods: { password: true, signup: true, facebook: false },
      whatsapp: false,
      captcha: { version: 3, size: 'compact' },
      timeZone: 'America/Sao_Paulo',
      build: '20251024.2',
    });
  });

  it('name no institution on a group host', async () => {
    expect((await settings('alfa.orbita.test')).body).toMatchObject({ institution: null, iesAlias: null });
  });

  it('answer 404 for other tenants, other applications and unknown hosts', async () => {
    for (const [host, named, application] of [
      ['cua.alfa.orbita.test', 'beta.orbita.test', 'orbita'],
      ['cua.alfa.orbita.test', 'nowhere.test', 'orbita'],
      ['cua.alfa.orbita.test', 'cua.alfa.orbita.test', 'other'],
      ['nowhere.test', 'cua.alfa.orbita.test', 'orbita'],
    ] as const) {
      const { status, body } = await settings(host, named, application);
      expect([status, body.code]).toEqual([404, 'HOST_UNKNOWN']);
    }
  });
});

describe('parameters', () => {
  it('take the value of the most specific place that sets them', async () => {
    const { platform } = harness;
    const db = platform.db.tenant(1);
    const [host] = await db.many<{ id: number; institution_id: number }>(sql`
      select id, institution_id from tenant_host where tenant_id = 1 and host = 'cua.alfa.orbita.test'`);
    if (!host) throw new Error('The demo catalogue has no such host');
    const place = { institutionId: host.institution_id, offerId: 11, hostId: host.id };
    const read = () => parameterOf(platform, 1, 'EssayTimeMinutes', place);
    const levels = [
      ['tenant', 0, 10],
      ['host', host.id, 20],
      ['institution', host.institution_id, 30],
      ['offer', 11, 40],
    ] as const;
    expect(await read()).toBe(60);
    for (const [level, owner, value] of levels) {
      await db.many(sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        values (1, ${level}, ${owner}, 'EssayTimeMinutes', ${JSON.stringify(value)}::jsonb) returning owner_id`);
      forgetHosts(platform);
      expect(await read()).toBe(value);
    }
    expect(await parameterOf(platform, 2, 'EssayTimeMinutes', place)).toBe(60);
    expect(await parameterOf(platform, 1, 'PaymentSettings', place)).toMatchObject({
      pix: true,
      variant: 'onlySubscription',
    });
    await db.many(
      sql`delete from parameter where tenant_id = 1 and internal_value = 'EssayTimeMinutes' returning owner_id`,
    );
    forgetHosts(platform);
  });

  it('are returned only when they are public', async () => {
    const client = harness.visitor();
    const list = 'GET /candidate/parameters/by-internal-values';
    const some = await client.call(list, {
      query: {
        iesCode: 'CUA01',
        internalValues: 'AllowPoleUpdate,EssayMinScore,Nonsense,MinInstallmentAmount',
      },
    });
    expect(some.body).toEqual({
      Data: [
        { internalValue: 'AllowPoleUpdate', value: true, type: 'bool' },
        { internalValue: 'MinInstallmentAmount', value: 50, type: 'money' },
      ],
    });
    const all = await client.call(list, { query: { iesCode: 'CUA01' } });
    const names = all.body.Data.map(({ internalValue }) => internalValue);
    expect(names).toContain('DpoContact');
    expect(names).not.toContain('PaymentSettings');
    expect(all.body.Data).toContainEqual({ internalValue: 'EnemLatestYear', value: 2025, type: 'int' });
    const other = await client.call(list, { query: { iesCode: 'FBX01' } });
    expect([other.status, other.body.code]).toEqual([404, 'INSTITUTION_UNKNOWN']);
    const one = 'GET /candidate/parameters/{institutionId}/{internalValue}';
    const read = async (institutionId: number, internalValue: string) =>
      (await client.call(one, { params: { institutionId, internalValue } })).body;
    expect(await read(1, 'EssayMinWords')).toEqual({
      internalValue: 'EssayMinWords',
      value: 150,
      type: 'int',
    });
    expect((await read(1, 'EssayMinScore')).code).toBe('PARAMETER_UNKNOWN');
    expect((await read(9999, 'EssayMinWords')).code).toBe('NOT_FOUND');
  });
});

describe('institutions', () => {
  it('are found by id and by code, within the own tenant only', async () => {
    const client = harness.visitor();
    const { body } = await client.call('GET /candidate/institution/by-code/{code}', {
      params: { code: 'CUA01' },
    });
    expect(body).toMatchObject({
      code: 'CUA01',
      name: 'Centro Universitário Alfa Exemplo',
      subscriptionLoginDisabled: false,
    });
    expect((await client.call('GET /candidate/institution/{id}', { params: { id: body.id } })).body).toEqual(
      body,
    );
    expect(
      (await client.call('GET /candidate/institution/by-code/{code}', { params: { code: 'FBX01' } })).status,
    ).toBe(404);
    const cards = (await client.call('GET /candidate/institutions')).body;
    expect(cards.map(({ code }) => code).sort()).toEqual(['CUA01', 'EPA01']);
    expect(cards.find(({ code }) => code === 'CUA01')).toMatchObject({ logo: '/assets/alfa/s.svg' });
    expect(cards.find(({ code }) => code === 'CUA01')?.activeOffers).toBeGreaterThan(0);
  });

  it("have a support contact whose message names the caller's own application", async () => {
    const client = harness.visitor();
    const call = 'GET /candidate/institution/{institutionId}/whatsapp-settings';
    const params = { institutionId: 1 };
    const { status, body } = await client.call(call, { params });
    expect(status).toBe(200);
    expect(body).toMatchObject({ enabled: true, title: 'Problemas com a matrícula?' });
    expect(body.link).toMatch(/^https:\/\/wa\.me\/55\d+/);
    expect(body.settings.message).toBe('Olá! Preciso de ajuda.');
    await signUp(client, inventedPerson(900));
    const named = await client.call(call, { params });
    expect(named.body.settings.message).toBe('Olá! Sou Candidata, e preciso de ajuda.');
    const mine = await apply(client);
    const own = await client.call(call, { params, query: { subscriptionId: mine.id } });
    expect(own.status).toBe(200);
    const other = harness.visitor();
    await signUp(other, inventedPerson(901));
    expect((await other.call(call, { params, query: { subscriptionId: mine.id } })).status).toBe(404);
    expect((await client.call(call, { params: { institutionId: 9999 } })).status).toBe(404);
  });

  const NAME = { name: 'Candidato Dezenove', social_name: 'Flor Exemplo' };
  const WHOLE = { ...NAME, course: 'Administração', id: 5001 };
  const USUAL = 'Olá! Sou {nome}, inscrição {inscricao} em {curso}, e preciso de ajuda.';
  it.each([
    [USUAL, WHOLE, 'Olá! Sou Flor, inscrição 5001 em Administração, e preciso de ajuda.'],
    [USUAL, NAME, 'Olá! Sou Flor, e preciso de ajuda.'],
    [USUAL, undefined, 'Olá! Preciso de ajuda.'],
    ['Olá {nome}, preciso de ajuda', undefined, 'Olá, preciso de ajuda'],
    ['Bom dia! Minha inscrição é a {inscricao}. Podem ajudar?', NAME, 'Bom dia! Podem ajudar?'],
    ['Sou {nome}.', undefined, ''],
    ['Falo do curso {curso}: R$ 1,50', { ...WHOLE, course: '$& ADM' }, 'Falo do curso $& ADM: R$ 1,50'],
  ])('D-88: %s with %j', (template, facts, message) => {
    expect(fillMessage(template, facts)).toBe(message);
  });
});

describe('health and browser errors', () => {
  it('answers whether it is healthy', async () => {
    const answer = { status: 'ok', build: '20251024.2', now: '2026-01-12T13:00:00.000Z' };
    expect(await health(harness.platform)).toEqual({ status: 200, body: answer });
    const broken = { global: { one: () => Promise.reject(new Error('gone')) } };
    const { status, body } = await health({ ...harness.platform, db: broken } as unknown as Platform); // a database that always fails
    expect([status, body]).toEqual([503, { ...answer, status: 'degraded' }]);
  });

  it('logs the errors that browsers report', async () => {
    const call = 'POST /candidate/telemetry/client-errors';
    const body = { message: 'x', route: '/orbita/candidate/?accesskey=1', build: '20251024.2' };
    expect((await harness.visitor().call(call, { body })).status).toBe(204);
  });
});
