// Longer than other files: writing, grading, review and refusal follow each other on the same applications.
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { essayOf } from '../../testing/bodies.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { apply, signUp, writeEssay } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { gradeEssay } from './grade.ts';
import { draftStatement } from './save-draft.ts';

// One long file, because all its tests share one product instance, whose start costs more than most of these tests.
let harness: Harness;
let platform: Platform;
let count = 5000;
beforeAll(async () => {
  harness = await startHarness();
  platform = harness.platform;
});
afterAll(() => harness.stop());
afterEach(() => harness.clock.set(new Date(T0)));

const at = (time: string) => harness.clock.set(new Date(`2026-01-12T${time}-03:00`));
const on = () => platform.db.tenant(1);

async function candidate() {
  const n = count++;
  const client = harness.visitor();
  client.headers = { 'x-forwarded-for': `10.2.${Math.floor(n / 250) % 250}.${n % 250}` };
  const who = await signUp(client, inventedPerson(n));
  const { id } = await apply(client);
  return { client, id, who };
}
const start = (client: Client, id: number, key: string = randomUUID(), rulesAccepted = true) =>
  client.call('POST /candidate/subscriptions/{id}/essays', {
    params: { id },
    headers: { 'idempotency-key': key },
    body: { rulesAccepted },
  });
const draft = (client: Client, essayId: number, text: { title: string; essay: string; revision: number }) =>
  client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', { params: { essayId }, body: text });
const finish = (
  client: Client,
  essayId: number,
  text: { title: string; essay: string },
  key: string = randomUUID(),
) =>
  client.call('POST /candidate/subscriptions/essays/{essayId}/finish', {
    params: { essayId },
    headers: { 'idempotency-key': key },
    body: text,
  });
const read = (client: Client, essayId: number) =>
  client.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } });
const grade = (essayId: number, score: number, hasPlagiarism = false) =>
  platform.db.write(1, (tx) =>
    gradeEssay(tx, platform, { essayId, score, hasPlagiarism, feedback: 'Bom texto.', grader: 'ops' }),
  );
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const messages = async (id: number) =>
  (
    await on().many<{ template: string }>(sql`
      select template from notification where tenant_id = 1 and subscription_id = ${id} and channel = 'email' order by id`)
  ).map(({ template }) => template);
const TEXT = () => ({ title: 'Meu título', essay: essayOf(180) });

describe('starting', () => {
  it('returns the rules, draws a theme and starts the clock', async () => {
    const { client, id } = await candidate();
    const before = await client.call('GET /candidate/subscriptions/{id}/essays', { params: { id } });
    expect(before.body).toEqual({
      attempts: [],
      attemptsLeft: 3,
      rules: { minutes: 60, minWords: 150, maxWords: 600, maxCharacters: 5000, titleMin: 3, titleMax: 100 },
    });
    const { status, body } = await start(client, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      subscriptionId: id,
      attempt: 1,
      state: 'in-progress',
      timedOut: false,
      title: null,
      essay: null,
      score: null,
      completedDate: null,
      dateNow: T0,
      startedAt: T0,
      deadline: '2026-01-12T11:00:00-03:00',
      autosaveSeconds: 30,
      revision: 0,
      theme: { title: expect.any(String), texts: expect.any(Array) },
    });
  });

  it("gives the autosave interval from the institution's parameter", async () => {
    await on().one(sql`insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'tenant', 0, 'EssayAutosaveSeconds', '12') returning owner_id`);
    const { client, id } = await candidate();
    expect((await start(client, id)).body.autosaveSeconds).toBe(12);
    await on().one(sql`delete from parameter
      where tenant_id = 1 and internal_value = 'EssayAutosaveSeconds' returning 1 as one`);
  });

  it('starts once per idempotency key and one at a time', async () => {
    const { client, id } = await candidate();
    const key = randomUUID();
    const [first, second] = await Promise.all([start(client, id, key), start(client, id, key)]);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body.id).toBe(first?.body.id);
    const other = await start(client, id);
    expect([...outcome(other), other.body.id]).toEqual([409, 'ESSAY_IN_PROGRESS', first?.body.id]);
    expect(outcome(await start((await candidate()).client, id))).toEqual([404, 'NOT_FOUND']);
  });

  it('requires the rules to be accepted', async () => {
    const { client, id } = await candidate();
    const answer = await start(client, id, randomUUID(), false);
    expect(answer.body.errors).toEqual([{ field: 'rulesAccepted', message: 'Obrigatório.' }]);
  });
});

describe('drafts', () => {
  it('stores the text and counts words', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    at('10:05:00');
    const saved = await draft(client, essay.id, { ...TEXT(), revision: 0 });
    expect(saved.body).toEqual({
      revision: 1,
      savedAt: '2026-01-12T10:05:00-03:00',
      wordCount: 180,
      dateNow: '2026-01-12T10:05:00-03:00',
    });
    expect((await read(client, essay.id)).body).toMatchObject({ title: 'Meu título', revision: 1 });
  });

  it('answers a retry whose first answer was lost, and refuses an outdated browser window', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    const text = { title: 'Um', essay: 'curto', revision: 0 };
    expect((await draft(client, essay.id, text)).body.revision).toBe(1);
    expect((await draft(client, essay.id, text)).body.revision).toBe(1);
    const stale = await draft(client, essay.id, { ...text, essay: 'outro' });
    expect([...outcome(stale), stale.body]).toMatchObject([409, 'STALE_REVISION', { revision: 1 }]);
    const both = await Promise.all([
      draft(client, essay.id, { ...text, essay: 'a', revision: 1 }),
      draft(client, essay.id, { ...text, essay: 'b', revision: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses only texts that are too long, in characters as a person counts them', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    const long = await draft(client, essay.id, {
      title: 'T'.repeat(101),
      essay: '😀'.repeat(5001),
      revision: 0,
    });
    expect(long.body.errors).toEqual([
      { field: 'title', message: 'Máximo de 100 caracteres.' },
      { field: 'essay', message: 'Máximo de 5000 caracteres.' },
    ]);
    expect((await draft(client, essay.id, { title: '', essay: '😀'.repeat(5000), revision: 0 })).status).toBe(
      200,
    );
  });

  it('S22: accepts a text in transit for 30 seconds and no longer', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    at('11:00:30');
    expect((await draft(client, essay.id, { title: 'Um', essay: 'curto', revision: 0 })).status).toBe(200);
    at('11:00:31');
    const late = await draft(client, essay.id, { title: 'Um', essay: 'tarde', revision: 1 });
    expect(outcome(late)).toEqual([409, 'ESSAY_TIMED_OUT']);
    expect(outcome(await finish(client, essay.id, TEXT()))).toEqual([409, 'ESSAY_TIMED_OUT']);
    expect((await read(client, essay.id)).body).toMatchObject({
      state: 'timed-out',
      timedOut: true,
      essay: 'curto',
    });
  });

  it('answers 404 to other people, whatever they send', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    const other = await candidate();
    expect((await draft(other.client, essay.id, { ...TEXT(), revision: 0 })).status).toBe(404);
    expect((await draft(other.client, essay.id, {} as never)).status).toBe(404);
    expect((await draft(client, essay.id, {} as never)).status).toBe(422);
    expect((await read(other.client, essay.id)).status).toBe(404);
    expect((await finish(other.client, essay.id, TEXT())).status).toBe(404);
  });

  it('is looked up with an index', async () => {
    const plan = await platform.db.write(1, async (tx) => {
      await tx.one(sql`select set_config('enable_seqscan', 'off', true)`);
      const who = { personId: 1, onlySubscription: null, institutionCode: null };
      const { text, values } = draftStatement(1, 7001, who, { ...TEXT(), revision: 0 }, harness.clock.now());
      const parts = text.split(/\$\d+/);
      return tx.many<Record<string, string>>(sql([`explain ${parts[0]}`, ...parts.slice(1)], ...values));
    });
    const lines = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(lines).toMatch(/Index Scan using essay_\w+ on essay/);
    expect(lines).not.toMatch(/Seq Scan on (essay|subscription)\b/);
  });
});

describe('finishing', () => {
  it('checks the limits, delivers once and emits one event', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    const short = await finish(client, essay.id, { title: '', essay: essayOf(149) });
    expect(short.body.errors).toEqual([
      { field: 'title', message: 'Obrigatório.' },
      { field: 'essay', message: 'A redação deve ter no mínimo 150 palavras.' },
    ]);
    at('10:30:00');
    const key = randomUUID();
    const text = TEXT();
    const [done, again] = await Promise.all([
      finish(client, essay.id, text, key),
      finish(client, essay.id, text, key),
    ]);
    expect(done?.body).toEqual({ state: 'finished', completedDate: '2026-01-12T10:30:00-03:00' });
    expect(again?.body).toEqual(done?.body);
    expect(outcome(await finish(client, essay.id, text))).toEqual([409, 'ESSAY_FINISHED']);
    expect(outcome(await draft(client, essay.id, { ...text, revision: 1 }))).toEqual([409, 'ESSAY_FINISHED']);
    expect(outcome(await start(client, id))).toEqual([409, 'ESSAY_FINISHED']);
    expect(await messages(id)).toEqual(['N-05', 'N-08']);
    const { body: steps } = await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } });
    expect(steps.find(({ state }) => state === 'current')?.code).toBe('analysis');
  });
});

describe('U22: running out of time', () => {
  const timeOut = async () => {
    at('11:00:31');
    return platform.jobs.run('essay-timeout');
  };

  it('keeps a short text ungraded and draws the other theme for the next attempt', async () => {
    const { client, id } = await candidate();
    const { body: first } = await start(client, id);
    await draft(client, first.id, { title: 'Meu título', essay: essayOf(80), revision: 0 });
    await timeOut();
    expect((await read(client, first.id)).body).toMatchObject({ state: 'timed-out', completedDate: null });
    expect(await messages(id)).toEqual(['N-05', 'N-11']);
    const { body: second } = await start(client, id);
    expect(second).toMatchObject({ attempt: 2, essay: null });
    expect(second.theme?.title).not.toBe(first.theme?.title);
  });

  it('delivers a text that meets the limits; a new attempt withdraws it', async () => {
    const { client, id } = await candidate();
    const { body: first } = await start(client, id);
    await draft(client, first.id, { ...TEXT(), revision: 0 });
    await timeOut();
    expect((await read(client, first.id)).body).toMatchObject({
      state: 'finished',
      timedOut: true,
      completedDate: '2026-01-12T11:00:00-03:00',
    });
    expect((await start(client, id)).status).toBe(201);
    expect((await read(client, first.id)).body.state).toBe('withdrawn');
    await expect(grade(first.id, 700)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('discards the text where the rules require a finished one', async () => {
    await on().one(sql`insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'tenant', 0, 'EssayTimeoutMode', '"discard"') returning owner_id`);
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    await draft(client, essay.id, { ...TEXT(), revision: 0 });
    await timeOut();
    await on().one(
      sql`delete from parameter where tenant_id = 1 and internal_value = 'EssayTimeoutMode' returning 1 as one`,
    );
    expect((await read(client, essay.id)).body.state).toBe('timed-out');
  });

  it('allows three attempts in total, also across a renewed application', async () => {
    const { client, id } = await candidate();
    const cancel = { params: { id }, body: { status: 13 } };
    await start(client, id);
    await timeOut();
    expect((await client.call('PUT /candidate/subscriptions/{id}/status', cancel)).status).toBe(204);
    at('10:00:00');
    const { id: renewed } = await apply(client);
    for (const _ of [2, 3]) {
      expect((await start(client, renewed)).status).toBe(201);
      await timeOut();
      at('10:00:00');
    }
    expect(outcome(await start(client, renewed))).toEqual([409, 'NO_ATTEMPTS']);
    const overview = await client.call('GET /candidate/subscriptions/{id}/essays', {
      params: { id: renewed },
    });
    expect(overview.body.attemptsLeft).toBe(0);
  });
});

describe('the grade', () => {
  it('sends one notification of a delay, then approves', async () => {
    const { client, id } = await candidate();
    const essayId = await writeEssay(client, id);
    harness.clock.set(new Date('2026-01-13T10:01:00-03:00'));
    await platform.jobs.run('essay-delay');
    await platform.jobs.run('essay-delay');
    expect(await messages(id)).toEqual(['N-05', 'N-08', 'N-12']);
    expect(await grade(essayId, 720)).toEqual({
      id: essayId,
      state: 'graded',
      subscriptionId: id,
      status: 3,
    });
    const { body } = await read(client, essayId);
    expect(body).toMatchObject({ state: 'graded', score: 720, hasPlagiarism: false, feedback: 'Bom texto.' });
    expect((await messages(id)).at(-1)).toBe('N-09');
    const status = await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
    expect(status.body).toEqual({
      id,
      status: 3,
      statusName: 'Aprovado',
      color: 'status-evaluated',
      page: 'personal-data',
      lastEventId: expect.any(String),
      settled: false,
    });
    const refusal = await grade(essayId, 100).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'STATE_CONFLICT', extra: { state: 'graded', status: 3 } });
  });

  it('rejects below the minimum and lets the candidate write again', async () => {
    const { client, id } = await candidate();
    const essayId = await writeEssay(client, id);
    expect(await grade(essayId, 150)).toMatchObject({ status: 9 });
    expect((await messages(id)).at(-1)).toBe('N-10');
    expect(outcome(await start(client, id))).toEqual([409, 'ESSAY_FINISHED']);
    const retake = await client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id },
      body: { status: 1 },
    });
    expect(retake.status).toBe(204);
    expect((await start(client, id)).body.attempt).toBe(2);
  });

  it('scores plagiarism as zero without another attempt', async () => {
    const { client, id } = await candidate();
    const essayId = await writeEssay(client, id);
    expect(await grade(essayId, 900, true)).toMatchObject({ status: 9 });
    expect((await read(client, essayId)).body).toMatchObject({ score: 0, hasPlagiarism: true });
    const retake = await client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id },
      body: { status: 1 },
    });
    expect(outcome(retake)).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
  });

  it('shows the grader how similar two texts are, without names', async () => {
    const one = await candidate();
    const other = await candidate();
    const text = TEXT();
    const { body: first } = await start(one.client, one.id);
    await finish(one.client, first.id, text);
    const { body: second } = await start(other.client, other.id);
    await finish(other.client, second.id, { ...text, essay: `${text.essay} fim` });
    const { status, body } = await harness.operations.call('GET /operations/essays/{id}', {
      params: { id: second.id },
    });
    expect(status).toBe(200);
    expect(body.similarity.essayId).toBe(first.id);
    expect(body.similarity.max).toBeGreaterThan(0.9);
    expect(body.similarity.suspected).toBe(true);
    expect(JSON.stringify(body)).not.toContain('Inventada');
  });
});

describe('an application that has ended', () => {
  const leave = (client: Client, id: number) =>
    client.call('PUT /candidate/subscriptions/{id}/status', { params: { id }, body: { status: 13 } });

  it('accepts no text any more', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    expect((await leave(client, id)).status).toBe(204);
    expect(outcome(await finish(client, essay.id, TEXT()))).toEqual([409, 'ESSAY_FINISHED']);
  });

  it('delivers nothing when the time is over, and notifies nobody', async () => {
    const { client, id } = await candidate();
    const { body: essay } = await start(client, id);
    await draft(client, essay.id, { ...TEXT(), revision: 0 });
    await leave(client, id);
    at('11:00:31');
    await platform.jobs.run('essay-timeout');
    expect((await read(client, essay.id)).body).toMatchObject({ state: 'timed-out', completedDate: null });
    expect(await messages(id)).not.toContain('N-11');
  });

  it('waits for no grade', async () => {
    const { client, id } = await candidate();
    await writeEssay(client, id);
    expect((await leave(client, id)).status).toBe(204);
    harness.clock.set(new Date('2026-01-13T10:01:00-03:00'));
    await platform.jobs.run('essay-delay');
    expect(await messages(id)).not.toContain('N-12');
  });
});
