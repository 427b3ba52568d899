import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply } from '../../testing/journey.ts';
import { personAt } from '../../testing/person-at.ts';
import { askReview as ask, refusedEssay, type Refused as Who } from '../../testing/refused.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

type Given = { score?: number; hasPlagiarism?: boolean; outcome?: 'granted' | 'upheld' };
const SECOND = 'Segunda banca';

const as = (operator?: string) => (operator ? { headers: { 'x-operator': operator } } : {});
const refused = (grade?: Parameters<typeof refusedEssay>[1]) => refusedEssay(harness, grade);
const shown = async ({ client, id }: Who) =>
  (await client.call('GET /candidate/subscriptions/{id}/decision-review', { params: { id } })).body;
const review = (id: number, given: Given, operator = SECOND) =>
  harness.operations.call('POST /operations/privacy-requests/{id}/review', {
    params: { id },
    body: { answer: 'Lido outra vez.', ...given },
    ...as(operator),
  });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? status;
const noRetake = async ({ id }: Who) =>
  (
    await harness.platform.db.tenant(1).one<{ no_retake: boolean }>(sql`
      select no_retake from subscription where tenant_id = 1 and id = ${id}`)
  )?.no_retake;

describe('the review of a refusal (D-78, TR-99)', () => {
  it('continues to the enrolment when another grader approves', async () => {
    const who = await refused({ score: 0, hasPlagiarism: true });
    expect(await shown(who)).toMatchObject({ available: true, request: null });
    expect(codeOf(await ask(who, '  '))).toBe('VALIDATION');
    const asked = await ask(who);
    expect(asked.status).toBe(202);
    expect(codeOf(await ask(who))).toBe('REVIEW_ASKED');
    expect(await shown(who)).toMatchObject({
      available: false,
      request: { status: 'received', outcome: null },
    });
    const { id } = asked.body;
    const decided = await harness.operations.call('POST /operations/privacy-requests/{id}/decision', {
      params: { id },
      body: { decision: 'denied', reason: 'Não' },
    });
    expect(codeOf(decided)).toBe('STATE_CONFLICT');
    expect(codeOf(await review(id, { score: 720 }, 'Ana'))).toBe('SAME_GRADER');
    expect(codeOf(await review(id, { score: 720 }, ''))).toBe('SAME_GRADER');
    expect(codeOf(await review(id, { outcome: 'granted' }))).toBe('VALIDATION');
    const done = await review(id, { score: 720 });
    expect(done.body).toMatchObject({ outcome: 'granted', status: 3, subscriptionId: who.id });
    expect(codeOf(await review(id, { score: 720 }))).toBe('STATE_CONFLICT');
    expect(await noRetake(who)).toBe(false);
    expect(await shown(who)).toMatchObject({
      available: false,
      request: {
        status: 'concluded',
        outcome: 'granted',
        answer: 'Lido outra vez.',
        firstScore: 0,
        score: 720,
      },
    });
  });

  it('may keep the refusal but never lowers a grade, and allows a retake where no plagiarism was found', async () => {
    const plain = await refused();
    const lower = await review((await ask(plain)).body.id, { score: 50 });
    expect(lower.body).toMatchObject({ outcome: 'upheld', status: 9 });
    expect(await shown(plain)).toMatchObject({ available: false, request: { firstScore: 100, score: 100 } });
    const copied = await refused({ score: 0, hasPlagiarism: true });
    await review((await ask(copied)).body.id, { score: 150 });
    expect(await noRetake(copied)).toBe(false);
  });

  it('can be requested for any refusal, according to its outcome', async () => {
    const who = await personAt(harness, 'account');
    const { id } = await apply(who.client);
    await harness.operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id },
      body: { event: 'disqualified', reason: 'Fraude' },
      ...as('Ana'),
    });
    const asked = await ask({ client: who.client, id });
    const listed = await harness.operations.call('GET /operations/privacy-requests', {
      query: { kind: 'decision-review', pageSize: 100 },
    });
    expect(listed.body.data.find((one) => one.id === asked.body.id)).toMatchObject({
      subscriptionId: id,
      review: { event: 'disqualified', decidedBy: expect.stringContaining('Ana'), outcome: null },
    });
    expect(codeOf(await review(asked.body.id, { outcome: 'upheld' }, 'Ana'))).toBe('SAME_GRADER');
    expect(codeOf(await review(asked.body.id, { score: 700 }))).toBe('VALIDATION');
    expect((await review(asked.body.id, { outcome: 'granted' })).body).toMatchObject({ status: 3 });
  });

  it("must be requested in time, for one's own refusal that still stands", async () => {
    const who = await refused();
    const other = await personAt(harness, 'account');
    expect(codeOf(await ask({ client: other.client, id: who.id }))).toBe('NOT_FOUND');
    const open = await apply(other.client);
    expect(codeOf(await ask({ client: other.client, id: open.id }))).toBe('REVIEW_CLOSED');
    const beta = harness.operationsOf('beta');
    const asked = await ask(who);
    const foreign = await beta.call('POST /operations/privacy-requests/{id}/review', {
      params: { id: asked.body.id },
      body: { score: 700, answer: 'Sim' },
      ...as(SECOND),
    });
    expect(codeOf(foreign)).toBe('NOT_FOUND');
    const late = await refused();
    await harness.platform.db.asOwner((run) =>
      run(
        `update status_history set at = at - interval '16 days' where tenant_id = 1 and subscription_id = $1
           and event = 'essay-rejected'`,
        [late.id],
      ),
    );
    expect(codeOf(await ask(late))).toBe('REVIEW_CLOSED');
  });
});
