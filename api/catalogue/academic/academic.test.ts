import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { personAt } from '../../../testing/person-at.ts';
import { deepHealth } from '../../health/deep-health.ts';
import { readFolder } from '../folder.ts';

type Item = Record<string, unknown> & { code?: string };
type Answer = { version: number } & Record<'intakes' | 'disciplines' | 'electives' | 'classes', Item[]>;

const FOLDER = join(import.meta.dirname, '../../../catalogue/alfa');
let harness: Harness;
let answer: Answer;
let student: Enrolling;
let learner: Enrolling;

const control = (path: string, body: unknown) =>
  fetch(`${harness.sandbox.url}/control${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
    body: JSON.stringify(body),
  });
const says = (body: unknown) => control('/academic-catalogue/alfa', body);
const refresh = async (body = { allowEmpty: false }) =>
  (await harness.operations.call('POST /operations/catalogue/academic/refresh', { body })).body;
const changed = (items: Item[], code: string, change: Item) =>
  items.map((item) => (item.code === code ? { ...item, ...change } : item));

const disciplines = async () =>
  (await student.client.call('GET /candidate/subscriptions/{id}/disciplines', { params: { id: student.id } }))
    .body;
const names = async () => (await disciplines()).disciplines.map(({ name }) => name);
const classes = async () =>
  (await learner.client.call('GET /candidate/subscriptions/{id}/classes', { params: { id: learner.id } }))
    .body;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  student = await personAt(harness, 'approved', {
    offer: 'PSI-TRANSF',
    course: 'PSI',
    pole: 'CENTRO',
    type: 'graduation',
  });
  await harness.platform.db.tenant(student.tenantId).one(sql`
    update contract_acceptance set voided_at = accepted_at
    where tenant_id = ${student.tenantId} and subscription_id = ${student.id} returning id`);
  learner = await personAt(harness, 'class', { offer: 'EXT-EXCEL', course: 'EXC', type: 'extension' });
  const { yaml } = (await harness.operations.call('GET /operations/catalogue/export')).body;
  const { intakes, disciplines: modules, electives, classes: groups } = parse(yaml) as Answer;
  answer = { version: 1, intakes, disciplines: modules, electives, classes: groups };
});
afterAll(() => harness.stop());

it('a tenant unknown to its academic source keeps what its files say', async () => {
  expect(await refresh()).toMatchObject({ configured: true, fed: false, failure: null, taken: {} });
});

it('the academic catalogue becomes what candidates choose from', async () => {
  await says({
    ...answer,
    disciplines: [
      ...changed(answer.disciplines, 'PSI151', { name: 'Filosofia da Mente' }),
      {
        code: 'PSI154',
        course: 'PSI',
        intake: '2026-1',
        module: 1,
        name: 'Ética',
        workload: 40,
        mandatory: false,
      },
      { code: 'MED101', course: 'MED', intake: '2026-1', module: 1, name: 'Anatomia', workload: 80 },
    ],
    classes: [...answer.classes, { ...answer.classes[0], code: 'T9', name: 'Turma 9', slots: 7 }],
  });
  // Right after another reading there is nothing for the job to do.
  expect(await harness.platform.jobs.run('academic-catalogue')).toBe(0);
  harness.clock.set(new Date(harness.clock.now().getTime() + 300_000));
  expect(await harness.platform.jobs.run('academic-catalogue')).toBe(3);
  expect(await harness.platform.jobs.run('academic-catalogue')).toBe(0);
  expect(await names()).toEqual(expect.arrayContaining(['Filosofia da Mente', 'Ética']));
  expect((await classes()).availableClasses.map(({ name }) => name)).toContain('Turma 9');
  expect((await harness.operations.call('GET /operations/catalogue/academic')).body).toMatchObject({
    fed: true,
    failure: null,
    taken: { disciplines: answer.disciplines.length + 1, classes: answer.classes.length + 1 },
    leftOut: 1,
  });
  expect((await deepHealth(harness.platform)).academicCatalogues).toEqual({
    status: 'ok',
    tenants: 1,
    failing: 0,
    oldestSeconds: 0,
  });
});

it('the files then no longer decide these sections, and say so with the line', async () => {
  const before = await names();
  const { body } = await harness.operations.call('POST /operations/catalogue/apply', {
    body: readFolder(FOLDER),
  });
  const idle = body.warnings.filter(({ message }) => message.startsWith('has no effect'));
  expect(idle.map(({ path }) => path)).toEqual([
    'academic.yaml: intakes',
    'academic.yaml: electives',
    'academic.yaml: disciplines',
    'offers.yaml: classes',
  ]);
  expect(idle.every(({ line }) => line > 1)).toBe(true);
  expect(body.changes).toEqual([]);
  expect(await names()).toEqual(before);
});

it('what candidates chose or hold stays with them when it is gone from the catalogue', async () => {
  const { id } = (await classes()).availableClasses.find(({ name }) => name === 'Turma 9') ?? { id: 0 };
  await learner.client.call('PUT /candidate/subscriptions/{id}/class', {
    params: { id: learner.id },
    body: { academicClassId: id },
  });
  const all = (await disciplines()).disciplines;
  const chosen = all.filter(({ mandatory, name }) => mandatory || name === 'Ética').map((one) => one.id);
  const put = await student.client.call('PUT /candidate/subscriptions/{id}/disciplines', {
    params: { id: student.id },
    body: { disciplineIds: chosen },
  });
  expect(put.status).toBe(204);
  await says(answer);
  expect(await refresh()).toMatchObject({ failure: null, taken: { classes: answer.classes.length } });
  expect(await names()).not.toContain('Ética');
  // A student who holds a class still sees it.
  expect((await classes()).availableClasses.map(({ name }) => name)).toContain('Turma 9');
  const kept = await harness.platform.db.tenant(student.tenantId).one(sql`
    select (select count(*)::int from chosen_discipline c where c.tenant_id = ${student.tenantId}
        and c.subscription_id = ${student.id}) as chosen,
      (select a.name from class_hold h join academic_class a on a.tenant_id = h.tenant_id
        and a.id = h.academic_class_id where h.tenant_id = ${learner.tenantId}
        and h.subscription_id = ${learner.id} and h.state = 'held') as held`);
  expect(kept).toEqual({ chosen: chosen.length, held: 'Turma 9' });
  // The next visit to the page asks for another choice instead of failing.
  expect((await disciplines()).disciplines.length).toBeGreaterThan(0);
});

it.each<[string, (given: Answer) => unknown, string]>([
  ['nonsense', () => ({ ola: 'mundo' }), 'version: '],
  [
    'an intake that offers use is gone',
    (given) => ({ ...given, intakes: given.intakes.filter(({ institution }) => institution !== 'EPA01') }),
    'offers MBA-GESTAO intake: intakes has no 2026-1 of EPA01',
  ],
  [
    'a section without entries',
    (given) => ({ ...given, disciplines: [] }),
    'disciplines: nothing would be left of ',
  ],
  [
    'dates the wrong way round',
    (given) => ({ ...given, intakes: given.intakes.map((intake) => ({ ...intake, end: '2020-01-01' })) }),
    'intakes 2026-1 end: ends before it starts',
  ],
])('%s changes nothing, and is reported', async (_, make, failure) => {
  const before = await names();
  await says(make(answer));
  const refreshed = await refresh();
  expect(refreshed.failure).toContain(failure);
  expect(refreshed.fed).toBe(true);
  expect(await names()).toEqual(before);
});

it('a class never gets fewer places than are taken', async () => {
  await says({
    ...answer,
    classes: [...answer.classes, { ...answer.classes[0], code: 'T9', name: 'Turma 9', slots: 0 }],
  });
  expect((await refresh()).failure).toBe('classes T9 slots: 1 are taken already');
});

it('while the source is down, candidates read the last known data, and health shows it after an hour', async () => {
  await says(answer);
  expect((await refresh()).failure).toBeNull();
  await control('/faults', { port: 'academic-catalogue', mode: 'down' });
  expect((await refresh()).failure).toBe('answered 503');
  expect((await names()).length).toBeGreaterThan(0);
  const began = harness.clock.now().getTime();
  harness.clock.set(new Date(began + 3_601_000));
  expect((await deepHealth(harness.platform)).academicCatalogues).toMatchObject({
    status: 'degraded',
    failing: 1,
    oldestSeconds: 3_601,
  });
  await control('/faults', { port: 'academic-catalogue', mode: 'ok' });
  await says({ ...answer, electives: [] });
  expect((await refresh()).failure).toContain('electives: nothing would be left of 1');
  expect(await refresh({ allowEmpty: true })).toMatchObject({ failure: null, taken: { electives: 0 } });
  await says(null);
  expect((await refresh()).failure).toBe('knows this tenant no longer (404)');
});
