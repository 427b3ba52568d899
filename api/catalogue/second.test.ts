import { shownText } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { strongStaff } from '../../testing/staff.ts';
import type { Catalogue } from './model.ts';

/** One person alone can't change anything in a catalogue that affects trust or money (spec 25.4.4). */
const ADMIN = [{ role: 'administracao' as const }];
let harness: Harness;
let ana: Client;
let bia: Client;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  ana = (await strongStaff(harness, 'Ana', ADMIN)).client;
  bia = (await strongStaff(harness, 'Bia', ADMIN)).client;
});
afterAll(() => harness?.stop());

type Sections = { [K in keyof Omit<Catalogue, 'assets'>]: Catalogue[K] };
type Files = { yaml: string; files?: Record<string, string> };

const exported = async (): Promise<Files> =>
  (await harness.operationsOf('alfa').call('GET /operations/catalogue/export')).body as Files;
const changed = async (change: (sections: Sections) => void): Promise<Files> => {
  const { yaml, files } = await exported();
  const sections = parse(yaml, { maxAliasCount: 10_000 }) as Sections;
  change(sections);
  return { yaml: stringify(sections), ...(files ? { files } : {}) };
};
const apply = async (client: Client, body: Files) => {
  const { data } = (await harness.operationsOf('alfa').call('GET /operations/catalogue/versions')).body;
  const expectedVersion = data[0]?.version ?? 0;
  return client.call('POST /operations/catalogue/apply', { body: { ...body, expectedVersion } });
};
const first = <T>([one]: readonly T[]): T => one as T;
const institution = ({ institutions }: Sections) => first(institutions);

const waitingOf = (body: object) => {
  if (!('approval' in body)) throw new Error(JSON.stringify(body));
  return (body as { approval: { id: number; fields: Field[]; summary: string } }).approval;
};
type Field = { label: string; before: string[] | null; after: string[] };
const show = async (client: Client, id: number) =>
  (await client.call('GET /operations/approvals/{id}', { params: { id } })).body;
const decide = async (client: Client, id: number, decision: 'approved' | 'refused' = 'approved') => {
  const { hash } = await show(client, id);
  return client.call('POST /operations/approvals/{id}/decision', {
    params: { id },
    body: decision === 'approved' ? { decision, hash } : { decision, reason: 'Não combinado' },
    headers: { ...client.headers, 'idempotency-key': crypto.randomUUID() },
  });
};
const pixKey = async () =>
  (
    await harness.platform.db.tenant(tenantId).one<{ key: string }>(sql`
      select payment->>'pixKey' as key from institution where tenant_id = ${tenantId} order by id limit 1`)
  )?.key;

describe('S37: what touches trust or money', () => {
  const GRAVE: [string, (sections: Sections) => void][] = [
    ['the limit of refunds', ({ tenant }) => Object.assign(tenant.parameters, { StaffReauthMinutes: 30 })],
    [
      'a limit of an institution',
      (all) => Object.assign(institution(all).parameters, { RefundSecondPersonAbove: 90_000 }),
    ],
    [
      'groups that give roles',
      ({ console }) => console.groups.push({ group: 'minha', role: 'administracao', institutions: null }),
    ],
    [
      'the provider',
      ({ console }) => Object.assign(console.identityProvider ?? {}, { clientId: 'outro-cliente' }),
    ],
    [
      'words of strength',
      ({ console }) => Object.assign(console.identityProvider ?? {}, { strongAmr: ['pwd'] }),
    ],
    ['ways in of the team', (all) => Object.assign(all.console, { signIn: ['code', 'idp'] })],
    ['hosts of the console', ({ console }) => console.hosts.push('equipe.mal.test')],
    ['the Pix key', (all) => Object.assign(institution(all).payment, { pixKey: 'fraude@mal.test' })],
    [
      'an account at an acquirer',
      (all) => void institution(all).payment.acquirersConfig.push({ provider: 'cielo', merchantId: 'meu' }),
    ],
    [
      'the secret of the captcha',
      ({ hosts }) => Object.assign(first(hosts), { captchaSecret: 'ALFA_EQUIPE_OIDC' }),
    ],
    [
      'a social sign-in',
      ({ hosts }) =>
        Object.assign(first(hosts), { social: { google: { clientId: 'meu', redirectUrl: '/volta' } } }),
    ],
    ['a tag manager', (all) => Object.assign(institution(all), { googleTagManagerId: 'GTM-MAL1' })],
    ['a new host', ({ hosts }) => hosts.push({ ...first(hosts), host: 'novo.mal.test' })],
    [
      'a price',
      ({ prices }) => Object.assign(first(prices), { plan: [1], discount: 0, conditionalDiscount: 0 }),
    ],
    [
      'a voucher of everything',
      ({ vouchers }) =>
        vouchers.push({
          code: 'TUDO',
          percent: 100,
          amount: null,
          appliesTo: 'all',
          kinds: null,
          institutions: null,
          courses: null,
          from: '2026-01-01',
          to: '2027-01-01',
          maxUses: null,
        }),
    ],
    ['a contract', ({ contracts }) => Object.assign(first(contracts), { title: 'Outro contrato' })],
    [
      'the contract of an offer',
      ({ offers, contracts }) => Object.assign(first(offers), { contract: contracts.at(-1)?.code }),
    ],
    [
      'a notice on the first page',
      ({ offers }) => Object.assign(first(offers), { warningPopup: 'Traga o RG.' }),
    ],
    ['the test sign-in', ({ hosts }) => Object.assign(first(hosts).parameters, { TestLoginEnabled: true })],
  ];
  it.each(GRAVE)('S37 wait for a second person: %s', async (_what, change) => {
    const before = await exported();
    const body = await changed(change);
    const planned = (await ana.call('POST /operations/catalogue/plan', { body })).body;
    expect([planned.errors, planned.outcome]).toEqual([[], 'second-person']);
    expect(planned.grave.length).toBeGreaterThan(0);
    const answer = await apply(ana, body);
    expect(answer.status).toBe(202);
    const { id } = waitingOf(answer.body);
    const read = await show(bia, id);
    for (const { label, before: from, after } of planned.grave)
      expect(read.fields).toContainEqual(
        expect.objectContaining({
          label,
          before: from?.map(shownText) ?? null,
          after: after.map(shownText),
        }),
      );
    // Her own approval doesn't count, and nothing has changed.
    expect((await decide(ana, id)).status).toBe(403);
    expect(await exported()).toEqual(before);
    expect((await decide(bia, id, 'refused')).body).toMatchObject({ state: 'refused' });
    expect(await exported()).toEqual(before);
  });

  it('S37 are written once approved, exactly as shown, together with the harmless part', async () => {
    const body = await changed((all) => {
      Object.assign(institution(all).payment, { pixKey: 'nova@alfa.test' });
      Object.assign(first(all.courses), { description: 'Um curso novo' });
    });
    const old = await pixKey();
    const { id } = waitingOf((await apply(ana, body)).body);
    const { fields } = await show(bia, id);
    expect(fields).toMatchObject([
      { label: expect.stringContaining('Chave Pix (instituição'), before: [old], after: ['nova@alfa.test'] },
      { label: 'Outras mudanças', after: [expect.stringContaining('Muda curso')] },
    ]);
    expect(await pixKey()).toBe(old);
    const again = await apply(
      ana,
      await changed((all) => Object.assign(institution(all).payment, { pixKey: 'x@y.test' })),
    );
    expect([again.status, (again.body as { code?: string }).code]).toEqual([409, 'APPROVAL_PENDING']);
    expect((await decide(bia, id)).body).toMatchObject({ state: 'approved' });
    expect(await pixKey()).toBe('nova@alfa.test');
    expect(
      (await harness.operationsOf('alfa').call('POST /operations/catalogue/plan', { body })).body.changes,
    ).toEqual([]);
  });

  it('S37 are not written when what they replace has changed since', async () => {
    const { id } = waitingOf(
      (
        await apply(
          ana,
          await changed((all) => Object.assign(institution(all).payment, { pixKey: 'tarde@alfa.test' })),
        )
      ).body,
    );
    const body = await changed((all) =>
      Object.assign(institution(all), { introductionVideo: 'https://youtu.be/abcdefghijk' }),
    );
    expect(
      (await harness.operationsOf('alfa').call('POST /operations/catalogue/apply', { body })).status,
    ).toBe(200);
    expect((await decide(bia, id)).body).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('O catálogo mudou desde este pedido'),
    });
    expect(await pixKey()).not.toBe('tarde@alfa.test');
  });
});

it('S37 harmless plans are written at once', async () => {
  const body = await changed((all) => Object.assign(first(all.courses), { description: 'De novo outro' }));
  const planned = (await ana.call('POST /operations/catalogue/plan', { body })).body;
  expect(planned).toMatchObject({ grave: [], outcome: 'at-once' });
  expect((await apply(ana, body)).status).toBe(200);
});

it('S37 a second person reads what an offer was and becomes, and each entry that comes or goes as a whole', async () => {
  const { yaml } = await exported();
  const { offers, contracts, vouchers } = parse(yaml, { maxAliasCount: 10_000 }) as Sections;
  const offer = first(offers);
  const titleOf = (code: string | null) => contracts.find((one) => one.code === code)?.title;
  const body = await changed((all) => {
    all.contracts.push({ ...first(all.contracts), code: 'COPIA' });
    Object.assign(first(all.offers), { contract: 'COPIA', type: 3 });
    all.vouchers.shift();
    all.vouchers.push({
      ...first(vouchers),
      code: 'DE-TODOS',
      courses: null,
      kinds: ['tax'],
      appliesTo: 'first',
    });
  });
  const { id } = waitingOf((await apply(ana, body)).body);
  const { fields } = await show(bia, id);
  expect(contracts.map(({ code }) => code)).not.toContain('COPIA');
  expect(fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        label: `Contrato (oferta ${offer.code})`,
        before: [`${offer.contract} (${titleOf(offer.contract)})`],
        after: [`COPIA (${first(contracts).title})`],
      }),
      expect.objectContaining({
        label: `Tipo (oferta ${offer.code})`,
        before: ['Graduação'],
        after: ['Extensão'],
      }),
      expect.objectContaining({
        label: 'Passa a valer (voucher DE-TODOS)',
        before: null,
        after: expect.arrayContaining([
          'Cursos do voucher: Em branco',
          'Cobranças com desconto: Taxa de inscrição',
          'Parcelas com desconto: Primeira',
        ]),
      }),
      expect.objectContaining({
        label: `Deixa de valer (voucher ${first(vouchers).code})`,
        before: expect.arrayContaining([expect.stringMatching(/^Começo do voucher: /)]),
        after: ['Nada'],
      }),
    ]),
  );
  expect((await decide(bia, id, 'refused')).body).toMatchObject({ state: 'refused' });
});

describe('S37: a service token', () => {
  const token = async (scopes: ('catalogue' | 'catalogue.apply' | 'catalogue.trust')[]) => {
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Pipeline', tenant: 'alfa', scopes, expiresAt: '2026-12-01T10:00:00-03:00' },
    });
    const client = harness.visitor('cua.alfa.orbita.test');
    client.headers = { authorization: `Bearer ${body.token}` };
    return client;
  };

  it('S37 that may only apply is refused changes that affect trust or money, and learns which', async () => {
    const client = await token(['catalogue.apply']);
    const body = await changed((all) =>
      Object.assign(institution(all).payment, { pixKey: 'robo@alfa.test' }),
    );
    expect((await client.call('POST /operations/catalogue/plan', { body })).body.outcome).toBe('refused');
    const answer = await apply(client, body);
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { code: 'SECOND_PERSON_NEEDED', grave: [{ field: 'payment.pixKey', after: ['robo@alfa.test'] }] },
    ]);
    expect(await pixKey()).not.toBe('robo@alfa.test');
    const harmless = await changed((all) => Object.assign(first(all.courses), { description: 'Do robô' }));
    expect((await apply(client, harmless)).status).toBe(200);
  });

  it('S37 with that permission applies at once, and the team needs a second person to create such a token', async () => {
    const client = await token(['catalogue.apply', 'catalogue.trust']);
    const body = await changed((all) =>
      Object.assign(institution(all).payment, { pixKey: 'robo2@alfa.test' }),
    );
    expect((await apply(client, body)).status).toBe(200);
    expect(await pixKey()).toBe('robo2@alfa.test');
    for (const scopes of [['catalogue'], ['catalogue.apply'], ['catalogue.trust']] as const) {
      const made = await ana.call('POST /operations/tokens', {
        body: {
          name: `T ${scopes}`,
          tenant: 'alfa',
          scopes: [...scopes],
          expiresAt: '2026-12-01T10:00:00-03:00',
        },
      });
      expect([scopes, made.status]).toEqual([scopes, 202]);
    }
  });
});
