import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../../testing/admission.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { staffIn } from '../../../testing/staff.ts';

let harness: Harness;
let at: Admission;
let bia: Client;
let caio: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  at = await admission(harness);
  bia = (await staffIn(harness, [{ role: 'coordenacao', institutions: null }])).client;
  caio = (await staffIn(harness, [{ role: 'coordenacao', institutions: null }])).client;
});
afterAll(() => harness?.stop());

const next = async () =>
  (await bia.call('POST /operations/queues/{queue}/next', { params: { queue: 'questionnaires' }, body: {} }))
    .body;
const page = async (id: number) =>
  (await bia.call('GET /operations/questionnaires/{id}', { params: { id } })).body;
const decide = (
  client: Client,
  id: number,
  body: { decision: 'approved' | 'returned'; comment?: string; version?: number },
) => client.call('POST /operations/questionnaires/{id}/decision', { params: { id }, body });

it('a questionnaire is claimed, read with its answers, decided once, and read again after being returned', async () => {
  const who = await at.arrive('MBA-GESTAO');
  await at.save(who, 'graduate', [GRADUATE]);
  await at.submit(who);
  const item = await next();
  expect(item).toMatchObject({ kind: 'questionnaire', subscriptionId: who.id, title: expect.any(String) });
  const id = item.itemId;
  const shown = await page(id);
  expect(shown).toMatchObject({ state: 'submitted', decidedBy: null, work: { claim: { mine: true } } });
  expect(shown.sections.find(({ key }) => key === 'graduate')?.rows).toHaveLength(1);
  const { version } = shown;
  expect((await decide(bia, id, { decision: 'approved' })).body).toMatchObject({ code: 'VERSION_REQUIRED' });
  expect((await decide(caio, id, { decision: 'approved', version })).body).toMatchObject({
    code: 'CLAIMED_BY_OTHER',
  });
  expect(
    (await decide(bia, id, { decision: 'returned', comment: 'Falta a especialização.', version })).status,
  ).toBe(200);
  expect((await decide(caio, id, { decision: 'approved', version })).body).toMatchObject({
    code: 'STATE_CONFLICT',
    by: 'Pessoa da Equipe',
  });
  expect(await page(id)).toMatchObject({ state: 'returned', decidedBy: 'Pessoa da Equipe', work: null });
  await at.submit(who);
  const again = await page(id);
  expect(again.version).toBeGreaterThan(version);
  expect((await decide(bia, id, { decision: 'approved', version })).body).toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  expect((await decide(bia, id, { decision: 'approved', version: again.version })).status).toBe(200);
});
