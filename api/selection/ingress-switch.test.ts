import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../../testing/applicant.ts';
import {
  applyFor,
  askScore,
  examCandidate,
  examFault,
  moveClocks,
  outcome,
  scoreOf,
  shownTo,
  statusOf,
  turnTo,
} from '../../testing/exam-scores.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { writeEssay } from '../../testing/journey.ts';
import { upload } from '../../testing/requests.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';

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

describe('changing the form of ingress (TR-43)', () => {
  it('switches to the essay and back, starting over each time', async () => {
    const one = await candidate();
    await askScore(one, '251000000001');
    await at(LATER);
    const essay = await turnTo(one, 'online-essay');
    expect([essay.status, essay.body.applicationType, essay.body.subscriptionStatus]).toEqual([
      200,
      'essay',
      1,
    ]);
    expect(essay.body.offer.ingressMode.kind).toBe('online-essay');
    expect((await statusOf(one)).history.at(-1)).toMatchObject({ from: 9, to: 1, event: 'ingress-switched' });
    const essayId = await writeEssay(one.client, one.id);
    const back = await turnTo(one, 'exam-score');
    expect([back.body.applicationType, back.body.offer.ingressMode.kind]).toEqual([
      'graduation',
      'exam-score',
    ]);
    expect(await scoreOf(one)).toMatchObject({ state: 'none', attemptsLeft: 2 });
    const text = await one.client.call('GET /candidate/subscriptions/essays/{essayId}', {
      params: { essayId },
    });
    expect(text.body.state).toBe('withdrawn');
    expect((await askScore(one, '251000000005')).status).toBe(202);
    await at('2026-01-12T10:40:00-03:00');
    expect((await statusOf(one)).status).toBe(3);
  });

  it('abandons a running look-up and the bulletin', async () => {
    const one = await candidate();
    await askScore(one, '251000000000');
    await at(LATER);
    const list = () =>
      one.client.call('GET /candidate/subscriptions/{id}/documents', { params: { id: one.id } });
    const documentId = (await list()).body[0]?.documentId ?? 0;
    await upload(one.client, one.id, documentId);
    await askScore(one, '251000000005');
    expect((await turnTo(one, 'online-essay')).body.subscriptionStatus).toBe(1);
    expect((await list()).body).toMatchObject([{ required: false, state: 'waived', files: [] }]);
    await at('2026-01-12T10:45:00-03:00');
    expect((await statusOf(one)).status).toBe(1);
    await turnTo(one, 'exam-score');
    await askScore(one, '251000000000');
    await at('2026-01-12T11:06:00-03:00');
    expect((await list()).body).toMatchObject([{ required: true, state: 'pending' }]);
  });

  it('by status 1 switches to the only other kind', async () => {
    const one = await candidate();
    await askScore(one, '251000000001');
    await at(LATER);
    const answer = await one.client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id: one.id },
      body: { status: 1 },
    });
    expect(answer.status).toBe(204);
    expect((await shownTo(one)).applicationType).toBe('essay');
  });

  it('fails where no other kind is offered, or not with this course and pole', async () => {
    const one = await candidate();
    await without(async () => {
      expect(outcome(await turnTo(one, 'scheduled-test'))).toEqual([409, 'OFFER_CHANGE_FAILED']);
      expect(outcome(await turnTo(one, 'exam-score'))).toEqual([409, 'INGRESS_SWITCH_FAILED']);
    });
    const essay = await candidate('online-essay');
    const enem = async (value: boolean) => {
      await on().one(sql`
        update parameter set value = ${JSON.stringify(value)}::jsonb
        where tenant_id = 1 and internal_value = 'EnemCheckEnabled' and level = 'institution' returning owner_id`);
      forgetCatalogue(harness.platform);
    };
    await enem(false);
    expect(outcome(await without(() => turnTo(essay, 'exam-score')))).toEqual([409, 'INGRESS_SWITCH_FAILED']);
    expect((await shownTo(essay)).permissions.switchIngress).toBe(false);
    await enem(true);
  });

  it('is refused in other states, for other types, after plagiarism, after the intake and a second time', async () => {
    const extension = await candidate('none', 3);
    expect(outcome(await without(() => turnTo(extension, 'online-essay')))).toEqual([
      409,
      'TRANSITION_NOT_ALLOWED',
    ]);
    const one = await candidate();
    for (const status of [2, 3, 13]) {
      await placeAt(harness, one.id, status);
      const refused = await without(() => turnTo(one, 'online-essay'));
      expect(refused.body).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', status });
    }
    await placeAt(harness, one.id, 9);
    const suspended = async (value: boolean) => {
      await on().many(sql`update intake set suspended = ${value} where tenant_id = 1 returning id`);
      forgetCatalogue(harness.platform);
    };
    const cause = (value: boolean) =>
      on().one(sql`
        update subscription set no_retake = ${value} where tenant_id = 1 and id = ${one.id} returning id`);
    await cause(true);
    expect(outcome(await without(() => turnTo(one, 'online-essay')))).toEqual([
      409,
      'TRANSITION_NOT_ALLOWED',
    ]);
    await cause(false);
    await suspended(true);
    expect(outcome(await without(() => turnTo(one, 'online-essay')))).toEqual([409, 'INTAKE_INACTIVE']);
    await suspended(false);
    const second = await applyFor(one.client, 'online-essay');
    const refused = await without(() => turnTo(one, 'online-essay'));
    expect(refused.body).toMatchObject({ code: 'SUBSCRIPTION_EXISTS', id: second.id });
  });

  it('leaves one application when a new one is created at the same moment', async () => {
    const one = await candidate();
    const elsewhere = await candidate('online-essay');
    const { offerId, courseId, poleId } = await shownTo(elsewhere);
    const made = one.client.call('POST /candidate/subscriptions', {
      headers: { 'x-institution-code': 'CUA01' },
      body: { offerId, courseId, poleId, schooling: { level: 'high-school' } },
    });
    const answers = await Promise.all([turnTo(one, 'online-essay'), made]);
    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    expect(answers.find(({ status }) => status >= 300)?.body).toMatchObject({ code: 'SUBSCRIPTION_EXISTS' });
  });
});
