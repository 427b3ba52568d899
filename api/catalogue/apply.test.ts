// Longer than other files: each case changes one file of the same demo installation, which takes a long time to write.
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareDatabase } from '../../testing/bare-database.ts';
import { createClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import { readNamedSecrets } from '../platform/named-secrets.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { createTenant } from '../tenancy/tenants.ts';
import { applyCatalogue, exportCatalogue, fillTenant, planCatalogue, tenantOfCatalogue } from './apply.ts';
import { applyDemoCatalogue } from './demo.ts';
import { readFolder } from './folder.ts';
import type { CatalogueFiles } from './parse.ts';

// One long file, because all its tests share one migrated database, which takes longer to set up than most of these tests.
const FOLDER = join(import.meta.dirname, '../../catalogue/alfa');
const T0 = '2026-01-12T10:00:00-03:00';
const clock = createClock();
let db: Database;
let platform: Platform;
let alfa: { id: number; alias: string };

const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw error ?? new Error('It was not refused');
  return error;
};

/** The demo files with one of them changed. */
const changed = (file: string, rewrite: (text: string) => string): CatalogueFiles => {
  const { files = {} } = readFolder(FOLDER);
  const before = Buffer.from(files[file] ?? '', 'base64').toString('utf8');
  const after = rewrite(before);
  if (after === before) throw new Error(`${file} was not changed`);
  return { yaml: '', files: { ...files, [file]: Buffer.from(after).toString('base64') } };
};

const tenantFromCatalogue = async (from: Platform, files: CatalogueFiles) => {
  const made = await tenantOfCatalogue(from, files);
  return from.db.write(made.tenantId, (tx) => fillTenant(tx, from, made));
};

/** A list without the entry with this code. */
const without = (text: string, code: string) =>
  text.replace(new RegExp(`^  - (\\{ )?code: ${code}\\b.*\\n(    .*\\n)*`, 'm'), '');

beforeAll(async () => {
  db = await bareDatabase();
  clock.set(new Date(T0));
  // Only the parts it reads: an installation with a bank for Pix and nothing else.
  const pix = { account: () => ({}), recurrences: () => undefined };
  const issuer = 'alfa@login.alfa.test';
  const env = { ORBITA_SECRET_ALFA_EQUIPE_OIDC: 'x', ORBITA_SECRET_ALFA_EQUIPE_OIDC_FOR: issuer };
  const config = {
    ...{ development: true, examScore: { url: undefined }, captcha: { url: undefined } },
    ...{ staffProviders: {}, namedSecrets: readNamedSecrets(env, true).secrets },
  };
  platform = {
    db,
    clock,
    config,
    ports: {
      pix,
      slip: { account: () => undefined },
      acquirers: { account: () => undefined },
      academicCatalogue: { isConfigured: () => false },
    },
  } as unknown as Platform; // a whole platform would start ports that no test here reads
  await applyDemoCatalogue(platform);
  const row = await db.global.one<{ id: number; alias: string }>(
    sql`select id, alias from tenant where alias = 'alfa'`,
  );
  alfa = row as typeof alfa;
});
afterAll(() => db.close());

describe('the demo catalogue', () => {
  it('warns, with the line, of what this installation cannot do, when planned and when applied', async () => {
    const { warnings } = await planCatalogue(platform, alfa, readFolder(FOLDER));
    const { files = {} } = readFolder(FOLDER);
    const reported = warnings.map(({ line, path }) => {
      const [file = '', inside] = path.split(': ');
      const text = Buffer.from(files[file] ?? '', 'base64').toString('utf8');
      return [inside, text.split('\n')[line - 1]?.trim()];
    });
    expect(reported).toEqual([
      ['offers[1].ingressMode', 'ingressMode: ENEM'],
      ...[0, 1].flatMap((index) => [
        [`institutions[${index}].payment.creditCard`, 'creditCard: true'],
        [`institutions[${index}].payment.slip`, 'slip: true'],
      ]),
    ]);
    expect(warnings[0]?.message).toContain('ORBITA_EXAM_SCORE_URL');
    expect((await applyCatalogue(platform, alfa, readFolder(FOLDER))).warnings).toEqual(warnings);
  });

  it('has exact dates on the day the journeys begin', async () => {
    const on = db.tenant(alfa.id);
    const intakes = await on.many(sql`
      select i.code as institution, k.start_date, k.end_date, k.class_start_date from intake k
      join institution i on i.tenant_id = k.tenant_id and i.id = k.institution_id order by 1`);
    expect(intakes).toEqual([
      {
        institution: 'CUA01',
        start_date: '2025-10-01',
        end_date: '2026-02-13',
        class_start_date: '2026-02-23',
      },
      {
        institution: 'EPA01',
        start_date: '2025-11-01',
        end_date: '2026-03-06',
        class_start_date: '2026-03-16',
      },
    ]);
    const places = await on.many(sql`
      select c.code as course, p.code as pole, x.vacancies from offer_course_pole x
      join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
      join course c on c.tenant_id = x.tenant_id and c.id = x.course_id
      join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id where o.code = 'ADM-ESSAY' order by 1, 2`);
    expect(places).toEqual([
      { course: 'ADM', pole: 'BH', vacancies: 50 },
      { course: 'ADM', pole: 'CT', vacancies: 1 },
      { course: 'CCO', pole: 'BH', vacancies: 50 },
      { course: 'CCO', pole: 'CT', vacancies: 1 },
    ]);
    const prices = await on.many(sql`
      select p.code, p.plan, p.conditional_discount_cents as conditional from price p where p.code like 'P-ADM%' order by p.id`);
    expect(prices).toEqual([
      { code: 'P-ADM-6', plan: [40000, 40000, 40000, 40000, 40000, 40000], conditional: 4000 },
      { code: 'P-ADM-5', plan: [48000, 48000, 48000, 48000, 48000], conditional: 4000 },
    ]);
    const slots = await on.many<{ at: Date }>(sql`select at from schedule_slot order by at`);
    expect(slots.map(({ at }) => at.toISOString())).toEqual([
      '2026-01-20T17:00:00.000Z',
      '2026-01-22T12:00:00.000Z',
      '2026-01-27T17:00:00.000Z',
    ]);
  });

  it('contains every state, municipality and gender', async () => {
    const counts = await db.global.one(sql`
      select (select count(*)::int from state) as states, (select count(*)::int from city) as cities,
        (select name from city where id = 3106200) as bh, (select array_agg(name order by id) from gender) as genders`);
    expect(counts).toEqual({
      states: 27,
      cities: 5571,
      bh: 'Belo Horizonte',
      genders: ['Feminino', 'Masculino', 'Não binário', 'Prefiro não informar'],
    });
  });

  it('changes nothing when applied again', async () => {
    expect(await applyCatalogue(platform, alfa, readFolder(FOLDER))).toMatchObject({
      changes: [],
      errors: [],
    });
  });

  it('moves with the calendar, but not while applications are active', async () => {
    const ends = async () => {
      await applyDemoCatalogue(platform);
      const rows = await db
        .tenant(alfa.id)
        .many<{ end_date: string }>(sql`select end_date from intake order by id`);
      return rows.map((row) => row.end_date);
    };
    // 140 days after the anchor: both intakes have ended.
    clock.set(new Date('2026-06-01T12:00:00-03:00'));
    expect(await ends()).toEqual(['2026-07-03', '2026-07-24']);
    clock.set(new Date('2026-07-03T12:00:00-03:00'));
    expect(await ends()).toEqual(['2026-07-03', '2026-07-24']);
    clock.set(new Date('2026-07-04T12:00:00-03:00'));
    expect(await ends()).toEqual(['2026-07-31', '2026-08-21']);
    clock.set(new Date(T0));
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
  });

  it('survives a round trip: an export can be applied and changes nothing', async () => {
    const exported = await exportCatalogue(platform, alfa);
    expect(await planCatalogue(platform, alfa, exported)).toMatchObject({ changes: [], errors: [] });
  });
});

/** Changes without their field values, which the form tests check. */
const brief = (changes: Awaited<ReturnType<typeof planCatalogue>>['changes']) =>
  changes.map(({ action, kind, code, fields }) => ({ action, kind, code, fields }));

describe('applying a catalogue', () => {
  it('plans without writing, and writes what was planned', async () => {
    const files = changed('prices.yaml', (text) => text.replace('value: 380.00', 'value: 390.00'));
    const expected = [{ action: 'change', kind: 'prices', code: 'P-CCO-6', fields: ['plan'] }];
    expect(brief((await planCatalogue(platform, alfa, files)).changes)).toEqual(expected);
    expect(brief((await planCatalogue(platform, alfa, files)).changes)).toEqual(expected);
    expect(brief((await applyCatalogue(platform, alfa, files)).changes)).toEqual(expected);
    expect((await applyCatalogue(platform, alfa, files)).changes).toEqual([]);
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
  });

  it('retires removed entries and restores them under the same id', async () => {
    const row = () =>
      db.tenant(alfa.id).one<{ id: number; retired: boolean }>(sql`
      select id, retired_at is not null as retired from voucher where code = 'VENCIDO10'`);
    const before = await row();
    const files = changed('prices.yaml', (text) => without(text, 'VENCIDO10'));
    expect(brief((await applyCatalogue(platform, alfa, files)).changes)).toEqual([
      { action: 'retire', kind: 'vouchers', code: 'VENCIDO10', fields: [] },
    ]);
    expect(await row()).toEqual({ id: before?.id, retired: true });
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
    expect(await row()).toEqual({ id: before?.id, retired: false });
  });

  it('retires a place of an offer, a class and a slot', async () => {
    const files = changed('offers.yaml', (text) =>
      without(without(text, 'T1'), 'S3').replace(
        '{ course: CCO, poles: [{ pole: BH, vacancies: 50 }, { pole: CT, vacancies: 1 }] }',
        '{ course: CCO, poles: [{ pole: BH, vacancies: 50 }] }',
      ),
    );
    const { changes } = await applyCatalogue(platform, alfa, files);
    expect(changes.map(({ action, kind, code }) => `${action} ${kind} ${code}`)).toEqual([
      'change offers ADM-ESSAY',
      'retire classes EXT-EXCEL/T1',
      'retire schedules ENF-TEST/S3',
    ]);
    const open = await db.tenant(alfa.id).one(sql`
      select count(*)::int as places from offer_course_pole x join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
      where o.code = 'ADM-ESSAY' and x.retired_at is null`);
    expect(open).toEqual({ places: 3 });
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
  });

  it('gives a changed contract text its next version and keeps the old one', async () => {
    const files = changed('contracts/grad.html', (text) => text.replace('multa de 2%', 'multa de 1%'));
    await applyCatalogue(platform, alfa, files);
    const versions = await db.tenant(alfa.id).many(sql`
      select version, html like '%multa de 1\%%' as changed from contract_template where code = 'CT-GRAD' order by version`);
    expect(versions).toEqual([
      { version: 1, changed: false },
      { version: 2, changed: true },
    ]);
    expect((await applyCatalogue(platform, alfa, files)).changes).toEqual([]);
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
  });

  it('keeps the schooling an extension requires, and refuses the field on other offers', async () => {
    const asking = (offer: string, level: string) =>
      changed('offers.yaml', (text) =>
        text.replace(`code: ${offer}\n`, `code: ${offer}\n    requiredSchooling: ${level}\n`),
      );
    const { changes } = await applyCatalogue(platform, alfa, asking('EXT-EXCEL', 'degree'));
    expect(brief(changes)).toEqual([
      { action: 'change', kind: 'offers', code: 'EXT-EXCEL', fields: ['requiredSchooling'] },
    ]);
    const exported = await exportCatalogue(platform, alfa);
    expect(exported.yaml).toContain('requiredSchooling: degree');
    expect(await planCatalogue(platform, alfa, exported)).toMatchObject({ changes: [], errors: [] });
    const reported = async (offer: string, level: string) =>
      (await planCatalogue(platform, alfa, asking(offer, level))).errors.map(({ path, message }) => [
        path,
        message,
      ]);
    expect(await reported('ADM-ESSAY', 'degree')).toEqual([
      ['offers.yaml: offers[0].requiredSchooling', 'only an extension (type 3) may ask for it'],
    ]);
    expect(await reported('EXT-EXCEL', 'doctorate')).toHaveLength(1);
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
  });

  it('refuses a capacity below the places taken, with the line', async () => {
    const taken = (count: number) =>
      db.tenant(alfa.id).many(sql`
      update offer_course_pole x set taken = ${count} from offer o, pole p
      where o.tenant_id = x.tenant_id and o.id = x.offer_id and o.code = 'ADM-ENEM'
        and p.tenant_id = x.tenant_id and p.id = x.pole_id and p.code = 'CT'`);
    await taken(1);
    const files = changed('offers.yaml', (text) =>
      text.replaceAll('pole: CT, vacancies: 1', 'pole: CT, vacancies: 0'),
    );
    const error = await refusal(applyCatalogue(platform, alfa, files));
    expect([error.status, error.code]).toEqual([409, 'CAPACITY_BELOW_TAKEN']);
    expect(error.errors?.map(({ field }) => field)).toEqual([
      'offers.yaml: offers[1].courses[0].poles[1].vacancies',
      'offers.yaml: offers[1].courses[1].poles[1].vacancies',
    ]);
    await taken(0);
  });

  it('also refuses it when the last place is taken during the write', async () => {
    const files = changed('offers.yaml', (text) =>
      text.replaceAll('pole: CT, vacancies: 1', 'pole: CT, vacancies: 0'),
    );
    // Takes the place between the check and the write.
    const meanwhile = {
      ...platform,
      db: {
        ...db,
        write: async (...given: Parameters<Database['write']>) => {
          await db
            .tenant(alfa.id)
            .many(sql`update offer_course_pole set taken = 1 where vacancies = 1 and taken = 0`);
          return db.write(...given);
        },
      },
    } as Platform;
    const error = await refusal(applyCatalogue(meanwhile, alfa, files));
    expect([error.status, error.code]).toEqual([409, 'CAPACITY_BELOW_TAKEN']);
    expect(error.errors?.map(({ field }) => field)).toContain(
      'offers.yaml: offers[1].courses[0].poles[1].vacancies',
    );
    await db.tenant(alfa.id).many(sql`update offer_course_pole set taken = 0 where vacancies = 1`);
  });

  it('refuses a whole file for one error and keeps the former catalogue', async () => {
    const files = changed('academic.yaml', (text) => text.replace('city: 3118601', 'city: 9999999'));
    const error = await refusal(applyCatalogue(platform, alfa, files));
    expect([error.status, error.code]).toEqual([422, 'CATALOGUE_INVALID']);
    expect(error.errors).toEqual([
      {
        field: 'academic.yaml: poles[1].city',
        message: 'line 11: no municipality has the IBGE code 9999999',
      },
    ]);
    expect((await planCatalogue(platform, alfa, readFolder(FOLDER))).changes).toEqual([]);
  });

  it('says where the console is, and that in production no host also serves candidates', async () => {
    const own = (hosts: string) =>
      changed('tenant.yaml', (text) => text.replace('hosts: [equipe.alfa.orbita.test]', `hosts: [${hosts}]`));
    const problems = async (files: CatalogueFiles, at = platform) =>
      (await planCatalogue(at, alfa, files)).errors.map(({ path, message }) => `${path}: ${message}`);
    expect(await problems(own('equipe.beta.orbita.test, beta.orbita.test'))).toEqual([
      'tenant.yaml: console.hosts[0]: equipe.beta.orbita.test belongs to another tenant',
      'tenant.yaml: console.hosts[1]: beta.orbita.test belongs to another tenant',
    ]);
    expect(await problems(own('a.test, a.test'))).toEqual([
      'tenant.yaml: console.hosts[1]: a.test is there twice',
    ]);
    const both = own('equipe.alfa.orbita.test, cua.alfa.orbita.test');
    expect(await problems(both)).toEqual([]);
    const production = { ...platform, config: { ...platform.config, development: false } };
    expect(await problems(both, production)).toEqual([
      'tenant.yaml: console.hosts[1]: Um endereço não pode servir o portal do candidato e a equipe.',
    ]);
    const signIn = 'signIn: [idp, passkey, code]';
    const wrong = changed('tenant.yaml', (text) => text.replace(signIn, 'signIn: [senha]'));
    expect(await problems(wrong)).toEqual(['tenant.yaml: console.signIn[0]: use idp, passkey, code']);

    const moved = changed('tenant.yaml', (text) =>
      text
        .replace('hosts: [equipe.alfa.orbita.test]', 'hosts: [equipe2.test, equipe.alfa.orbita.test]')
        .replace(signIn, 'signIn: [code]'),
    );
    expect(brief((await planCatalogue(platform, alfa, moved)).changes)).toEqual([
      { action: 'change', kind: 'console', code: 'alfa', fields: ['hosts', 'signIn'] },
    ]);
    await applyCatalogue(platform, alfa, moved);
    expect((await applyCatalogue(platform, alfa, moved)).changes).toEqual([]);
    expect((await exportCatalogue(platform, alfa)).yaml).toContain('- equipe2.test');
    const refused = await refusal(
      createTenant(platform, { alias: 'zeta', name: 'Z', hosts: ['equipe2.test'] }),
    );
    expect(refused.code).toBe('DUPLICATE');
    await applyCatalogue(platform, alfa, readFolder(FOLDER));
    expect((await exportCatalogue(platform, alfa)).yaml).not.toContain('equipe2.test');
  });

  it('maps groups of the institution’s single sign-on to roles', async () => {
    const problems = async (from: string | RegExp, to: string) =>
      (
        await planCatalogue(
          platform,
          alfa,
          changed('tenant.yaml', (text) => text.replace(from, to)),
        )
      ).errors.map(({ path, message }) => `${path}: ${message}`);
    const at = 'tenant.yaml: console';
    expect(await problems('[CUA01, EPA01] }', '[CUA01, EPA02] }')).toEqual([
      `${at}.groups[2].institutions[1]: institutions has no EPA02; did you mean EPA01?`,
    ]);
    expect(await problems('role: gestao', 'role: reitoria')).toEqual([
      `${at}.groups[6].role: use secretaria, banca, coordenacao, entrevistas, atendimento, financeiro, gestao, administracao`,
    ]);
    expect(await problems('[openid, profile, email, groups]', '[profile]')).toEqual([
      `${at}.identityProvider.scopes: openid is missing`,
    ]);
    expect((await problems('https://login.alfa.test/realm', 'http://login.alfa.test/realm')).length).toBe(1);
    expect(await problems(/ {2}identityProvider:[\s\S]*?(?= {2}groups:)/, '')).toEqual([
      `${at}.signIn[0]: idp needs identityProvider`,
      `${at}.groups: groups need identityProvider`,
    ]);
  });

  it('keeps the hosts and files of tenants separate', async () => {
    await createTenant(platform, { alias: 'gama', name: 'Gama', hosts: ['gama.test'] });
    const gama = (await db.global.one<{ id: number; alias: string }>(
      sql`select id, alias from tenant where alias = 'gama'`,
    )) as typeof alfa;
    const theirs = await refusal(applyCatalogue(platform, gama, readFolder(FOLDER)));
    expect(theirs.errors?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^line \d+: is alfa, but the call is for gama$/),
    );
    const yaml = 'version: 1\ntenant: { alias: gama, name: Gama }\nhosts:\n  - { host: beta.orbita.test }\n';
    expect((await planCatalogue(platform, gama, { yaml })).errors).toEqual([
      { line: 4, path: 'hosts[0].host', message: 'beta.orbita.test belongs to another tenant' },
    ]);
    const twice = await refusal(
      createTenant(platform, { alias: 'delta', name: 'Delta', hosts: ['beta.orbita.test'] }),
    );
    expect(twice.code).toBe('DUPLICATE');
  });
});

describe('a tenant created from its catalogue', () => {
  const yaml = `version: 1
tenant: { alias: sigma, name: Sigma, parameters: { PrivacyPolicyUrl: "https://s.test/p", DpoContact: d@s.test } }
institutions:
  - { code: S1, acronym: S, name: Sigma, alias: s }
hosts:
  - { host: sigma.test, institution: S1 }
`;

  it('is created completely, or not at all', async () => {
    const wrong = yaml.replace('institution: S1', 'institution: S2');
    const error = await refusal(tenantFromCatalogue(platform, { yaml: wrong }));
    expect([error.code, error.errors]).toEqual([
      'CATALOGUE_INVALID',
      [{ field: 'hosts[0].institution', message: 'line 6: institutions has no S2; did you mean S1?' }],
    ]);
    expect(await tenantByAlias(platform, 'sigma')).toBeUndefined();
    const made = await tenantFromCatalogue(platform, { yaml });
    expect(made.tenant).toMatchObject({ alias: 'sigma', name: 'Sigma', hosts: ['sigma.test'] });
    expect(made.changes.map(({ kind }) => kind)).toEqual(['tenant', 'institutions', 'hosts']);
    expect((await refusal(tenantFromCatalogue(platform, { yaml }))).code).toBe('DUPLICATE');
  });

  it('needs a host that no other tenant has', async () => {
    const without = await refusal(
      tenantFromCatalogue(platform, { yaml: yaml.slice(0, yaml.indexOf('hosts:')) }),
    );
    expect(without.errors?.map(({ field }) => field)).toEqual(['hosts']);
    const taken = yaml.replace('alias: sigma', 'alias: tau').replace('sigma.test', 'beta.orbita.test');
    expect((await refusal(tenantFromCatalogue(platform, { yaml: taken }))).errors?.[0]?.message).toContain(
      'belongs to another tenant',
    );
    expect(await tenantByAlias(platform, 'tau')).toBeUndefined();
  });

  it('fills an existing tenant that has no catalogue yet', async () => {
    await createTenant(platform, { alias: 'upsilon', name: 'U', hosts: ['upsilon.test'] });
    const own = yaml.replaceAll('sigma', 'upsilon');
    expect((await tenantFromCatalogue(platform, { yaml: own })).tenant.hosts).toEqual(['upsilon.test']);
  });
});

describe('a long catalogue, read in a thread', () => {
  const courses = Array.from(
    { length: 1500 },
    (_, n) =>
      `  - { code: C${n}, institution: R1, name: "Curso número ${n}", level: 1, modality: EaD, duration: 8 semestres }`,
  );
  const yaml = `version: 1
tenant: { alias: rho, name: Rho, parameters: { PrivacyPolicyUrl: "https://r.test/p", DpoContact: d@r.test } }
institutions:
  - { code: R1, acronym: R, name: Rho, alias: r }
hosts:
  - { host: rho.test, institution: R1, theme: { favicon: icon.svg } }
courses:
${courses.join('\n')}
`;
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
  const files = { 'icon.svg': Buffer.from(icon).toString('base64') };

  it('gets the same errors, from files and from the database', async () => {
    expect(yaml.length).toBeGreaterThan(100_000);
    const wrong = `${yaml}poles:\n  - { code: P, institution: R2, description: P, city: 3106200 }\n  - { code: Q, institution: R1, description: Q, city: 9999999 }\n`;
    const error = await refusal(tenantFromCatalogue(platform, { yaml: wrong, files }));
    expect(error.errors).toEqual([
      { field: 'poles[0].institution', message: 'line 1509: institutions has no R2; did you mean R1?' },
      { field: 'poles[1].city', message: 'line 1510: no municipality has the IBGE code 9999999' },
    ]);
  });

  it('is created, changed and exported like any other', async () => {
    const made = await tenantFromCatalogue(platform, { yaml, files });
    expect(made.changes.filter(({ kind }) => kind === 'courses')).toHaveLength(1500);
    const rho = (await db.global.one<typeof alfa>(
      sql`select id, alias from tenant where alias = 'rho'`,
    )) as typeof alfa;
    const exported = await exportCatalogue(platform, rho);
    expect(exported.yaml.length).toBeGreaterThan(100_000);
    expect(exported.files?.['rho/icon.svg']).toBe(files['icon.svg']);
    expect(await planCatalogue(platform, rho, exported)).toMatchObject({ changes: [], errors: [] });
    const renamed = { yaml: yaml.replace('número 7"', 'número sete"'), files };
    expect(
      (await applyCatalogue(platform, rho, renamed)).changes.map(({ action, code }) => [action, code]),
    ).toEqual([['change', 'C7']]);
  });
});
