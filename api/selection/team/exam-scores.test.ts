import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askScore,
  examCandidate,
  examFault,
  moveClocks,
  type Someone,
  statusOf,
} from '../../../testing/exam-scores.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { upload } from '../../../testing/requests.ts';
import { staffIn } from '../../../testing/staff.ts';

let harness: Harness;
let bia: Client;
let caio: Client;
const CUA = { role: 'secretaria', institutions: ['CUA01'] } as const;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  bia = (await staffIn(harness, [{ ...CUA, institutions: ['CUA01'] }])).client;
  caio = (await staffIn(harness, [{ ...CUA, institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const SCORES = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
const LATER = '2026-01-12T10:20:00-03:00';
const on = () => harness.platform.db.tenant(1);

const lookUpOf = async ({ id }: Someone): Promise<number> =>
  (
    await on().one<{ id: number }>(sql`
      select id from exam_score where tenant_id = 1 and subscription_id = ${id} and set_aside_at is null`)
  )?.id ?? 0;
const waiting = async (client = bia): Promise<number[]> =>
  (
    await client.call('GET /operations/queues/{queue}', {
      params: { queue: 'exam-scores' },
      query: { pageSize: 100 },
    })
  ).body.data.map(({ itemId }) => itemId);
const page = async (id: number, client = bia) =>
  (await client.call('GET /operations/exam-scores/{id}', { params: { id } })).body;
type Given = { state: 'approved' | 'rejected' | 'not-found' | 'bulletin-refused' } & Record<string, unknown>;
const decide = (client: Client, id: number, body: Given) =>
  client.call('POST /operations/exam-scores/{id}/result', { params: { id }, body });

/** Person whose score was not found. */
async function notFound(): Promise<{ one: Someone; id: number }> {
  await moveClocks(harness, T0);
  const one = await examCandidate(harness);
  await askScore(one, '251000000000');
  await moveClocks(harness, LATER);
  return { one, id: await lookUpOf(one) };
}

/** Same as `notFound`, with a bulletin that can be reviewed. */
async function sent(): Promise<{ one: Someone; id: number }> {
  const who = await notFound();
  const { body } = await who.one.client.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: who.one.id },
    query: { stage: 'selection' },
  });
  await upload(who.one.client, who.one.id, body[0]?.documentId ?? 0);
  await harness.platform.jobs.run('scan');
  return who;
}

describe('a look-up waits for the team', () => {
  it('once the bulletin is in, and not before; the bulletin waits nowhere else', async () => {
    const { id } = await notFound();
    expect(await waiting()).not.toContain(id);
    const { id: withBulletin, one } = await sent();
    expect(await waiting()).toContain(withBulletin);
    const documents = await bia.call('GET /operations/queues/{queue}', {
      params: { queue: 'selection-documents' },
      query: { pageSize: 100 },
    });
    expect(documents.body.data.map(({ subscriptionId }) => subscriptionId)).not.toContain(one.id);
    expect(await page(withBulletin)).toMatchObject({
      ...{ state: 'not-found', open: true, inCheck: false, yearAccepted: true, bulletinState: 'sent' },
      files: [{ fileId: expect.any(Number) }],
      minimums: { average: expect.any(Number), essay: expect.any(Number) },
      work: { queue: 'exam-scores', claim: null },
    });
  });

  it('when its source did not answer, until another one is requested', async () => {
    await moveClocks(harness, T0);
    await examFault(harness, 'down');
    const one = await examCandidate(harness);
    await askScore(one, '251000000000');
    const id = await lookUpOf(one);
    expect(await waiting()).toContain(id);
    await examFault(harness, 'ok');
    await askScore(one, '251000000000');
    expect(await waiting()).not.toContain(id);
  });

  it('when its answer is late', async () => {
    await moveClocks(harness, T0);
    const one = await examCandidate(harness);
    await askScore(one, '251000000000');
    const id = await lookUpOf(one);
    expect(await waiting()).not.toContain(id);
    await examFault(harness, 'down');
    await moveClocks(harness, '2026-01-12T10:21:00-03:00');
    expect(await waiting()).toContain(id);
    await examFault(harness, 'ok');
  });
});

describe('a result entered by a person', () => {
  it('requires the version seen, counts once, and approves the bulletin with it', async () => {
    const { one, id } = await sent();
    const { version } = await page(id);
    expect((await decide(bia, id, { state: 'approved', scores: SCORES })).body).toMatchObject({
      code: 'VERSION_REQUIRED',
    });
    expect(
      (await decide(bia, id, { state: 'approved', scores: SCORES, version: version + 1 })).body,
    ).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    const [first, second] = await Promise.all([
      decide(bia, id, { state: 'approved', scores: SCORES, version }),
      decide(caio, id, { state: 'approved', scores: SCORES, version }),
    ]);
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    const lost = [first, second].find((answer) => answer?.status === 409);
    expect(lost?.body).toMatchObject({ code: 'STATE_CONFLICT', by: 'Pessoa da Equipe' });
    expect((await statusOf(one)).status).toBe(3);
    expect(await page(id)).toMatchObject({
      state: 'approved',
      open: false,
      bulletinState: 'approved',
      work: null,
    });
    expect(await waiting()).not.toContain(id);
  });

  it('cannot be entered over somebody else’s claim', async () => {
    const { id } = await sent();
    const { version } = await page(id);
    const held = await caio.call('POST /operations/claims', { body: { kind: 'exam-score', itemId: id } });
    expect(held.status).toBe(201);
    expect((await decide(bia, id, { state: 'approved', scores: SCORES, version })).body).toMatchObject({
      code: 'CLAIMED_BY_OTHER',
      by: 'Pessoa da Equipe',
    });
    expect((await decide(caio, id, { state: 'approved', scores: SCORES, version })).status).toBe(200);
  });

  it.each([
    ['more than 1000', { ...SCORES, essay: 1000.1 }],
    ['two decimals', { ...SCORES, languages: 640.25 }],
  ])('refuses %s', async (_what, scores) => {
    const { id } = await sent();
    const { version } = await page(id);
    expect((await decide(bia, id, { state: 'approved', scores, version })).status).toBe(422);
  });

  it('requests another bulletin with a reason for the candidate; the next one waits again', async () => {
    const { one, id } = await sent();
    const { version } = await page(id);
    expect((await decide(bia, id, { state: 'bulletin-refused', version })).status).toBe(422);
    const answer = await decide(bia, id, { state: 'bulletin-refused', reason: 'unreadable', version });
    expect(answer.body).toMatchObject({ state: 'bulletin-refused', status: 10 });
    expect(await waiting()).not.toContain(id);
    expect(await page(id)).toMatchObject({ state: 'not-found', bulletinState: 'rejected', open: true });
    const [row] = await on().many<{ template: string }>(sql`
      select template from notification where tenant_id = 1 and subscription_id = ${one.id} order by id desc limit 1`);
    expect(row?.template).toBe('N-24');
    const { body } = await one.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: one.id },
      query: { stage: 'selection' },
    });
    await upload(one.client, one.id, body[0]?.documentId ?? 0);
    await harness.platform.jobs.run('scan');
    expect(await waiting()).toContain(id);
  });
});

it('nobody without the permission sees a look-up', async () => {
  const { id } = await sent();
  const { client } = await staffIn(harness, [{ role: 'financeiro', institutions: ['CUA01'] }]);
  expect((await client.call('GET /operations/exam-scores/{id}', { params: { id } })).status).toBe(403);
  const far = (await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }])).client;
  expect((await far.call('GET /operations/exam-scores/{id}', { params: { id } })).status).toBe(404);
});
