import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';
import { notifyHosts } from '../catalogue/hold.ts';

/** Settings levels of spec 3.3: the calls of spec 3.4 return what the catalogue says. */

const SETTINGS = 'GET /platform/settings/applications/{application}/hostname/{host}';
const SUPPORT = 'GET /candidate/institution/{institutionId}/whatsapp-settings';
const BETA = 'beta.orbita.test';
const RETURN = `https://${BETA}/orbita/candidate/auth/google`;

let harness: Harness;
let before: { yaml: string; files?: Record<string, string> };
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 100_000 });
  before = (await operations().call('GET /operations/catalogue/export')).body as typeof before;
});
afterAll(() => harness?.stop());

const operations = () => harness.operationsOf('beta');
const settingsOf = async (host: string) =>
  (await harness.visitor(host).call(SETTINGS, { params: { application: 'orbita', host } })).body;

/** Beta's catalogue with values set at some paths; `undefined` removes the value. */
const withValues = (values: [path: (string | number)[], value: unknown][]) => {
  const document = parseDocument(before.yaml);
  for (const [path, value] of values) {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
  }
  return { ...before, yaml: String(document) };
};
const applied = async (values: Parameters<typeof withValues>[0]) => {
  const answer = await operations().call('POST /operations/catalogue/apply', { body: withValues(values) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const refused = async (values: Parameters<typeof withValues>[0]) => {
  const answer = await operations().call('POST /operations/catalogue/apply', { body: withValues(values) });
  expect(answer.status, JSON.stringify(values)).toBe(422);
  return JSON.stringify(answer.body.errors ?? []);
};
const hostIndex = () => {
  const hosts = parseDocument(before.yaml).toJS().hosts as { host: string }[];
  return hosts.findIndex(({ host }) => host === BETA);
};

describe('settings of a host', () => {
  it('have exactly the shape of the specification, plus the time zone', async () => {
    expect(await settingsOf('cua.alfa.orbita.test')).toEqual({
      theme: {
        primary: '#982439',
        secondary: '#c59559',
        link: '#982439',
        template: {
          favicon: '/assets/alfa/favicon.png',
          media: { logoSmall: '/assets/alfa/s.svg', logoLarge: '/assets/alfa/l.svg' },
        },
      },
      tenant: { alias: 'alfa', id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
      iesAlias: 'cua',
      captchaKey: 'simulator',
      flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: true },
      institution: { id: expect.any(Number), code: 'CUA01', acronym: 'CUA', alias: 'cua' },
      loginMethods: {
        password: true,
        code: expect.any(Boolean),
        signup: true,
        google: expect.any(Boolean),
        facebook: false,
        linkedin: expect.any(Boolean),
      },
      whatsapp: false,
      captcha: { version: 3, size: 'compact' },
      build: '20251024.2',
      timeZone: 'America/Sao_Paulo',
    });
    expect(await settingsOf('alfa.orbita.test')).toMatchObject({ institution: null, iesAlias: null });
  });

  it('S2: need no captcha without a captcha key, and limits hold; with a key the captcha is required', async () => {
    const at = hostIndex();
    const person = inventedPerson(71);
    const send = (body: object) =>
      harness.visitor(BETA).call('POST /platform/auth/signin/tenants/{tenant}', {
        params: { tenant: 'beta' },
        body: { applicationAlias: 'orbita', documentType: 'cpf', document: person.cpf, ...body } as never,
      });
    await applied([[['hosts', at, 'captchaKey'], null]]);
    const created = await harness.visitor(BETA).call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: 'beta' },
      body: signUpFields(person) as never,
    });
    expect(created.status).toBe(201);
    expect((await send({ password: PASSWORD })).status).toBe(200);
    const ask = () =>
      harness.visitor(BETA).call('POST /platform/auth/code/tenants/{tenant}/challenges', {
        params: { tenant: 'beta' },
        body: { documentType: 'cpf', document: person.cpf, channel: 'email', captchaToken: 'anything' },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await ask()).status);
      harness.clock.set(new Date(harness.clock.now().getTime() + 61_000));
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
    // A name that entered the catalogue before the installation lost its secret.
    const setSecret = async (name: string | null) => {
      await harness.platform.db
        .tenant(await tenantIdOf(harness, 'beta'))
        .one(sql`update tenant_host set captcha_secret = ${name}::text where host = ${BETA} returning id`);
      await notifyHosts(harness.platform);
    };
    await applied([[['hosts', at, 'captchaKey'], 'simulator']]);
    await setSecret('NOT_SET');
    for (const body of [{}, { captchaToken: 'simulator-token' }])
      expect((await send({ password: PASSWORD, ...body })).body).toMatchObject({ code: 'CAPTCHA_FAILED' });
    await setSecret(null);
    await applied([[['hosts', at, 'captchaKey'], 'simulator']]);
    expect((await send({ password: PASSWORD, captchaToken: 'simulator-token' })).status).toBe(200);
    harness.clock.set(new Date(T0));
  });

  it('include every field a catalogue may set', async () => {
    const at = hostIndex();
    await applied([
      [['tenant', 'flags'], { usePassport: false, useMaisAMediaTracking: true, useTrackingV2: true }],
      [['tenant', 'name'], 'Grupo Beta Novo'],
      [['hosts', at, 'theme', 'primary'], '#112233'],
      [['hosts', at, 'theme', 'secondary'], '#445566'],
      [['hosts', at, 'theme', 'link'], '#778899'],
      [['hosts', at, 'theme', 'logoLarge'], 'beta/s.svg'],
      [['hosts', at, 'captchaKey'], null],
      [['hosts', at, 'social'], { google: { clientId: 'g', redirectUrl: RETURN } }],
      [['hosts', at, 'parameters'], { SelfRegistrationEnabled: false, CodeLoginEnabled: false }],
      [['institutions', 0, 'acronym'], 'FB'],
      [['institutions', 0, 'alias'], 'fb'],
      [['institutions', 0, 'chargeFullSaleAmount'], true],
      [['institutions', 0, 'semesterFullSaleAmount'], true],
      [['institutions', 0, 'googleTagManagerId'], 'GTM-ABC123'],
      [['institutions', 0, 'googleOptimizeId'], 'OPT-ABC123'],
      [['institutions', 0, 'introductionVideo'], 'https://vimeo.com/123456789'],
    ]);
    const settings = await settingsOf(BETA);
    expect(settings).toMatchObject({
      theme: {
        primary: '#112233',
        secondary: '#445566',
        link: '#778899',
        template: { favicon: '/assets/beta/favicon.png', media: { logoLarge: '/assets/beta/s.svg' } },
      },
      captchaKey: null,
      iesAlias: 'fb',
      flags: { usePassport: false, useMaisAMediaTracking: true, useTrackingV2: true },
      institution: { code: 'FBX01', acronym: 'FB', alias: 'fb' },
      loginMethods: { password: true, signup: false, code: false },
    });
    const credentials = await harness
      .visitor(BETA)
      .call('GET /platform/settings/tenants/{tenant}/social/{provider}/credentials', {
        params: { tenant: 'beta', provider: 'google' },
      });
    expect(credentials.body).toMatchObject({ googleId: 'g', googleRedirUrl: RETURN });
    const params = { id: settings.institution?.id ?? 0 };
    const institution = await harness.visitor(BETA).call('GET /candidate/institution/{id}', { params });
    expect(institution.body).toEqual({
      id: params.id,
      code: 'FBX01',
      name: 'Faculdade Beta Exemplo',
      acronym: 'FB',
      alias: 'fb',
      chargeFullSaleAmount: true,
      semesterFullSaleAmount: true,
      subscriptionLoginDisabled: false,
      googleTagManagerId: 'GTM-ABC123',
      googleOptimizeId: 'OPT-ABC123',
      introductionVideo: 'https://vimeo.com/123456789',
    });
    const page = await harness.visitor(BETA).send('GET', '/orbita/candidate/');
    expect(page.headers.get('content-security-policy')).toMatch(
      /frame-src [^;]*https:\/\/player\.vimeo\.com/,
    );
    await applied([]);
    expect((await settingsOf(BETA)).theme.primary).toBe('#0b5394');
  });

  it('U31: fall back to the colours and images of the product where the catalogue sets none', async () => {
    const at = hostIndex();
    await applied([[['hosts', at, 'theme'], {}]]);
    const { theme } = await settingsOf(BETA);
    expect(theme).toEqual({
      primary: '#982439',
      secondary: '#c59559',
      link: '#982439',
      template: {
        favicon: '/assets/beta/orbita-mark.svg',
        media: { logoSmall: '/assets/beta/orbita-mark.svg', logoLarge: '/assets/beta/orbita-name.svg' },
      },
    });
    for (const address of [theme.template.favicon, ...Object.values(theme.template.media)])
      expect((await harness.visitor(BETA).send('GET', address)).status, address).toBe(200);
    await applied([]);
  });

  it('T10: refuse values that could inject a style, a script or a foreign address', async () => {
    const at = hostIndex();
    const theme = (part: string, value: unknown) =>
      refused([[['hosts', at, 'theme', part], value]]).then((refusal) => {
        expect(refusal).toContain(`hosts[${at}].theme.${part}`);
      });
    for (const part of ['primary', 'secondary', 'link'])
      for (const value of ['red', '#fff;}body{display:none', 'url(https://x.test)', '#12345678', 1, '<b>'])
        await theme(part, value);
    for (const value of ['https://x.test/l.png', '../l.png', '/etc/passwd', 'l.html', 'missing.png'])
      await theme('logoSmall', value);
    for (const [path, value] of [
      [['institutions', 0, 'introductionVideo'], 'http://www.youtube.com/watch?v=abcDEF123_-'],
      [['institutions', 0, 'introductionVideo'], 'https://videos.x.test/a.mp4'],
      [['institutions', 0, 'introductionVideo'], 'javascript:alert(1)'],
      [['institutions', 0, 'googleTagManagerId'], 'GTM-1"><script>'],
      [['institutions', 0, 'googleOptimizeId'], 'https://x.test'],
      [['institutions', 0, 'parameters', 'PrivacyPolicyUrl'], 'http://beta.test/p'],
      [['institutions', 0, 'parameters', 'PrivacyPolicyUrl'], 'javascript:alert(1)'],
      [['hosts', at, 'host'], 'Beta.Orbita.Test/..'],
      [['hosts', at, 'social'], { google: { clientId: 'g', redirectUrl: 'https://x.test/callback' } }],
      [['hosts', at, 'social'], { google: { clientId: 'g', redirectUrl: '//x.test/callback' } }],
      [['hosts', at, 'social'], { google: { clientId: 'g', redirectUrl: `http://${BETA}/callback` } }],
    ] as const)
      expect(await refused([[[...path], value]]), String(value)).not.toBe('[]');
    expect((await settingsOf(BETA)).theme.primary).toBe('#0b5394');
  });

  it('cannot be set for a host that belongs to another tenant', async () => {
    const refusal = await refused([[['hosts', hostIndex(), 'host'], 'cua.alfa.orbita.test']]);
    expect(refusal).toContain('host');
    expect(await settingsOf('cua.alfa.orbita.test')).toMatchObject({ tenant: { alias: 'alfa' } });
  });
});

describe('the support contact', () => {
  it("fills in the message with the caller's own application and social name", async () => {
    const client = harness.visitor();
    const me = await signUp(client, inventedPerson(7300));
    const mine = await apply(client);
    await client.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: me.personId },
      body: { socialName: 'Flor Exemplo' },
    });
    const params = { institutionId: mine.institutionId };
    const { body } = await client.call(SUPPORT, { params, query: { subscriptionId: mine.id } });
    const message = `Olá! Sou Flor, inscrição ${mine.id} em Administração, e preciso de ajuda.`;
    expect(body).toEqual({
      enabled: true,
      title: 'Problemas com a matrícula?',
      description: 'Fale conosco',
      link: `https://wa.me/5531900000000?text=${encodeURIComponent(message)}`,
      settings: { phone: '5531900000000', message, hours: 'Seg a sex, 8h às 18h' },
    });
    // An anonymous caller gets the contact but no personal data.
    const stranger = await harness.visitor().call(SUPPORT, { params, query: { subscriptionId: mine.id } });
    expect(JSON.stringify(stranger.body)).not.toMatch(new RegExp(`Flor|Administração|${mine.id}`));
  });

  it("is switched off where none is set, and keeps the product's title", async () => {
    const params = { institutionId: (await settingsOf(BETA)).institution?.id ?? 0 };
    // A single switch: the phone under `support`.
    expect((await harness.visitor(BETA).call(SUPPORT, { params })).body.enabled).toBe(true);
    await applied([[['support'], undefined]]);
    const { status, body } = await harness.visitor(BETA).call(SUPPORT, { params });
    expect([status, body]).toEqual([
      200,
      {
        enabled: false,
        title: 'Problemas com a matrícula?',
        description: null,
        link: null,
        settings: { phone: null, message: null, hours: null },
      },
    ]);
    await applied([]);
  });

  it('T8: answers 404 for an institution of another tenant', async () => {
    const ids = await Promise.all(
      ['alfa.orbita.test', BETA].map(async (host) =>
        (await harness.visitor(host).call('GET /candidate/institutions')).body.map(({ id, code }) => [
          id,
          code,
        ]),
      ),
    );
    const [alfa = [], beta = []] = ids;
    const known = new Set(beta.map(([id]) => id));
    for (const [id] of alfa) {
      if (known.has(id)) continue;
      const params = { institutionId: Number(id) };
      const answer = await harness.visitor(BETA).call(SUPPORT, { params });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
