// Longer than other files: all form edits go to one college, and its versions build on one another.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { strongStaff } from '../../testing/staff.ts';

/** A form, a file and the command change a catalogue with the same plan and the same code (spec 25.14). */
let harness: Harness;
let ana: Client;
let bia: Client;
let lia: Client;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  ana = (await strongStaff(harness, 'Ana', [{ role: 'administracao' }])).client;
  bia = (await strongStaff(harness, 'Bia', [{ role: 'administracao' }])).client;
  lia = (await strongStaff(harness, 'Lia', [{ role: 'gestao' }])).client;
});
afterAll(() => harness?.stop());

type Body = Record<string, unknown>;
type Section = Body[];
const token = () => harness.operationsOf('alfa');
const exported = async () => {
  const { body } = await token().call('GET /operations/catalogue/export');
  const { yaml, files } = body as { yaml: string; files: Record<string, string> };
  return { sections: parse(yaml, { maxAliasCount: 10_000 }) as Record<string, Section>, files };
};
const standing = async () =>
  (await token().call('GET /operations/catalogue/versions')).body.data[0]?.version ?? 0;
const plan = (client: Client, wish: Body) =>
  client.call('POST /operations/catalogue/edits/plan', { body: wish as never });
const save = (client: Client, wish: Body) =>
  client.call('POST /operations/catalogue/edits', {
    body: wish as never,
    headers: { ...client.headers, 'idempotency-key': crypto.randomUUID() },
  });
const edit = (kind: string, code: string, set: Body, more: Body = {}) => ({
  edits: [{ kind, code, set, ...more }],
});
const entry = (kind: string, code: string, client = token()) =>
  client.call('GET /operations/catalogue/entries/{kind}/{code}', {
    params: { kind: kind as 'offers', code: code.replaceAll('/', '~') },
  });
const first = async (kind: string) =>
  (await exported()).sections[kind]?.[0] as Body & { code: string; offer: string };
const approve = async (answer: Body, by: Client) => {
  const { id } = answer.approval as { id: number };
  const { hash } = (await by.call('GET /operations/approvals/{id}', { params: { id } })).body;
  return by.call('POST /operations/approvals/{id}/decision', {
    params: { id },
    body: { decision: 'approved', hash },
    headers: { ...by.headers, 'idempotency-key': crypto.randomUUID() },
  });
};

describe('a form and a file', () => {
  it('give the same plan, and what a form saved is in the export, whose plan is empty', async () => {
    const slot = await first('schedules');
    const key = `${slot.offer}/${slot.code}`;
    const voucher = await first('vouchers');
    const support = await first('support');
    const offer = await first('offers');
    const intake = await first('intakes');
    const cases: [string, string, Body][] = [
      ['schedules', key, { capacity: (slot.capacity as number) + 3 }],
      ['offers', offer.code, { active: false }],
      ['intakes', `${intake.institution}/${intake.code}`, { end: '2026-12-30' }],
      ['support', support.institution as string, { hours: 'Seg a sáb, 9h às 17h' }],
      ['vouchers', voucher.code, { maxUses: 77 }],
    ];
    for (const [kind, code, set] of cases) {
      const { sections, files } = await exported();
      const target = sections[kind]?.find((one) =>
        kind === 'schedules'
          ? `${one.offer}/${one.code}` === code
          : kind === 'intakes'
            ? `${one.institution}/${one.code}` === code
            : (one.code ?? one.institution) === code,
      );
      Object.assign(target as Body, set);
      const byFile = await token().call('POST /operations/catalogue/plan', {
        body: { yaml: stringify(sections), files },
      });
      const byForm = await plan(token(), edit(kind, code, set));
      expect([kind, byForm.body.errors, byForm.body.changes]).toEqual([kind, [], byFile.body.changes]);
      expect(byForm.body.changes).toHaveLength(1);
      expect(byForm.body.grave).toEqual(byFile.body.grave);
    }
    const version = await standing();
    const [kind, code, set] = cases[0] as [string, string, Body];
    const saved = await save(lia, { expectedVersion: version, ...edit(kind, code, set) });
    expect([saved.status, saved.body.version]).toEqual([200, version + 1]);
    const { sections, files } = await exported();
    expect(sections.schedules?.[0]).toMatchObject(set);
    const again = await token().call('POST /operations/catalogue/plan', {
      body: { yaml: stringify(sections), files },
    });
    expect(again.body.changes).toEqual([]);
  });

  it('a file is judged in pt-BR for the team, and in the words of the command for a system', async () => {
    const { sections, files } = await exported();
    const body = { yaml: stringify({ ...sections, cursos: [] }), files };
    const told = async (who: Client) =>
      (await who.call('POST /operations/catalogue/plan', { body })).body.errors.map(({ message }) => message);
    expect([await told(ana), await told(token())]).toEqual([
      ['Não há a seção cursos.'],
      ['unknown section cursos'],
    ]);
    const refused = async (who: Client) =>
      (
        await who.call('POST /operations/catalogue/apply', {
          body: { ...body, expectedVersion: await standing() },
          headers: { ...who.headers, 'idempotency-key': crypto.randomUUID() },
        })
      ).body as Body;
    expect([await refused(ana), await refused(token())]).toMatchObject([
      {
        code: 'CATALOGUE_INVALID',
        errors: [{ message: expect.stringMatching(/^linha \d+: Não há a seção/) }],
      },
      {
        code: 'CATALOGUE_INVALID',
        errors: [{ message: expect.stringMatching(/^line \d+: unknown section/) }],
      },
    ]);
  });

  it('find the same faults, although a form reads only the entries concerned', async () => {
    const { sections, files } = await exported();
    const keyOf = (kind: string, one: Body) =>
      kind === 'classes' || kind === 'schedules'
        ? `${one.offer}/${one.code}`
        : kind === 'intakes'
          ? `${one.institution}/${one.code}`
          : `${one.code ?? one.institution}`;
    const byFile = async (change: (all: Record<string, Section>) => void) => {
      const all = structuredClone(sections);
      change(all);
      const { body } = await token().call('POST /operations/catalogue/plan', {
        body: { yaml: stringify(all), files },
      });
      return body.errors.length > 0;
    };
    const byForm = async (wish: Body) => (await plan(token(), wish)).body.errors.length > 0;
    const found: [string, boolean, boolean][] = [];
    for (const kind of ['offers', 'prices', 'classes', 'schedules', 'intakes', 'vouchers', 'support'])
      for (const one of sections[kind]?.slice(0, 2) ?? []) {
        const code = keyOf(kind, one);
        const gone = await byFile((all) => {
          all[kind] = (all[kind] ?? []).filter((other) => keyOf(kind, other) !== code);
        });
        found.push([`${kind} ${code} goes`, gone, await byForm({ edits: [{ kind, code, remove: true }] })]);
      }
    const PLACE = ['institution', 'course', 'intake', 'pole', 'kind', 'plan'] as const;
    const differing = (one: Body, other: Body) =>
      PLACE.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
    const prices = sections.prices ?? [];
    const pairs = prices.flatMap((one) =>
      prices.filter((other) => one.institution === other.institution).map((other) => [one, other] as const),
    );
    // Each way to move a price onto another one by as few fields as there are.
    const moves = new Map(pairs.map((pair) => [differing(...pair).join(' '), pair]));
    moves.delete('');
    for (const [fields, [one, other]] of moves) {
      const set = Object.fromEntries(fields.split(' ').map((name) => [name, other[name]]));
      const moved = await byFile((all) => {
        Object.assign(all.prices?.find(({ code }) => code === one.code) as Body, set);
      });
      found.push([`price by ${fields}`, moved, await byForm(edit('prices', one.code as string, set))]);
    }
    expect(found.filter(([, file, form]) => file !== form)).toEqual([]);
    expect(found.filter(([, file]) => file).map(([what]) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^intakes /), expect.stringMatching(/^price by course/)]),
    );
  });

  it('record who, when and how; undo plans the former state, and a file warns of what it would revert', async () => {
    const before = await exported();
    const slot = await first('schedules');
    const key = `${slot.offer}/${slot.code}`;
    const version = await standing();
    const saved = await save(lia, {
      expectedVersion: version,
      ...edit('schedules', key, { place: 'Sala nova' }),
    });
    expect(saved.status).toBe(200);
    const { data } = (await ana.call('GET /operations/catalogue/versions')).body;
    expect(data[0]).toMatchObject({
      version: version + 1,
      by: 'Lia',
      source: 'form',
      entries: 1,
      undoes: null,
    });
    const shown = await ana.call('GET /operations/catalogue/versions/{version}', {
      params: { version: version + 1 },
    });
    expect(shown.body.changes[0]).toMatchObject({
      kind: 'schedules',
      details: [{ field: 'place', before: slot.place, after: 'Sala nova' }],
    });
    expect((await entry('schedules', key)).body.changed).toMatchObject({ version: version + 1, by: 'Lia' });
    const file = await token().call('POST /operations/catalogue/plan', {
      body: { yaml: stringify(before.sections), files: before.files },
    });
    expect(file.body.changes).toMatchObject([
      { code: key, overwritesEdit: { by: 'Lia', version: version + 1 } },
    ]);
    const undo = await plan(lia, { undo: version + 1 });
    expect(undo.body.changes).toMatchObject([{ details: [{ before: 'Sala nova', after: slot.place }] }]);
    const undone = await save(lia, { expectedVersion: version + 1, undo: version + 1 });
    expect([undone.status, undone.body.version]).toEqual([200, version + 2]);
    expect((await exported()).sections).toEqual(before.sections);
    const after = (await ana.call('GET /operations/catalogue/versions')).body.data[0];
    expect(after).toMatchObject({ source: 'undo', undoes: version + 1 });
  });

  it('a test in the evening stands in the list on its own day, and is over on the next', async () => {
    const slot = await first('schedules');
    const code = `${slot.offer}/NOITE`;
    const at = '2026-01-20T22:30:00-03:00';
    const set = { ...slot, code: 'NOITE', at, capacity: 5 };
    const made = await save(lia, {
      expectedVersion: await standing(),
      ...edit('schedules', code, set, { create: true }),
    });
    expect(made.status).toBe(200);
    const listed = async (now: string) => {
      harness.clock.set(new Date(now));
      const { body } = await token().call('GET /operations/catalogue/entries', {
        query: { kind: 'schedules', q: code },
      });
      return body.data.map(({ from, reason }) => [from, reason]);
    };
    expect(await listed('2026-01-20T23:50:00-03:00')).toEqual([['2026-01-20', null]]);
    expect(await listed('2026-01-21T00:10:00-03:00')).toEqual([['2026-01-20', 'over']]);
    harness.clock.set(new Date(T0));
  });

  it('a new voucher, class and slot can come from a form, and nothing shrinks below what is in use', async () => {
    const slot = await first('schedules');
    const version = await standing();
    const made = await save(lia, {
      expectedVersion: version,
      ...edit('schedules', `${slot.offer}/NOVA`, { ...slot, code: 'NOVA', capacity: 12 }, { create: true }),
    });
    expect(made.body.changes).toMatchObject([{ action: 'create', code: `${slot.offer}/NOVA` }]);
    await harness.platform.db.tenant(tenantId).many(sql`
      update schedule_slot set taken = 5 where tenant_id = ${tenantId} and code = 'NOVA'`);
    const small = edit('schedules', `${slot.offer}/NOVA`, { capacity: 4 });
    const planned = await plan(lia, small);
    expect(planned.body.errors).toEqual([
      { field: 'edits.0.set.capacity', message: 'A capacidade não pode ser menor que as 5 vagas ocupadas.' },
    ]);
    const refused = await save(lia, { expectedVersion: version + 1, ...small });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'edits.0.set.capacity']);
    expect((await entry('schedules', `${slot.offer}/NOVA`)).body).toMatchObject({
      taken: { '': 5 },
      values: { capacity: 12 },
    });
  });
});

describe('two people', () => {
  it('editing one entry: the second person gets a conflict, and nothing is overwritten; two entries are both saved', async () => {
    const { sections } = await exported();
    const [one, two] = (sections.schedules ?? []).map((slot) => `${slot.offer}/${slot.code}`) as [
      string,
      string,
    ];
    const version = await standing();
    const answers = await Promise.all([
      save(lia, { expectedVersion: version, ...edit('schedules', one, { place: 'Lugar de Lia' }) }),
      save(ana, { expectedVersion: version, ...edit('schedules', one, { place: 'Lugar de Ana' }) }),
      save(bia, { expectedVersion: version, ...edit('schedules', two, { place: 'Lugar de Bia' }) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const told = answers.find(({ status }) => status === 409);
    const winner = answers.findIndex(({ status }) => status === 200) === 0 ? 'Lia' : 'Ana';
    expect(told?.body).toMatchObject({ code: 'CATALOGUE_CHANGED', by: winner });
    expect((await entry('schedules', one)).body.values.place).toBe(`Lugar de ${winner}`);
    expect((await entry('schedules', two)).body.values.place).toBe('Lugar de Bia');
  });

  it('a file is refused after any change since its plan, and people always name a version', async () => {
    const { sections, files } = await exported();
    const body = { yaml: stringify(sections), files };
    const { version } = (await ana.call('POST /operations/catalogue/plan', { body })).body;
    const none = await ana.call('POST /operations/catalogue/apply', { body });
    expect([none.status, none.body.code]).toEqual([400, 'VERSION_REQUIRED']);
    expect((await save(lia, edit('offers', 'X', { active: false }))).body.code).toBe('VERSION_REQUIRED');
    const one = await first('classes');
    await save(lia, {
      expectedVersion: version,
      ...edit('classes', `${one.offer}/${one.code}`, { place: 'Sala 9' }),
    });
    const stale = await ana.call('POST /operations/catalogue/apply', {
      body: { ...body, expectedVersion: version },
    });
    expect(stale.body).toMatchObject({ code: 'CATALOGUE_CHANGED', version: version + 1, by: 'Lia' });
  });
});

describe('what a candidate signs or is told', () => {
  it('waits for a second person in a form as well, and a refusal leaves all as it was', async () => {
    const offer = await first('offers');
    const other = (await exported()).sections.contracts?.find(({ code }) => code !== offer.contract);
    const before = await exported();
    const version = await standing();
    const cases: [Client, Body, string, unknown][] = [
      [lia, { warningPopup: 'Traga o RG.' }, 'Aviso na primeira página', 'Traga o RG.'],
      [ana, { contract: other?.code }, 'Contrato', `${other?.code} (${other?.title})`],
    ];
    for (const [client, set, label, after] of cases) {
      const wish = { expectedVersion: version, ...edit('offers', offer.code, set) };
      expect((await plan(client, wish)).body).toMatchObject({ errors: [], outcome: 'second-person' });
      const asked = await save(client, wish);
      expect(asked.status).toBe(202);
      const { id, fields } = (asked.body as Body).approval as { id: number; fields: Body[] };
      expect(fields).toMatchObject([{ label: `${label} (oferta ${offer.code})`, after: [after] }]);
      const { body } = await bia.call('POST /operations/approvals/{id}/decision', {
        params: { id },
        body: { decision: 'refused', reason: 'Não combinado' },
        headers: { ...bia.headers, 'idempotency-key': crypto.randomUUID() },
      });
      expect(body.state).toBe('refused');
    }
    expect([await exported(), await standing()]).toEqual([before, version]);
  });
});

describe('prices', () => {
  it('wait for a second person, begin on their day, and an accepted contract keeps the old price', async () => {
    const price = (await exported()).sections.prices?.find(({ kind }) => kind === 'enrollment') as Body & {
      code: string;
    };
    const dearer = (price.plan as number[]).map((value) => value + 20);
    const next = { from: '2026-01-20', plan: dearer, discount: 0, conditionalDiscount: 0 };
    const wish = { expectedVersion: await standing(), ...edit('prices', price.code, { next }) };
    const asked = await save(lia, wish);
    expect([asked.status, asked.body.outcome]).toEqual([202, undefined]);
    expect((await save(lia, wish)).body.code).toBe('APPROVAL_PENDING');
    expect((await approve(asked.body, ana)).body.state).toBe('approved');
    expect((await entry('prices', price.code)).body).toMatchObject({
      values: { plan: price.plan, next },
      changed: { by: 'Lia' },
    });
    harness.clock.set(new Date('2026-01-20T00:30:00-03:00'));
    await harness.platform.jobs.run('price-change');
    expect((await entry('prices', price.code)).body).toMatchObject({ values: { plan: dearer, next: null } });
    const { data } = (await ana.call('GET /operations/catalogue/versions')).body;
    expect(data[0]).toMatchObject({ source: 'due', by: 'Órbita' });
  });

  it('of one institution are asked for by its own people, as long as they are', async () => {
    const { sections } = await exported();
    const of = (sections.prices ?? []).filter(({ institution }) => institution === 'CUA01') as (Body & {
      code: string;
      plan: number[];
    })[];
    const [kept, lost] = of;
    if (!kept || !lost) throw new Error('CUA01 has too few prices');
    const rui = await strongStaff(harness, 'Rui', [{ role: 'gestao', institutions: ['CUA01'] }]);
    const ask = async (price: { code: string; plan: number[] }) =>
      (
        await save(rui.client, {
          expectedVersion: await standing(),
          ...edit('prices', price.code, { plan: price.plan.map((sum) => sum + 7) }),
        })
      ).body;
    expect((await approve(await ask(kept), bia)).body).toMatchObject({ state: 'approved' });
    expect((await entry('prices', kept.code)).body.values.plan).toEqual(kept.plan.map((sum) => sum + 7));
    const asked = await ask(lost);
    await token().call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId: rui.staffId },
      body: { grants: [{ role: 'gestao', institutions: ['EPA01'] }] },
    });
    expect((await approve(asked, bia)).body).toMatchObject({ state: 'failed' });
    expect((await entry('prices', lost.code)).body.values.plan).toEqual(lost.plan);
  });

  it('that two people ask for at one place do not both come, though each is right alone', async () => {
    const { sections } = await exported();
    const price = (sections.prices ?? []).find(({ institution }) => institution === 'CUA01') as Body;
    const months = {
      plan: Array.from({ length: 37 }, () => 10),
      discount: 0,
      conditionalDiscount: 0,
      next: null,
    };
    const create = async (code: string, by: Client) =>
      (
        await save(by, {
          expectedVersion: await standing(),
          ...edit('prices', code, { ...price, ...months, code, description: 'Novo' }, { create: true }),
        })
      ).body;
    const [one, two] = [await create('LUGAR-1', ana), await create('LUGAR-2', ana)];
    expect((await approve(one, bia)).body).toMatchObject({ state: 'approved' });
    expect((await approve(two, bia)).body).toMatchObject({ state: 'failed' });
    const after = await exported();
    const again = await token().call('POST /operations/catalogue/plan', {
      body: { yaml: stringify(after.sections), files: after.files },
    });
    expect([again.body.errors, again.body.changes]).toEqual([[], []]);
  });

  it('a token without catalogue.trust is refused', async () => {
    const price = await first('prices');
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: {
        name: 'site',
        tenant: 'alfa',
        scopes: ['catalogue.everyday'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
    });
    const small = harness.operationsOf('alfa');
    small.headers = { authorization: `Bearer ${body.token}` };
    const refused = await save(small, edit('prices', price.code, { discount: 1 }));
    expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_PERSON_NEEDED']);
  });
});

describe('the institution itself', () => {
  const institution = 'CUA01';
  it('is set by a form, with errors explained at their field; changes that affect trust wait', async () => {
    const set = (parameters: Body) => edit('institutions', institution, { parameters });
    const wrong = await plan(ana, set({ ClaimMinutes: 999, MinInstallmentAmount: 'muito' }));
    expect(wrong.body.errors).toEqual([
      { field: 'edits.0.set.parameters.ClaimMinutes', message: 'Informe um número de 1 a 120.' },
      { field: 'edits.0.set.parameters.MinInstallmentAmount', message: 'Informe um número de 0 a 1000000.' },
    ]);
    const both = await plan(ana, set({ EssayMinWords: 700 }));
    expect(both.body.errors?.[0]?.message).toBe('O menor (700) passa do maior (600).');
    const saved = await save(ana, { expectedVersion: await standing(), ...set({ ClaimMinutes: 20 }) });
    expect([saved.status, saved.body.changes?.[0]?.fields]).toEqual([200, ['parameters']]);
    expect((await entry('institutions', institution)).body.values.parameters).toMatchObject({
      ClaimMinutes: 20,
    });
    // An empty value falls back to the level above.
    await save(ana, { expectedVersion: await standing(), ...set({ ClaimMinutes: null }) });
    expect((await entry('institutions', institution)).body.values.parameters).not.toHaveProperty(
      'ClaimMinutes',
    );
    const grave = await save(ana, {
      expectedVersion: await standing(),
      ...set({ StaffMayCopyAccessLinks: true }),
    });
    expect(grave.status).toBe(202);
    expect((await approve(grave.body, bia)).body.state).toBe('approved');
    const daily = await save(lia, { expectedVersion: await standing(), ...set({ ClaimMinutes: 20 }) });
    expect(daily.status).toBe(403);
  });

  it('is changed with the role held for it, whatever else somebody holds elsewhere', async () => {
    const grants = [
      { role: 'administracao' as const, institutions: ['EPA01'] },
      { role: 'gestao' as const, institutions: ['CUA01'] },
    ];
    const { client } = await strongStaff(harness, 'Noa', grants);
    const answers = [];
    for (const [code, alias] of [
      ['EPA01', 'epx'],
      ['CUA01', 'cux'],
    ] as const)
      answers.push(
        (
          await save(client, {
            expectedVersion: await standing(),
            ...edit('institutions', code, { alias }),
          })
        ).status,
      );
    expect(answers).toEqual([200, 403]);
  });

  it("is listed with its addresses and the group, only within the caller's institutions", async () => {
    const codes = async (kind: 'tenant' | 'institutions' | 'hosts', client = token()) =>
      (await client.call('GET /operations/catalogue/entries', { query: { kind } })).body.data.map(
        ({ code }: { code: string }) => code,
      );
    expect(await codes('tenant')).toEqual(['alfa']);
    const zoe = (await strongStaff(harness, 'Zoe Um', [{ role: 'gestao', institutions: ['EPA01'] }])).client;
    expect(await codes('institutions', zoe)).toEqual(['EPA01']);
    const hosts = await codes('hosts', zoe);
    const { sections } = await exported();
    const foreign = (sections.hosts ?? []).filter(({ institution: of }) => of === institution);
    for (const { host } of foreign) expect(hosts).not.toContain(host);
  });

  it('has a look that can be changed with the brand role alone, with pictures that cannot run anything', async () => {
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: {
        name: 'marca',
        tenant: 'alfa',
        scopes: ['catalogue.brand', 'catalogue.read'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
    });
    const brand = harness.operationsOf('alfa');
    brand.headers = { authorization: `Bearer ${body.token}` };
    const [host] = (await exported()).sections.hosts as (Body & { host: string })[];
    const at = host?.host ?? '';
    const svg = (inner: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`).toString(
        'base64',
      );
    const look = (primary: string, content: string) => ({
      ...edit('hosts', at, { theme: { primary, logoSmall: 'novo.svg' } }),
      files: { 'novo.svg': content },
    });
    const bad = await plan(brand, look('azul', svg('<circle r="2"/>')));
    expect(bad.body.errors).toEqual([
      { field: 'edits.0.set.theme.primary', message: 'Informe uma cor como #982439.' },
    ]);
    const hostile = await plan(brand, look('#1a9e96', svg('<script>alert(1)</script>')));
    expect(hostile.body.errors?.map(({ field }: { field: string }) => field)).toEqual([
      'edits.0.set.theme.logoSmall',
    ]);
    const saved = await save(brand, look('#1a9e96', svg('<circle r="2"/>')));
    expect([saved.status, saved.body.outcome]).toEqual([200, 'at-once']);
    const { values } = (await entry('hosts', at)).body;
    expect(values.theme).toMatchObject({ primary: '#1a9e96', logoSmall: 'alfa/novo.svg' });
    const visitor = harness.visitor(at);
    expect((await visitor.send('GET', '/assets/alfa/novo.svg')).status).toBe(200);
    const more = await save(brand, edit('hosts', at, { captchaKey: 'minha' }));
    expect(more.status).toBe(403);
    const undone = await save(brand, { undo: saved.body.version });
    expect(undone.status).toBe(200);
    expect((await entry('hosts', at)).body.values.theme).toEqual((host as Body).theme);
  });

  it('adds plain words to a message once a second person has read them', async () => {
    const text = 'Dúvidas? <b>{curso}</b>\nFale com a secretaria.';
    const wish = edit('institutions', institution, {
      mail: { paragraphs: { 'N-05': text }, signature: 'Rua Um, 10' },
    });
    const preview = async (body: Body) =>
      (
        await ana.call('POST /operations/message-templates/{template}/preview', {
          params: { template: 'N-05' },
          body: { institution, ...body },
        })
      ).body;
    expect((await preview({ paragraph: text })).text).toContain(text);
    expect((await preview({})).text).not.toContain('secretaria');
    const asked = await save(ana, { expectedVersion: await standing(), ...wish });
    expect(asked.status).toBe(202);
    expect((await approve(asked.body, bia)).body.state).toBe('approved');
    const { text: plain, html } = await preview({});
    expect(plain).toContain(`${text}\n\nCentro Universitário Alfa Exemplo\nRua Um, 10`);
    expect(html).toContain('Dúvidas? &lt;b&gt;{curso}&lt;/b&gt;<br>Fale com a secretaria.');
    const notHere = await plan(
      ana,
      edit('institutions', institution, { mail: { paragraphs: { 'N-02': text } } }),
    );
    expect(notHere.body.errors).not.toEqual([]);
    const long = await plan(
      ana,
      edit('institutions', institution, { mail: { paragraphs: { 'N-05': 'a'.repeat(601) } } }),
    );
    expect(long.body.errors?.[0]?.message).toBe('Use até 600 letras.');
  });
});

it('a first offer made in the form is approved with all it depends on, and the help contact is entered', async () => {
  const made = (kind: string, code: string, set: Body) => ({ kind, code, create: true, set });
  const own = { institution: 'CUA01' };
  const contract = { code: 'NOVO', title: 'Contrato', html: '<h1>Contrato</h1>\n<p>{{candidate.name}}</p>' };
  const document = { code: 'RG', name: 'Documento', stage: 'enrollment', required: true };
  const courses = [{ course: 'ASTRO', poles: [{ pole: 'NOVO', vacancies: 40 }] }];
  const edits = [
    made('poles', 'NOVO', { ...own, code: 'NOVO', description: 'Campus Novo', city: 3106200 }),
    made('courses', 'ASTRO', {
      ...{ ...own, code: 'ASTRO', name: 'Astronomia', level: 1, modality: 'EaD' },
    }),
    made('ingressModes', 'PROVA', { code: 'PROVA', name: 'Prova com dia marcado', kind: 'scheduled-test' }),
    made('contracts', 'NOVO', contract),
    made('documentSets', 'NOVO', { code: 'NOVO', items: [document] }),
    made('offers', 'ASTRO-1', {
      ...{ ...own, code: 'ASTRO-1', type: 1, intake: '2026-1', ingressMode: 'PROVA', contract: 'NOVO' },
      ...{ documents: 'NOVO', courses, essayThemes: [] },
    }),
    made('prices', 'P-ASTRO-1', {
      ...{ ...own, code: 'P-ASTRO-1', course: 'ASTRO', intake: '2026-1', kind: 'enrollment' },
      ...{ installments: 6, value: 350 },
    }),
  ];
  const wish = { expectedVersion: await standing(), edits };
  const planned = (await plan(ana, wish)).body;
  expect([planned.errors, planned.warnings]).toMatchObject([
    [],
    [{ message: 'Ainda não há prova marcada em NOVO. Crie uma na página da oferta.' }],
  ]);
  const asked = await save(ana, wish);
  expect(asked.status).toBe(202);
  expect((await approve(asked.body as Body, bia)).status).toBe(200);
  const offer = (await entry('offers', 'ASTRO-1')).body;
  expect(offer.values).toMatchObject({ name: 'Prova com dia marcado 2026-1', active: true });

  await harness.platform.db.tenant(tenantId).many(sql`
    delete from support_contact where tenant_id = ${tenantId}
      and institution_id = (select id from institution where tenant_id = ${tenantId} and code = 'CUA01') returning 1`);
  const help = { ...own, title: 'Fale conosco', phone: '5531999990000' };
  const helped = await save(ana, {
    expectedVersion: await standing(),
    edits: [made('support', 'CUA01', help)],
  });
  if (helped.status === 202) await approve(helped.body as Body, bia);
  expect((await entry('support', 'CUA01')).body.values).toMatchObject(help);
});

it('an account is ready for the first day once it has answered with its current settings, and shows when and to whom', async () => {
  const rita = (await strongStaff(harness, 'Rita', [{ role: 'financeiro', institutions: ['CUA01'] }])).client;
  const accounts = async () => {
    const query = { institution: 'CUA01' };
    return (await ana.call('GET /operations/provider-checks', { query })).body;
  };
  const pixOf = async () => (await accounts()).find(({ provider }) => provider === 'pix');
  const ready = async () =>
    (await ana.call('GET /operations/catalogue/first-day')).body.steps.find(({ step }) => step === 'payment')
      ?.done;
  const tried = (institution = 'CUA01') =>
    rita.call('POST /operations/provider-checks', { body: { institution, provider: 'pix' } });
  const answering = (mode: 'ok' | 'down') =>
    harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'pix', mode } });

  expect([await pixOf(), await ready()]).toMatchObject([{ checkedAt: null, ok: null }, false]);
  await answering('down');
  const refused = (await tried()).body.steps.find(({ ok }) => !ok)?.words;
  expect(refused).toBeTruthy();
  expect([await pixOf(), await ready()]).toMatchObject([
    { checkedBy: 'Rita', ok: false, words: refused },
    false,
  ]);
  await answering('ok');
  expect((await tried()).status).toBe(200);
  const found = await pixOf();
  expect([found, await ready()]).toMatchObject([{ ok: true, words: null, changedSince: false }, true]);
  expect(Date.parse(found?.checkedAt ?? '')).toBe(harness.clock.now().getTime());
  const keyed = (key: string) =>
    harness.platform.db.tenant(tenantId).many(sql`
      update institution set payment = jsonb_set(payment, '{pixKey}', to_jsonb(${key}::text))
      where tenant_id = ${tenantId} and code = 'CUA01' returning id`);
  const [{ key } = { key: '' }] = await harness.platform.db.tenant(tenantId).many<{ key: string }>(sql`
    select payment ->> 'pixKey' as key from institution where tenant_id = ${tenantId} and code = 'CUA01'`);
  await keyed('outra-chave');
  expect([await pixOf(), await ready()]).toMatchObject([{ ok: true, changedSince: true }, false]);
  await keyed(key);
  expect(await ready()).toBe(true);
  // She learns nothing about another institution and leaves no trace there.
  const elsewhere = await rita.call('GET /operations/provider-checks', { query: { institution: 'EPA01' } });
  expect([elsewhere.body, (await tried('EPA01')).body]).toMatchObject([
    { code: 'INSTITUTION_UNKNOWN' },
    { code: 'INSTITUTION_UNKNOWN' },
  ]);
});

describe('places of a class set by their own call', () => {
  it('are a version like any other edit, and can be undone like one', async () => {
    const one = await first('classes');
    const version = await standing();
    const set = (slots: number) =>
      token().call('PUT /operations/classes/{code}/capacity', {
        params: { code: one.code },
        body: { slots, offerCode: one.offer },
        headers: { ...token().headers, 'idempotency-key': crypto.randomUUID() },
      });
    const slots = (one.slots as number) + 7;
    expect((await set(slots)).body).toMatchObject({ slots, code: one.code });
    expect(await standing()).toBe(version + 1);
    const shown = await ana.call('GET /operations/catalogue/versions/{version}', {
      params: { version: version + 1 },
    });
    expect(shown.body).toMatchObject({
      source: 'cli',
      changes: [
        { kind: 'classes', code: `${one.offer}/${one.code}`, details: [{ before: one.slots, after: slots }] },
      ],
    });
    // Repeating the same edit changes nothing.
    expect([(await set(slots)).status, await standing()]).toEqual([200, version + 1]);
    await save(lia, { expectedVersion: version + 1, undo: version + 1 });
    expect((await first('classes')).slots).toBe(one.slots);
  });
});

describe('copying an intake', () => {
  const NEW = '2026-2';
  const WEEKS = 26;
  const wished = async (more: Body = {}) => {
    const { sections } = await exported();
    const [intake] = sections.intakes as Section;
    return {
      before: sections,
      intake: intake as Body,
      wish: {
        ...{ institution: intake?.institution, intake: intake?.code, code: NEW, weeks: WEEKS },
        rename: { from: intake?.code, to: NEW },
        ...more,
      },
    };
  };
  const of = (list: Section | undefined, intake: Body, code: unknown) =>
    (list ?? []).filter((one) => one.institution === intake.institution && one.intake === code);
  const dayOf = (text: unknown) => new Date(`${String(text).slice(0, 10)}T12:00:00Z`);

  it('copies it closed, with its weekdays, places and choices, and no data of people', async () => {
    const { before, intake, wish } = await wished();
    const prices = of(before.prices, intake, intake.code);
    const uneven = prices.find(({ plan }) => (plan as number[]).length > 1) as Body & { plan: number[] };
    const asked = await plan(ana, { expectedVersion: await standing(), copy: wish });
    expect(asked.body.errors).toEqual([]);
    const saved = await save(ana, {
      expectedVersion: await standing(),
      copy: { ...wish, prices: [{ code: uneven.code, value: (uneven.plan[0] ?? 0) + 10 }] },
    });
    expect([saved.status, saved.body.errors ?? []]).toEqual([saved.status, []]);
    if (saved.status === 202) expect((await approve(saved.body as Body, bia)).status).toBe(200);
    const { sections } = await exported();
    const made = sections.intakes?.find(
      ({ institution, code }) => institution === intake.institution && code === NEW,
    );
    expect(made).toMatchObject({ suspended: true });
    for (const day of ['start', 'end'] as const) {
      const days = (dayOf(made?.[day]).getTime() - dayOf(intake[day]).getTime()) / 86_400_000;
      expect([day, days]).toEqual([day, WEEKS * 7]);
    }
    const [was, is] = [of(before.offers, intake, intake.code), of(sections.offers, intake, NEW)];
    expect(is.map(({ courses }) => courses)).toEqual(was.map(({ courses }) => courses));
    expect(of(sections.prices, intake, NEW)).toHaveLength(prices.length);
    expect(of(sections.prices, intake, NEW).map(({ plan: one }) => (one as number[])[0])).toContain(
      (uneven.plan[0] ?? 0) + 10,
    );
    // The source intake is unchanged.
    expect(of(sections.offers, intake, intake.code)).toEqual(was);
  });

  it('is refused with a text where the code is taken, and for a caller with other institutions only', async () => {
    const { wish } = await wished();
    const again = await plan(ana, { expectedVersion: await standing(), copy: wish });
    expect(again.body.errors).not.toEqual([]);
    const other = (await strongStaff(harness, 'Zoe', [{ role: 'gestao', institutions: ['EPA01'] }])).client;
    const far = await save(other, {
      expectedVersion: await standing(),
      copy: { ...wish, institution: 'CUA01', code: 'OUTRO', rename: undefined },
    });
    expect([403, 404, 422]).toContain(far.status);
    const near = await harness.operationsOf('beta').call('POST /operations/catalogue/edits/plan', {
      body: { expectedVersion: 1, copy: { ...wish, code: 'DE-FORA' } } as never, // a wish kept as plain JSON
    });
    expect((near.body.changes ?? []).length).toBe(0);
  });
});
