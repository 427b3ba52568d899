import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../../testing/applicant.ts';
import {
  askScore,
  examCandidate,
  examFault,
  moveClocks,
  outcome,
  type Someone,
  scoreOf,
  shownTo,
  statusOf,
} from '../../testing/exam-scores.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { upload } from '../../testing/requests.ts';
import { examScoreJob } from './exam-score/job.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await at(T0);
  await fault('ok');
});

const at = (now: string) => moveClocks(harness, now);
const fault = (mode: 'down' | 'ok') => examFault(harness, mode);
const LATER = '2026-01-12T10:20:00-03:00';
const on = () => harness.platform.db.tenant(1);
const candidate = (...how: Parameters<typeof examCandidate> extends [unknown, ...infer R] ? R : never) =>
  examCandidate(harness, ...how);
const without = <T>(work: () => Promise<T>) => withoutTrace(harness, work);
const currentStep = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } })).body.find(
    ({ state }) => state === 'current',
  )?.code;
const messages = async ({ id }: Someone) =>
  (
    await on().many<{ notice: string }>(sql`
      select template || coalesce(' ' || (data ->> 'variante'), '') as notice from notification
      where tenant_id = 1 and subscription_id = ${id} and channel = 'email' order by id`)
  ).map(({ notice }) => notice);
const lookUpId = async ({ id }: Someone) =>
  (
    await on().one<{ id: number }>(sql`
      select id from exam_score where tenant_id = 1 and subscription_id = ${id} and set_aside_at is null`)
  )?.id ?? 0;
const SCORES = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
type Decision = { state: 'approved' | 'rejected' | 'not-found'; scores?: typeof SCORES | null };
const decide = (id: number, body: Decision) =>
  harness.operations.call('POST /operations/exam-scores/{id}/result', { params: { id }, body });

describe('looking up an exam score', () => {
  it('requires twelve digits and a year from the list', async () => {
    const one = await candidate();
    await without(async () => {
      expect((await askScore(one, '25100000')).body.errors).toEqual([
        { field: 'registration', message: 'Informe os 12 dígitos.' },
      ]);
      expect((await askScore(one, '', 2009)).body.errors).toEqual([
        { field: 'registration', message: 'Obrigatório.' },
        { field: 'year', message: 'Selecione uma opção.' },
      ]);
      expect((await askScore(one, '251000000005', 2026)).body.errors?.[0]?.field).toBe('year');
    });
    expect(await scoreOf(one)).toEqual({
      state: 'none',
      registration: null,
      year: null,
      scores: null,
      average: null,
      expectedBy: null,
      attemptsLeft: 3,
      years: { oldest: 2010, latest: 2025 },
    });
  });

  it('waits 20 minutes and approves (TR-40)', async () => {
    const one = await candidate();
    const asked = await askScore(one, '251000000005');
    expect([asked.status, asked.body]).toEqual([
      202,
      {
        state: 'analysing',
        registration: '251000000005',
        year: 2025,
        scores: null,
        average: null,
        expectedBy: LATER,
        attemptsLeft: 3,
        years: { oldest: 2010, latest: 2025 },
      },
    ]);
    expect(await currentStep(one)).toBe('assessment');
    expect(outcome(await without(() => askScore(one, '251000000005')))).toEqual([409, 'ALREADY_ANALYSING']);
    await at('2026-01-12T10:19:00-03:00');
    expect((await scoreOf(one)).state).toBe('analysing');
    await at(LATER);
    expect(await scoreOf(one)).toMatchObject({
      state: 'approved',
      scores: SCORES,
      average: 620,
      attemptsLeft: 2,
    });
    expect((await statusOf(one)).history.at(-1)).toMatchObject({
      from: 1,
      to: 3,
      event: 'exam-score-approved',
      actor: 'system',
    });
    expect(await messages(one)).toEqual(['N-05', 'N-13 resultado', 'N-09']);
    const events = await on().many<{ state: string }>(sql`
      select data ->> 'state' as state from outbox_event
      where tenant_id = 1 and subscription_id = ${one.id} and type = 'exam-score.updated' order by id`);
    expect(events.map(({ state }) => state)).toEqual(['analysing', 'approved']);
    expect(outcome(await without(() => askScore(one, '251000000005')))).toEqual([
      409,
      'TRANSITION_NOT_ALLOWED',
    ]);
  });

  it('rejects a low average and a zero in the essay (TR-41)', async () => {
    const low = await candidate();
    const zero = await candidate();
    await askScore(low, '251000000001');
    await askScore(zero, '251000000002');
    await at(LATER);
    expect(await scoreOf(low)).toMatchObject({ state: 'rejected', average: 380 });
    expect(await scoreOf(zero)).toMatchObject({ state: 'rejected', average: 560 });
    for (const one of [low, zero]) {
      expect((await statusOf(one)).status).toBe(9);
      expect(await messages(one)).toEqual(['N-05', 'N-13 resultado', 'N-10']);
      expect((await shownTo(one)).permissions.switchIngress).toBe(true);
    }
  });

  it('does not find an unknown number, nor that of a person who took the exam for training', async () => {
    const unknown = await candidate();
    const trainee = await candidate();
    await askScore(unknown, '251000000000');
    await askScore(trainee, '251000000098');
    await at(LATER);
    for (const one of [unknown, trainee]) {
      expect(await scoreOf(one)).toMatchObject({ state: 'not-found', scores: null, attemptsLeft: 2 });
      expect((await statusOf(one)).status).toBe(1);
      expect(await currentStep(one)).toBe('assessment');
      expect(await messages(one)).toEqual(['N-05', 'N-13 nao-encontrada']);
    }
  });

  it('fails at once when the source is down; such an attempt does not count', async () => {
    const one = await candidate();
    expect(outcome(await askScore(one, '251000000009'))).toEqual([503, 'EXAM_LOOKUP_FAILED']);
    expect(await scoreOf(one)).toMatchObject({ state: 'failed', attemptsLeft: 3 });
    await fault('down');
    const refused = await askScore(one, '251000000005');
    expect(refused.body).toMatchObject({
      code: 'EXAM_LOOKUP_FAILED',
      message: 'Não foi possível consultar sua nota do ENEM. Tente de novo.',
    });
    await fault('ok');
    expect(await messages(one)).toEqual(['N-05']);
    expect((await askScore(one, '251000000005')).status).toBe(202);
  });

  it('starts once, however many requests arrive at the same moment', async () => {
    const one = await candidate();
    const answers = await Promise.all([1, 2, 3].map(() => askScore(one, '251000000005')));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  });

  it('allows three answers', async () => {
    const one = await candidate();
    for (const [n, minute] of [20, 40, 59].entries()) {
      expect((await askScore(one, '251000000000')).status).toBe(202);
      if (n === 2) await at('2026-01-12T11:05:00-03:00');
      else await at(`2026-01-12T10:${minute}:00-03:00`);
    }
    expect((await scoreOf(one)).attemptsLeft).toBe(0);
    expect(outcome(await without(() => askScore(one, '251000000005')))).toEqual([409, 'NO_ATTEMPTS']);
  });

  it('is retried, marked late, and given up after a day without an answer', async () => {
    const one = await candidate();
    await askScore(one, '251000000005');
    await fault('down');
    await at(LATER);
    await at('2026-01-12T18:00:00-03:00');
    expect(await scoreOf(one)).toMatchObject({ state: 'analysing', expectedBy: LATER });
    await at('2026-01-13T10:00:00-03:00');
    expect(await scoreOf(one)).toMatchObject({ state: 'failed', attemptsLeft: 3 });
    expect(await messages(one)).toEqual(['N-05', 'N-13 falha']);
    expect((await statusOf(one)).status).toBe(1);
    await fault('ok');
  });

  it('keeps the end of the intake from ending the application (TR-86), and adds the days a late answer costs', async () => {
    await at('2026-02-13T23:50:00-03:00');
    const one = await candidate();
    const idle = await candidate();
    await askScore(one, '251000000000');
    await fault('down');
    await at('2026-02-14T00:30:00-03:00');
    expect([(await statusOf(one)).status, (await statusOf(idle)).status]).toEqual([1, 13]);
    await fault('ok');
    await at('2026-02-14T00:40:00-03:00');
    expect(await scoreOf(one)).toMatchObject({ state: 'not-found' });
    expect((await askScore(one, '251000000005')).status).toBe(202);
    await at('2026-02-14T01:00:00-03:00');
    expect((await statusOf(one)).status).toBe(3);
  });

  it('gives one answer on two nodes, and nothing for an application that has ended', async () => {
    const one = await candidate();
    const gone = await candidate();
    await askScore(one, '251000000005');
    await askScore(gone, '251000000005');
    const params = { id: gone.id };
    await gone.client.call('PUT /candidate/subscriptions/{id}/status', { params, body: { status: 13 } });
    await fault('down');
    await at(LATER);
    await fault('ok');
    harness.clock.set(new Date('2026-01-12T10:21:00-03:00'));
    const done = await Promise.all([examScoreJob.run(harness.platform), examScoreJob.run(harness.platform)]);
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect((await messages(one)).filter((notice) => notice.startsWith('N-13'))).toHaveLength(1);
    expect(await messages(gone)).not.toContain('N-13 resultado');
    expect((await statusOf(gone)).status).toBe(13);
    expect((await scoreOf(gone)).state).toBe('failed');
  });

  it('is only for applications by exam score', async () => {
    for (const one of [await candidate('online-essay'), await candidate('none', 3)]) {
      expect(outcome(await without(() => askScore(one, '251000000005')))).toEqual([
        409,
        'TRANSITION_NOT_ALLOWED',
      ]);
      expect((await scoreOf(one)).state).toBe('none');
    }
  });
});

describe('the bulletin', () => {
  it('is requested after a look-up without result, and sends the application to its review (TR-42)', async () => {
    const one = await candidate();
    const documents = async () =>
      (
        await one.client.call('GET /candidate/subscriptions/{id}/documents', {
          params: { id: one.id },
          query: { stage: 'selection' },
        })
      ).body;
    expect(await documents()).toEqual([]);
    await askScore(one, '251000000000');
    await at(LATER);
    const [bulletin] = await documents();
    expect(bulletin).toMatchObject({ name: 'Boletim de desempenho', required: true, state: 'pending' });
    const sent = await upload(one.client, one.id, bulletin?.documentId ?? 0);
    expect(sent.status).toBe(201);
    expect((await statusOf(one)).history.at(-1)).toMatchObject({
      from: 1,
      to: 10,
      event: 'exam-score-bulletin-required',
      actor: 'candidate',
    });
    expect(await currentStep(one)).toBe('assessment');
    await harness.platform.jobs.run('scan');
    const { body: list } = await harness.operations.call('GET /operations/exam-scores', {
      query: { state: 'not-found' },
    });
    const row = list.data.find(({ subscriptionId }) => subscriptionId === one.id);
    expect(row).toMatchObject({
      registration: '251000000000',
      year: 2025,
      bulletinFileId: (sent.body as { fileId: number }).fileId,
    });
    const { body: reviewed } = await harness.operations.call('POST /operations/documents/{id}/review', {
      params: { id: bulletin?.documentId ?? 0 },
      body: { decision: 'approved' },
    });
    expect(reviewed.status).toBe(10);
    const done = await decide(row?.id ?? 0, { state: 'approved', scores: SCORES });
    expect(done.body).toEqual({ id: row?.id, state: 'approved', subscriptionId: one.id, status: 3 });
    expect(await scoreOf(one)).toMatchObject({ state: 'approved', average: 620 });
  });

  it('may also lead to a rejection (TR-41 from 10)', async () => {
    const one = await candidate();
    await askScore(one, '251000000000');
    await at(LATER);
    await placeAt(harness, one.id, 10);
    const done = await decide(await lookUpId(one), { state: 'rejected', scores: { ...SCORES, essay: 0 } });
    expect(done.body).toMatchObject({ state: 'rejected', status: 9 });
    expect((await statusOf(one)).history.at(-1)).toMatchObject({ from: 10, to: 9, actor: 'operations' });
  });
});

describe('decisions by the institution', () => {
  it('accept scores that match the state, and each look-up once', async () => {
    const one = await candidate();
    await askScore(one, '251000000005');
    const id = await lookUpId(one);
    await without(async () => {
      const errors = async (body: Decision) =>
        (await decide(id, body)).body.errors?.map(({ field }) => field);
      expect(await errors({ state: 'approved' })).toEqual(['scores']);
      expect(await errors({ state: 'approved', scores: { ...SCORES, essay: 0.55 } })).toEqual([
        'scores.essay',
      ]);
      expect(await errors({ state: 'approved', scores: { ...SCORES, essay: 0 } })).toEqual(['state']);
      expect(await errors({ state: 'rejected', scores: SCORES })).toEqual(['state']);
    });
    expect((await decide(id, { state: 'not-found' })).body).toMatchObject({ state: 'not-found', status: 1 });
    const again = await without(() => decide(id, { state: 'not-found' }));
    expect(again.body).toMatchObject({ code: 'STATE_CONFLICT', state: 'not-found', status: 1 });
    expect((await decide(id, { state: 'approved', scores: SCORES })).body.status).toBe(3);
    const late = await without(() => decide(id, { state: 'approved', scores: SCORES }));
    expect(late.body).toMatchObject({ code: 'STATE_CONFLICT', state: 'approved', status: 3 });
    // A later response of the source changes nothing.
    await at(LATER);
    expect(await messages(one)).toEqual(['N-05', 'N-13 nao-encontrada', 'N-13 resultado', 'N-09']);
  });

  it('refuse applications of another type or status', async () => {
    const one = await candidate();
    const extension = await candidate('none', 3);
    await askScore(one, '251000000005');
    const id = await lookUpId(one);
    for (const status of [2, 9, 13]) {
      await placeAt(harness, one.id, status);
      const refused = await without(() => decide(id, { state: 'approved', scores: SCORES }));
      expect(refused.body).toMatchObject({ code: 'STATE_CONFLICT', status });
    }
    await on().one(sql`
      update exam_score set subscription_id = ${extension.id} where tenant_id = 1 and id = ${id} returning id`);
    const refused = await without(() => decide(id, { state: 'approved', scores: SCORES }));
    expect(refused.body).toMatchObject({ code: 'STATE_CONFLICT', status: 3 });
  });
});
