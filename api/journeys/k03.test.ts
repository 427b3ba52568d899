import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Author,
  author,
  grader,
  ownText,
  personOf,
  setParameter,
  writing,
} from '../../testing/grading.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { askReview } from '../../testing/refused.ts';
import { startEssay } from '../../testing/requests.ts';

/** The server's side of the journey K03 (spec 25.24): essays graded blind by several people. */
let harness: Harness;
type Person = Awaited<ReturnType<typeof personOf>>;
let davi: Person;
let eva: Person;
let fabio: Person;
let late: Author;
const BANCA = [{ role: 'banca' as const, institutions: ['CUA01'] }];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  await setParameter(harness, 'EssaySecondGrade', 'near-minimum');
  late = await writing(harness, ownText('tarde'));
  harness.clock.set(new Date(harness.clock.now().getTime() + 62 * 60_000));
  await harness.platform.jobs.run('essay-timeout');
  davi = await personOf(harness, 'Davi Banca', BANCA);
  eva = await personOf(harness, 'Eva Banca', BANCA);
  fabio = await personOf(harness, 'Fábio Coordenação', [
    { role: 'coordenacao', institutions: ['CUA01', 'EPA01'] },
  ]);
});
afterAll(() => harness?.stop());

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  (body as { code?: string } | undefined)?.code ?? status;
const seen = async ({ client, essayId }: Author) =>
  (await client.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } })).body;
const sentTo = async ({ tenantId, id }: Author) =>
  (
    await harness.platform.db.tenant(tenantId).many<{ template: string }>(sql`
      select template from notification where tenant_id = ${tenantId} and subscription_id = ${id} and channel = 'email'
      order by id`)
  ).map(({ template }) => template);
const noRetake = async ({ tenantId, id }: Author) =>
  (
    await harness.platform.db
      .tenant(tenantId)
      .one<{ no_retake: boolean }>(
        sql`select no_retake from subscription where tenant_id = ${tenantId} and id = ${id}`,
      )
  )?.no_retake;
const waits = async (person: Person, queue: 'essays' | 'second-grades' | 'third-grades') =>
  (await person.client.call('GET /operations/queues/{queue}', { params: { queue } })).body.data.map(
    ({ itemId }) => itemId,
  );

it('two graders who press "Próximo" at once get different essays, and neither sees the author', async () => {
  for (const mark of ['um', 'dois']) await author(harness, ownText(mark));
  const [first, second] = await Promise.all([grader(davi.client).next(), grader(eva.client).next()]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.itemId).not.toBe(second.body.itemId);
  expect([first.body.subscriptionId, second.body.subscriptionId]).toEqual([null, null]);
  const page = await grader(davi.client).shown(first.body.itemId);
  expect(page).toMatchObject({
    subscriptionId: null,
    round: 1,
    minScore: 200,
    claim: { by: davi.name, mine: true },
  });
  const held = await grader(eva.client).mark(first.body.itemId, { score: 500 });
  expect([codeOf(held), held.body]).toEqual(['CLAIMED_BY_OTHER', expect.objectContaining({ by: davi.name })]);
});

describe('a grade', () => {
  it('sent twice with one key is one grade, and the candidate is notified once', async () => {
    const who = await author(harness, ownText('linha'));
    await grader(davi.client).claim(who.essayId);
    await grader(davi.client).draft(who.essayId, 'Boa tese.');
    expect((await grader(davi.client).shown(who.essayId)).draft).toMatchObject({
      score: 640,
      feedback: 'Boa tese.',
    });
    expect((await grader(eva.client).shown(who.essayId)).draft).toBeNull();
    const key = randomUUID();
    const { version } = await grader(davi.client).shown(who.essayId);
    const send = () =>
      grader(davi.client).mark(who.essayId, { score: 640, feedback: 'Boa tese.' }, { key, version });
    const [first, again] = [await send(), await send()];
    expect(first.body).toEqual({ id: who.essayId, state: 'graded', subscriptionId: who.id, status: 3 });
    expect(again.body).toEqual(first.body);
    expect(await seen(who)).toMatchObject({ state: 'graded', score: 640, feedback: 'Boa tese.' });
    expect((await sentTo(who)).filter((template) => template === 'N-09')).toHaveLength(1);
    const final = await grader(eva.client).shown(who.essayId);
    expect(final).toMatchObject({ subscriptionId: who.id, draft: null, marks: null, claim: null });
    const late = await grader(eva.client).mark(who.essayId, { score: 300 });
    expect([codeOf(late), late.body]).toEqual([
      'STATE_CONFLICT',
      expect.objectContaining({ state: 'graded', status: 3, by: davi.name }),
    ]);
  });

  it('by a person requires the version seen, must be complete, and explains refusals', async () => {
    const { essayId } = await author(harness, ownText('campos'));
    const mark = grader(davi.client).mark;
    expect(codeOf(await mark(essayId, { score: 640 }, { version: null }))).toBe('VERSION_REQUIRED');
    expect(codeOf(await mark(essayId, { score: 640 }, { version: 99 }))).toBe('VERSION_CONFLICT');
    const half = await mark(essayId, { score: 640.5 });
    expect([codeOf(half), half.body]).toMatchObject(['VALIDATION', { errors: [{ field: 'score' }] }]);
    const silent = await mark(essayId, { score: 199, feedback: ' ' });
    expect(silent.body).toMatchObject({
      errors: [{ field: 'feedback', message: 'Escreva o que a pessoa vai ler junto do resultado.' }],
    });
    expect((await mark(essayId, { score: 640, feedback: '' })).status).toBe(200);
  });
});

describe('a second mark', () => {
  it('is given by somebody else, who cannot see the first, and the mean counts', async () => {
    const who = await author(harness, ownText('media'));
    const first = await grader(eva.client).mark(who.essayId, { score: 230, feedback: 'Tese fraca.' });
    expect(first.body).toEqual({ id: who.essayId, state: 'second-grade' });
    expect(await seen(who)).toMatchObject({ state: 'finished', score: null, feedback: null });
    expect(await waits(davi, 'second-grades')).toContain(who.essayId);
    expect((await grader(eva.client).next('second-grades')).status).toBe(204);
    expect(codeOf(await grader(eva.client).mark(who.essayId, { score: 500 }))).toBe('SAME_GRADER');
    expect((await grader(eva.client).shown(who.essayId)).barred).toBe('own-mark');
    const offered = await grader(davi.client).next('second-grades');
    expect(offered.body.itemId).toBe(who.essayId);
    const page = await grader(davi.client).shown(who.essayId);
    expect(page).toMatchObject({ round: 2, marks: null, barred: null, draft: null, subscriptionId: null });
    expect(JSON.stringify(page)).not.toMatch(/[:,[]230[,}\]]|Tese fraca/);
    const second = await grader(davi.client).mark(who.essayId, { score: 250, feedback: 'Faltou concluir.' });
    expect(second.body).toMatchObject({ state: 'graded', status: 3 });
    expect(await seen(who)).toMatchObject({ score: 240, feedback: 'Tese fraca.\n\nFaltou concluir.' });
  });

  it('that disagrees goes to the lead, who sees both and gives the grade', async () => {
    const who = await author(harness, ownText('divergem'));
    await grader(eva.client).mark(who.essayId, { score: 245 });
    const second = await grader(davi.client).mark(who.essayId, { score: 150, feedback: 'Fuga do tema.' });
    expect(second.body).toEqual({ id: who.essayId, state: 'third-grade' });
    expect((await seen(who)).state).toBe('finished');
    const queue = await davi.client.call('GET /operations/queues/{queue}', {
      params: { queue: 'third-grades' },
    });
    expect(queue.status).toBe(404);
    const other = await personOf(harness, 'Gal Banca', BANCA);
    expect((await grader(other.client).shown(who.essayId)).marks).toBeNull();
    expect(codeOf(await grader(other.client).mark(who.essayId, { score: 190 }))).toBe('FORBIDDEN');
    expect((await grader(fabio.client).next('third-grades')).body.itemId).toBe(who.essayId);
    expect((await grader(fabio.client).shown(who.essayId)).marks).toMatchObject([
      { round: 1, by: eva.name, score: 245 },
      { round: 2, by: davi.name, score: 150, feedback: 'Fuga do tema.' },
    ]);
    const third = await grader(fabio.client).mark(who.essayId, {
      score: 190,
      feedback: 'Não chega ao mínimo.',
    });
    expect(third.body).toMatchObject({ state: 'graded', status: 9 });
    expect(await seen(who)).toMatchObject({ score: 190, feedback: 'Não chega ao mínimo.' });
    expect(await sentTo(who)).toContain('N-10');
  });

  it('is given whatever the first one is, where the grader or the lead requests it', async () => {
    const asked = await author(harness, ownText('pedida'));
    const want = (client = fabio.client) =>
      client.call('POST /operations/essays/{id}/second-grade', {
        params: { id: asked.essayId },
        body: { reason: 'Texto difícil.' },
      });
    const { version } = await grader(davi.client).shown(asked.essayId);
    expect(codeOf(await want(davi.client))).toBe('FORBIDDEN');
    expect((await want()).body).toEqual({ id: asked.essayId, version: version + 1 });
    expect((await want()).body).toEqual({ id: asked.essayId, version: version + 1 });
    expect(codeOf(await grader(davi.client).mark(asked.essayId, { score: 900 }, { version }))).toBe(
      'VERSION_CONFLICT',
    );
    expect((await grader(davi.client).mark(asked.essayId, { score: 900 })).body.state).toBe('second-grade');
    expect(codeOf(await want())).toBe('STATE_CONFLICT');
    const doubted = await author(harness, ownText('duvida'));
    const mark = await grader(davi.client).mark(doubted.essayId, { score: 900, secondGrade: true });
    expect(mark.body.state).toBe('second-grade');
  });
});

it('a copy is shown with a letter and its passages, and rejected permanently by two who agree', async () => {
  const original = await author(harness, ownText('igual', 200));
  const copied = `${ownText('igual', 172)} ${ownText('proprio', 28)}`;
  const who = await author(harness, copied);
  const page = await grader(davi.client).shown(who.essayId);
  expect(page.similarity).toEqual({ max: expect.closeTo(0.855, 2), essayId: null, suspected: true });
  const { body: similar } = await davi.client.call('GET /operations/essays/{id}/similar', {
    params: { id: who.essayId },
  });
  expect(similar).toMatchObject([{ label: 'A', share: page.similarity.max, title: 'Meu título' }]);
  const [run] = similar[0]?.runs ?? [];
  expect(copied.slice(run?.start, run?.end)).toBe(ownText('igual', 172));
  expect(similar[0]?.text?.slice(run?.otherStart ?? 0, run?.otherEnd ?? 0)).toBe(ownText('igual', 172));
  expect(JSON.stringify([page, similar])).not.toMatch(
    new RegExp(`\\b(${original.id}|${original.essayId}|${who.id})\\b`),
  );
  const plagiarism = { score: 0, hasPlagiarism: true };
  const silent = await grader(davi.client).mark(who.essayId, { ...plagiarism, feedback: '' });
  expect(silent.body).toMatchObject({
    errors: [{ field: 'feedback', message: 'Escreva o que a pessoa vai ler junto do resultado.' }],
  });
  const first = await grader(davi.client).mark(who.essayId, { ...plagiarism, feedback: 'Cópia.' });
  expect(first.body.state).toBe('second-grade');
  const second = await grader(eva.client).mark(who.essayId, { ...plagiarism, feedback: 'Cópia de outra.' });
  expect(second.body).toMatchObject({ state: 'graded', status: 9 });
  expect(await seen(who)).toMatchObject({ score: 0, hasPlagiarism: true });
  expect(await noRetake(who)).toBe(true);
});

it('a candidate who starts over while the timed-out essay is held is not graded, and the typed text stays', async () => {
  const who = late;
  if ((await seen(who)).state !== 'finished') throw new Error('The late essay was graded before');
  await grader(davi.client).claim(who.essayId);
  const { version, timedOut } = await grader(davi.client).shown(who.essayId);
  expect(timedOut).toBe(true);
  await grader(davi.client).draft(who.essayId, 'Meu comentário.');
  expect((await startEssay(who.client, who.id)).status).toBe(201);
  const sent = await grader(davi.client).mark(who.essayId, { score: 640 }, { version });
  expect([sent.status, sent.body]).toMatchObject([
    409,
    { code: 'STATE_CONFLICT', message: 'A pessoa começou uma nova redação. Esta não será corrigida.' },
  ]);
  expect(codeOf(await grader(davi.client).draft(who.essayId, 'Outro.'))).toBe('STATE_CONFLICT');
  expect(await waits(davi, 'essays')).not.toContain(who.essayId);
});

it('a grader who recognises the author returns the essay permanently', async () => {
  const who = await author(harness, ownText('conhecida'));
  await grader(davi.client).claim(who.essayId);
  await grader(davi.client).draft(who.essayId, 'Começo.');
  expect((await grader(davi.client).recuse(who.essayId, 'É minha prima.')).status).toBe(204);
  expect(await grader(davi.client).shown(who.essayId)).toMatchObject({
    claim: null,
    draft: null,
    barred: 'recused',
  });
  const offered = [];
  for (let n = 0; n < 3; n++) offered.push((await grader(davi.client).next()).body?.itemId);
  expect(offered).not.toContain(who.essayId);
  expect(codeOf(await grader(davi.client).mark(who.essayId, { score: 640 }))).toBe('SAME_GRADER');
  expect((await grader(eva.client).mark(who.essayId, { score: 640 })).status).toBe(200);
});

it('a grader disabled while typing is refused, the essay is released, and nobody sees the draft', async () => {
  const who = await author(harness, ownText('fora'));
  const gone = await personOf(harness, 'Ivo Banca', BANCA);
  const { version } = await grader(gone.client).shown(who.essayId);
  await grader(gone.client).claim(who.essayId);
  await grader(gone.client).draft(who.essayId, 'Só minha.');
  const ended = await harness.operations.call('POST /operations/staff/{staffId}/state', {
    params: { staffId: gone.staffId },
    body: { state: 'disabled', reason: 'Saiu da banca' },
  });
  expect(ended.status).toBeLessThan(300);
  const sent = await gone.client.call('POST /operations/essays/{id}/grade', {
    params: { id: who.essayId },
    body: { score: 640, hasPlagiarism: false, version },
  });
  expect([sent.status, sent.body]).toEqual([
    401,
    expect.objectContaining({
      code: 'STAFF_SESSION_OVER',
      access: 'ended',
      message: 'Seu acesso foi encerrado pela administração.',
    }),
  ]);
  const page = await grader(davi.client).shown(who.essayId);
  expect(page).toMatchObject({ claim: null, draft: null });
  expect(JSON.stringify(await grader(fabio.client).shown(who.essayId))).not.toContain('Só minha');
  expect((await grader(davi.client).mark(who.essayId, { score: 640 })).status).toBe(200);
});

it('an essay whose application was cancelled leaves the queue until it is reinstated', async () => {
  const who = await author(harness, ownText('desiste'));
  const move = (status: number) =>
    harness.platform.db.tenant(who.tenantId).one(sql`
      update subscription set status = ${status}::int where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
  expect(await waits(davi, 'essays')).toContain(who.essayId);
  await move(13);
  expect(await waits(davi, 'essays')).not.toContain(who.essayId);
  await move(1);
  expect(await waits(davi, 'essays')).toContain(who.essayId);
});

it('a refusal under review waits for somebody who gave none of the marks, whose comment is the answer', async () => {
  const who = await author(harness, ownText('revista'));
  await grader(eva.client).mark(who.essayId, { score: 100 });
  await grader(davi.client).mark(who.essayId, { score: 120 });
  expect(await seen(who)).toMatchObject({ state: 'graded', score: 110 });
  const { version: before } = await grader(fabio.client).shown(who.essayId);
  expect((await askReview(who)).status).toBe(202);
  const page = await grader(fabio.client).shown(who.essayId);
  expect(page).toMatchObject({
    state: 'graded',
    round: 3,
    version: before + 1,
    subscriptionId: null,
    marks: null,
  });
  expect(await waits(fabio, 'second-grades')).toContain(who.essayId);
  expect(codeOf(await grader(eva.client).mark(who.essayId, { score: 700 }))).toBe('SAME_GRADER');
  expect(codeOf(await grader(fabio.client).mark(who.essayId, { score: 700, feedback: '' }))).toBe(
    'VALIDATION',
  );
  const mark = await grader(fabio.client).mark(who.essayId, {
    score: 700,
    feedback: 'Lida outra vez: atende ao tema.',
  });
  expect(mark.body).toEqual({ id: who.essayId, state: 'graded', subscriptionId: who.id, status: 3 });
  const { body } = await who.client.call('GET /candidate/subscriptions/{id}/decision-review', {
    params: { id: who.id },
  });
  expect(body.request).toMatchObject({
    status: 'concluded',
    outcome: 'granted',
    answer: 'Lida outra vez: atende ao tema.',
    firstScore: 110,
    score: 700,
  });
  expect(await waits(fabio, 'second-grades')).not.toContain(who.essayId);
});

it('with a rubric the score is the sum of one level of each competence', async () => {
  const levels = [0, 100, 200].map((points) => ({ points, text: `Nível ${points}` }));
  const rubric = ['Norma', 'Tema', 'Argumentos', 'Coesão', 'Proposta'].map((label) => ({ label, levels }));
  await setParameter(harness, 'EssayRubric', rubric);
  const { essayId } = await author(harness, ownText('rubrica'));
  expect((await grader(davi.client).shown(essayId)).rubric).toEqual(rubric);
  const wrong = async (score: number, competences?: number[]) => {
    const { body } = await grader(davi.client).mark(essayId, { score, competences });
    return (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);
  };
  expect(await wrong(800)).toEqual(['competences']);
  expect(await wrong(750, [200, 200, 200, 100, 50])).toEqual(['competences']);
  expect(await wrong(800, [200, 200, 200, 100, 0])).toEqual(['score']);
  expect(await wrong(700, [200, 200, 200, 100, 0])).toBeUndefined();
  const byToken = await author(harness, ownText('sistema'));
  const sent = await harness.operations.call('POST /operations/essays/{id}/grade', {
    params: { id: byToken.essayId },
    body: { score: 615.5, hasPlagiarism: false },
  });
  expect(sent.body).toMatchObject({ state: 'graded', subscriptionId: byToken.id, status: 3 });
  await setParameter(harness, 'EssayRubric', null);
});

it("the lead sees what each grader gave, without the candidate, in the lead's institutions", async () => {
  const { body } = await fabio.client.call('GET /operations/graders', {});
  const eve = body.find(({ staffId }) => staffId === eva.staffId);
  expect(eve).toMatchObject({ name: eva.name, graded: expect.any(Number), thirds: expect.any(Number) });
  expect(eve?.thirds).toBeGreaterThan(0);
  expect(Object.keys(eve ?? {}).sort()).toEqual(
    ['graded', 'mean', 'medianMinutes', 'name', 'spread', 'staffId', 'thirds'].sort(),
  );
  const elsewhere = await personOf(harness, 'Hugo Coordenação', [
    { role: 'coordenacao', institutions: ['EPA01'] },
  ]);
  expect((await elsewhere.client.call('GET /operations/graders', {})).body).toEqual([]);
  const days = (from: string, to: string) =>
    fabio.client.call('GET /operations/graders', { query: { from, to } });
  expect((await days('2025-12-01', '2026-01-01')).body).toEqual([]);
  for (const [from, to] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-02-01', '2026-01-01'],
    ['2024-01-01', '2026-01-01'],
  ] as const)
    expect(codeOf(await days(from, to))).toBe('VALIDATION');
});
