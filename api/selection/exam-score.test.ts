import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../testing/applicant.ts';
import { fingerprint, touched } from '../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../testing/harness.ts';
import { signUp, upload, writeEssay } from '../testing/journey.ts';
import { inventedPerson } from '../testing/people.ts';
import { examScoreJob } from './exam-score/job.ts';

let harness: Harness;
let count = 9000;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await at(T0);
  await fault('ok');
});

/** Moves the clocks of product and sandbox; going forward runs the jobs. */
const at = async (now: string) => {
  const answer = await harness.operations.call('PUT /operations/simulator/clock', { body: { now } });
  expect(answer.status).toBe(200);
};
const LATER = '2026-01-12T10:20:00-03:00';
const fault = (mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'exam-score', mode } });
const on = () => harness.house.db.tenant(1);

type Kind = 'exam-score' | 'online-essay' | 'scheduled-test' | 'none';
async function applyFor(client: Client, ingress: Kind, type: 1 | 3 = 1) {
  const query = { type, ingress, q: type === 1 ? 'administra' : 'excel' };
  const { body } = await client.call('GET /candidate/offers', { query });
  const offer = body.data[0];
  const courseId = offer?.courses[0]?.id ?? 0;
  const params = { offerId: offer?.id ?? 0 };
  const poles = await client.call('GET /candidate/offers/{offerId}/poles', {
    params,
    query: { c: courseId },
  });
  const made = await client.call('POST /candidate/subscriptions', {
    headers: { 'x-institution-code': 'CUA01' },
    body: {
      offerId: params.offerId,
      courseId,
      poleId: poles.body[0]?.id ?? 0,
      schooling: { level: 'high-school' },
    },
  });
  expect(made.status).toBe(201);
  return made.body;
}
async function candidate(ingress: Kind = 'exam-score', type: 1 | 3 = 1) {
  count += 1;
  const client = harness.visitor();
  const who = await signUp(client, inventedPerson(count));
  const { id } = await applyFor(client, ingress, type);
  return { client, id, who };
}
type Someone = { client: Client; id: number };

const ask = ({ client, id }: Someone, registration: string, year = 2025) =>
  client.call('POST /candidate/subscriptions/{id}/exam-score', {
    params: { id },
    body: { registration, year },
  });
const score = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/exam-score', { params: { id } })).body;
const statusOf = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body;
const shown = async ({ client, id }: Someone) => {
  const { payloadToken } = (await client.call('GET /candidate/users/check/')).body;
  const params = { uuid: payloadToken.uuid, id };
  return (await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params })).body;
};
const turn = ({ client, id }: Someone, kind: 'exam-score' | 'online-essay' | 'scheduled-test') =>
  client.call('POST /candidate/subscriptions/{id}/ingress-switch', { params: { id }, body: { kind } });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const currentStep = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } })).body.find(
    ({ state }) => state === 'current',
  )?.code;
const messages = async ({ id }: Someone) =>
  (
    await on().many<{ told: string }>(sql`
      select template || coalesce(' ' || (data ->> 'variante'), '') as told from notification
      where tenant_id = 1 and subscription_id = ${id} and channel = 'email' order by id`)
  ).map(({ told }) => told);
const lookUpId = async ({ id }: Someone) =>
  (
    await on().one<{ id: number }>(sql`
      select id from exam_score where tenant_id = 1 and subscription_id = ${id} and set_aside_at is null`)
  )?.id ?? 0;
const SCORES = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
type Decision = { state: 'approved' | 'rejected' | 'not-found'; scores?: typeof SCORES | null };
const decide = (id: number, body: Decision) =>
  harness.operations.call('POST /operations/exam-scores/{id}/result', { params: { id }, body });
/** Runs what must leave no trace. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  const before = await fingerprint(harness.house);
  const result = await work();
  expect(touched(before, await fingerprint(harness.house))).toEqual([]);
  return result;
}

describe('looking up', () => {
  it('wants twelve digits and a year of the list', async () => {
    const one = await candidate();
    await without(async () => {
      expect((await ask(one, '25100000')).body.errors).toEqual([
        { field: 'registration', message: 'Informe os 12 dígitos.' },
      ]);
      expect((await ask(one, '', 2009)).body.errors).toEqual([
        { field: 'registration', message: 'Obrigatório.' },
        { field: 'year', message: 'Selecione uma opção.' },
      ]);
      expect((await ask(one, '251000000005', 2026)).body.errors?.[0]?.field).toBe('year');
    });
    expect(await score(one)).toEqual({
      state: 'none',
      registration: null,
      year: null,
      scores: null,
      average: null,
      expectedBy: null,
      attemptsLeft: 3,
    });
  });

  it('waits 20 minutes and approves (TR-40)', async () => {
    const one = await candidate();
    const asked = await ask(one, '251000000005');
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
      },
    ]);
    expect(await currentStep(one)).toBe('analysis');
    expect(outcome(await without(() => ask(one, '251000000005')))).toEqual([409, 'ALREADY_ANALYSING']);
    await at('2026-01-12T10:19:00-03:00');
    expect((await score(one)).state).toBe('analysing');
    await at(LATER);
    expect(await score(one)).toMatchObject({
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
    expect(outcome(await without(() => ask(one, '251000000005')))).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
  });

  it('rejects a low average and a zero in the essay (TR-41)', async () => {
    const low = await candidate();
    const zero = await candidate();
    await ask(low, '251000000001');
    await ask(zero, '251000000002');
    await at(LATER);
    expect(await score(low)).toMatchObject({ state: 'rejected', average: 380 });
    expect(await score(zero)).toMatchObject({ state: 'rejected', average: 560 });
    for (const one of [low, zero]) {
      expect((await statusOf(one)).status).toBe(9);
      expect(await messages(one)).toEqual(['N-05', 'N-13 resultado', 'N-10']);
      expect((await shown(one)).permissions.switchIngress).toBe(true);
    }
  });

  it('does not find an unknown number, nor that of somebody who only trained', async () => {
    const unknown = await candidate();
    const trainee = await candidate();
    await ask(unknown, '251000000000');
    await ask(trainee, '251000000098');
    await at(LATER);
    for (const one of [unknown, trainee]) {
      expect(await score(one)).toMatchObject({ state: 'not-found', scores: null, attemptsLeft: 2 });
      expect((await statusOf(one)).status).toBe(1);
      expect(await currentStep(one)).toBe('assessment');
      expect(await messages(one)).toEqual(['N-05', 'N-13 nao-encontrada']);
    }
  });

  it('is told at once when the source is away; such a try does not count', async () => {
    const one = await candidate();
    expect(outcome(await ask(one, '251000000009'))).toEqual([503, 'EXAM_LOOKUP_FAILED']);
    expect(await score(one)).toMatchObject({ state: 'failed', attemptsLeft: 3 });
    await fault('down');
    const refused = await ask(one, '251000000005');
    expect(refused.body).toMatchObject({
      code: 'EXAM_LOOKUP_FAILED',
      message: 'Não foi possível consultar sua nota do ENEM. Tente novamente.',
    });
    await fault('ok');
    expect(await messages(one)).toEqual(['N-05']);
    expect((await ask(one, '251000000005')).status).toBe(202);
  });

  it('ends after three answers', async () => {
    const one = await candidate();
    for (const [n, minute] of [20, 40, 59].entries()) {
      expect((await ask(one, '251000000000')).status).toBe(202);
      if (n === 2) await at('2026-01-12T11:05:00-03:00');
      else await at(`2026-01-12T10:${minute}:00-03:00`);
    }
    expect((await score(one)).attemptsLeft).toBe(0);
    expect(outcome(await without(() => ask(one, '251000000005')))).toEqual([409, 'NO_ATTEMPTS']);
  });

  it('is asked for on, late, and given up after a day without an answer', async () => {
    const one = await candidate();
    await ask(one, '251000000005');
    await fault('down');
    await at(LATER);
    await at('2026-01-12T18:00:00-03:00');
    expect(await score(one)).toMatchObject({ state: 'analysing', expectedBy: LATER });
    await at('2026-01-13T10:00:00-03:00');
    expect(await score(one)).toMatchObject({ state: 'failed', attemptsLeft: 3 });
    expect(await messages(one)).toEqual(['N-05', 'N-13 falha']);
    expect((await statusOf(one)).status).toBe(1);
    await fault('ok');
  });

  it('keeps the intake from ending it (TR-86), and gives the days a late answer costs', async () => {
    await at('2026-02-13T23:50:00-03:00');
    const one = await candidate();
    const idle = await candidate();
    await ask(one, '251000000000');
    await fault('down');
    await at('2026-02-14T00:30:00-03:00');
    expect([(await statusOf(one)).status, (await statusOf(idle)).status]).toEqual([1, 13]);
    await fault('ok');
    await at('2026-02-14T00:40:00-03:00');
    expect(await score(one)).toMatchObject({ state: 'not-found' });
    expect((await ask(one, '251000000005')).status).toBe(202);
    await at('2026-02-14T01:00:00-03:00');
    expect((await statusOf(one)).status).toBe(3);
  });

  it('is one answer on two nodes, and nothing for an application that has ended', async () => {
    const one = await candidate();
    const gone = await candidate();
    await ask(one, '251000000005');
    await ask(gone, '251000000005');
    const params = { id: gone.id };
    await gone.client.call('PUT /candidate/subscriptions/{id}/status', { params, body: { status: 12 } });
    await fault('down');
    await at(LATER);
    await fault('ok');
    harness.clock.set(new Date('2026-01-12T10:21:00-03:00'));
    const done = await Promise.all([examScoreJob.run(harness.house), examScoreJob.run(harness.house)]);
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect((await messages(one)).filter((told) => told.startsWith('N-13'))).toHaveLength(1);
    expect(await messages(gone)).not.toContain('N-13 resultado');
    expect((await statusOf(gone)).status).toBe(13);
    expect((await score(gone)).state).toBe('failed');
  });

  it('belongs to applications by exam score', async () => {
    for (const one of [await candidate('online-essay'), await candidate('none', 3)]) {
      expect(outcome(await without(() => ask(one, '251000000005')))).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
      expect((await score(one)).state).toBe('none');
    }
  });
});

describe('the bulletin', () => {
  it('is asked for after a look-up without result, and sends the application to its review (TR-42)', async () => {
    const one = await candidate();
    const documents = async () =>
      (
        await one.client.call('GET /candidate/subscriptions/{id}/documents', {
          params: { id: one.id },
          query: { stage: 'selection' },
        })
      ).body;
    expect(await documents()).toEqual([]);
    await ask(one, '251000000000');
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
    expect(await currentStep(one)).toBe('analysis');
    await harness.house.jobs.run('scan');
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
    expect(await score(one)).toMatchObject({ state: 'approved', average: 620 });
  });

  it('may give a refusal too (TR-41 from 10)', async () => {
    const one = await candidate();
    await ask(one, '251000000000');
    await at(LATER);
    await placeAt(harness, one.id, 10);
    const done = await decide(await lookUpId(one), { state: 'rejected', scores: { ...SCORES, essay: 0 } });
    expect(done.body).toMatchObject({ state: 'rejected', status: 9 });
    expect((await statusOf(one)).history.at(-1)).toMatchObject({ from: 10, to: 9, actor: 'operations' });
  });
});

describe('decisions by the institution', () => {
  it('take scores that say the same as the state, and each look-up once', async () => {
    const one = await candidate();
    await ask(one, '251000000005');
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
    // What the source has ready later changes nothing.
    await at(LATER);
    expect(await messages(one)).toEqual(['N-05', 'N-13 nao-encontrada', 'N-13 resultado', 'N-09']);
  });

  it('reach no application of another type or status', async () => {
    const one = await candidate();
    const extension = await candidate('none', 3);
    await ask(one, '251000000005');
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

describe('changing the form of ingress (TR-43)', () => {
  it('goes to the essay and back, each time anew', async () => {
    const one = await candidate();
    await ask(one, '251000000001');
    await at(LATER);
    const essay = await turn(one, 'online-essay');
    expect([essay.status, essay.body.applicationType, essay.body.subscriptionStatus]).toEqual([
      200,
      'essay',
      1,
    ]);
    expect(essay.body.offer.ingressMode.kind).toBe('online-essay');
    expect((await statusOf(one)).history.at(-1)).toMatchObject({ from: 9, to: 1, event: 'ingress-switched' });
    const essayId = await writeEssay(one.client, one.id);
    const back = await turn(one, 'exam-score');
    expect([back.body.applicationType, back.body.offer.ingressMode.kind]).toEqual([
      'graduation',
      'exam-score',
    ]);
    expect(await score(one)).toMatchObject({ state: 'none', attemptsLeft: 2 });
    const text = await one.client.call('GET /candidate/subscriptions/essays/{essayId}', {
      params: { essayId },
    });
    expect(text.body.state).toBe('withdrawn');
    expect((await ask(one, '251000000005')).status).toBe(202);
    await at('2026-01-12T10:40:00-03:00');
    expect((await statusOf(one)).status).toBe(3);
  });

  it('gives up a look-up under way and the bulletin', async () => {
    const one = await candidate();
    await ask(one, '251000000000');
    await at(LATER);
    const list = () =>
      one.client.call('GET /candidate/subscriptions/{id}/documents', { params: { id: one.id } });
    const documentId = (await list()).body[0]?.documentId ?? 0;
    await upload(one.client, one.id, documentId);
    await ask(one, '251000000005');
    expect((await turn(one, 'online-essay')).body.subscriptionStatus).toBe(1);
    expect((await list()).body).toMatchObject([{ required: false, state: 'waived', files: [] }]);
    await at('2026-01-12T10:45:00-03:00');
    expect((await statusOf(one)).status).toBe(1);
    await turn(one, 'exam-score');
    await ask(one, '251000000000');
    await at('2026-01-12T11:06:00-03:00');
    expect((await list()).body).toMatchObject([{ required: true, state: 'pending' }]);
  });

  it('by number 1 goes to the only other kind', async () => {
    const one = await candidate();
    await ask(one, '251000000001');
    await at(LATER);
    const answer = await one.client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id: one.id },
      body: { status: 1 },
    });
    expect(answer.status).toBe(204);
    expect((await shown(one)).applicationType).toBe('essay');
  });

  it('fails where nothing else is offered, or not with this course and pole', async () => {
    const one = await candidate();
    await without(async () => {
      expect(outcome(await turn(one, 'scheduled-test'))).toEqual([409, 'OFFER_CHANGE_FAILED']);
      expect(outcome(await turn(one, 'exam-score'))).toEqual([409, 'INGRESS_SWITCH_FAILED']);
    });
    const essay = await candidate('online-essay');
    const enem = (value: boolean) =>
      on().one(sql`
        update parameter set value = ${JSON.stringify(value)}::jsonb
        where tenant_id = 1 and internal_value = 'EnemCheckEnabled' and level = 'institution' returning owner_id`);
    await enem(false);
    expect(outcome(await without(() => turn(essay, 'exam-score')))).toEqual([409, 'INGRESS_SWITCH_FAILED']);
    expect((await shown(essay)).permissions.switchIngress).toBe(false);
    await enem(true);
  });

  it('is closed in other states, to other types, after plagiarism, after the intake and twice', async () => {
    const extension = await candidate('none', 3);
    expect(outcome(await without(() => turn(extension, 'online-essay')))).toEqual([
      409,
      'TRANSITION_NOT_ALLOWED',
    ]);
    const one = await candidate();
    for (const status of [2, 3, 13]) {
      await placeAt(harness, one.id, status);
      const refused = await without(() => turn(one, 'online-essay'));
      expect(refused.body).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', status });
    }
    await placeAt(harness, one.id, 9);
    const suspended = (value: boolean) =>
      on().many(sql`update intake set suspended = ${value} where tenant_id = 1 returning id`);
    const cause = (value: boolean) =>
      on().one(sql`
        update subscription set no_retake = ${value} where tenant_id = 1 and id = ${one.id} returning id`);
    await cause(true);
    expect(outcome(await without(() => turn(one, 'online-essay')))).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
    await cause(false);
    await suspended(true);
    expect(outcome(await without(() => turn(one, 'online-essay')))).toEqual([409, 'INTAKE_INACTIVE']);
    await suspended(false);
    const second = await applyFor(one.client, 'online-essay');
    const refused = await without(() => turn(one, 'online-essay'));
    expect(refused.body).toMatchObject({ code: 'SUBSCRIPTION_EXISTS', id: second.id });
  });
});
