import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf, findCourse, signUp } from '../../../testing/journey.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { requestPlace } from '../../../testing/requests.ts';
import { staffIn } from '../../../testing/staff.ts';

let harness: Harness;
let hana: Client;
let bia: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  hana = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

let count = 9500;

/** Person who applied for a course with a test. */
async function applicant(): Promise<{ id: number }> {
  count += 1;
  const client = harness.visitor();
  await signUp(client, inventedPerson(count));
  return bodyOf(await requestPlace(client, await findCourse(client, { type: 1, ingress: 'scheduled-test' })));
}

/** Person with a booked test. */
async function booked(): Promise<{ id: number; hourId: number }> {
  const { id } = await applicant();
  const { body } = await bia.call('GET /operations/subscriptions/{id}/scheduling', { params: { id } });
  const hourId = body[0]?.dates[0]?.slots[0]?.id ?? 0;
  const put = await bia.call('PUT /operations/subscriptions/{id}/scheduling', {
    params: { id },
    body: { hourId, reason: 'Pediu por telefone.' },
  });
  expect(put.status).toBe(200);
  return { id, hourId };
}
const mark = (client: Client, of: { id: number; hourId: number }, present: boolean) =>
  client.call('PUT /operations/schedules/{hourId}/roll/{id}', { params: of, body: { present } });
const lineOf = async ({ id, hourId }: { id: number; hourId: number }, client = bia) =>
  (await client.call('GET /operations/schedules/{hourId}/roll', { params: { hourId } })).body.find(
    ({ subscriptionId }) => subscriptionId === id,
  );

it('the last mark counts, names its author, moves nothing, and ends with the result', async () => {
  const one = await booked();
  expect(await lineOf(one)).toMatchObject({
    present: null,
    markedBy: null,
    hasNeeds: false,
    state: 'booked',
  });
  expect((await mark(hana, one, true)).status).toBe(204);
  expect((await mark(bia, one, false)).status).toBe(204);
  expect(await lineOf(one, hana)).toMatchObject({
    ...{ present: false, markedBy: 'Pessoa da Equipe', state: 'booked', accessibility: null },
  });
  const { body: slot } = await bia.call('GET /operations/schedules/{hourId}', {
    params: { hourId: one.hourId },
  });
  expect(slot).toMatchObject({ id: one.hourId, minimum: expect.any(Number) });
  await bia.call('POST /operations/schedules/{hourId}/results', {
    params: { hourId: one.hourId },
    body: [{ subscriptionId: one.id, present: true, score: 900 }],
  });
  expect((await mark(hana, one, true)).body).toMatchObject({ code: 'STATE_CONFLICT' });
});

it('people who enter results can read them from a spreadsheet, with errors by line, and nothing is written', async () => {
  const one = await booked();
  const rows = [
    ['inscricao', 'presente', 'nota'],
    [one.id, 'sim', 640],
    [1, 'sim', 640],
  ];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Prova');
  const file = (write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer).toString('base64');
  const read = (client: Client, body: { file: string }) =>
    client.call('POST /operations/schedules/{hourId}/results-file', { params: { hourId: one.hourId }, body });
  expect((await read(bia, { file })).body).toEqual({
    rows: [{ line: 2, subscriptionId: one.id, present: true, score: 640, essayScore: null }],
    problems: [{ line: 3, message: 'a inscrição 1 não está neste horário.' }],
  });
  expect((await lineOf(one))?.state).toBe('booked');
  expect((await read(bia, { file: 'bm90YQ==' })).body).toMatchObject({ rows: [], problems: [{ line: 1 }] });
  expect((await read(hana, { file })).status).toBe(403);
});

it('people who are not on the roll cannot be marked, and another institution marks nobody', async () => {
  const [one, other] = [await booked(), await applicant()];
  expect((await mark(hana, { hourId: one.hourId, id: other.id }, true)).status).toBe(404);
  const far = (await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }])).client;
  expect((await mark(far, one, true)).status).toBe(404);
});
