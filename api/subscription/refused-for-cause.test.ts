import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeAt } from '../../testing/applicant.ts';
import { outcome } from '../../testing/exam-scores.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { writeEssay } from '../../testing/journey.ts';
import { personAt } from '../../testing/person-at.ts';
import { moveSubscription } from './move.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness.stop());

type Place = { offerId: number; courseId: number; poleId: number };

const placeOf = async (offer: string, course: string): Promise<Place> => {
  const found = await harness.platform.db
    .tenant(1)
    .one<{ offer_id: number; course_id: number; pole_id: number }>(sql`
    select ocp.offer_id, ocp.course_id, ocp.pole_id from offer_course_pole ocp
    join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id and o.code = ${offer}
    join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id and c.code = ${course}
    join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id and p.code = 'BH'
    where ocp.tenant_id = 1`);
  if (!found) throw new Error(`${offer} has no ${course} in BH`);
  return { offerId: found.offer_id, courseId: found.course_id, poleId: found.pole_id };
};

const applying = async (client: Client, offer: string, course: string) =>
  client.call('POST /candidate/subscriptions', {
    headers: { 'x-institution-code': 'CUA01' },
    body: { ...(await placeOf(offer, course)), schooling: { level: 'high-school' } },
  });

/** A new person with an application for Administração by essay. */
async function applicant() {
  const { client } = await personAt(harness, 'account');
  const { status, body } = await applying(client, 'ADM-ESSAY', 'ADM');
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { client, id: body.id };
}
type Applicant = Awaited<ReturnType<typeof applicant>>;

const disqualify = ({ id }: Applicant) =>
  harness.operations.call('POST /operations/subscriptions/{id}/events', {
    params: { id },
    body: { event: 'disqualified', reason: 'Fraude comprovada' },
    headers: { 'idempotency-key': randomUUID() },
  });
const graded = async ({ client, id }: Applicant, result: { score: number; hasPlagiarism: boolean }) => {
  const essayId = await writeEssay(client, id);
  return harness.operations.call('POST /operations/essays/{id}/grade', {
    params: { id: essayId },
    body: { ...result, feedback: 'Lido.' },
  });
};
const plain = (one: Applicant) => graded(one, { score: 100, hasPlagiarism: false });
const plagiarised = (one: Applicant) => graded(one, { score: 900, hasPlagiarism: true });
const cancel = ({ client, id }: Applicant) =>
  client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id },
    body: { reason: 'gave-up' },
  });
const attempts = async ({ client, id }: Applicant) =>
  (await client.call('GET /candidate/subscriptions/{id}/essays', { params: { id } })).body.attemptsLeft;
const retake = ({ client, id }: Applicant) =>
  client.call('PUT /candidate/subscriptions/{id}/status', { params: { id }, body: { status: 1 } });

describe('cancelling and applying again', () => {
  it.each([
    ['a disqualification', disqualify],
    ['a refusal for plagiarism', plagiarised],
  ])('does not undo %s', async (_what, refuse) => {
    const one = await applicant();
    expect((await refuse(one)).body.status).toBe(9);
    expect((await cancel(one)).body.status).toBe(13);
    const again = await applying(one.client, 'ADM-ESSAY', 'ADM');
    expect([...outcome(again), again.body.id]).toEqual([409, 'SUBSCRIPTION_EXISTS', one.id]);
    for (const [offer, course] of [
      ['ADM-ESSAY', 'CCO'],
      ['ADM-ENEM', 'ADM'],
    ] as const) {
      const elsewhere = await applying(one.client, offer, course);
      expect([...outcome(elsewhere), elsewhere.body.id], offer).toEqual([409, 'SUBSCRIPTION_EXISTS', one.id]);
    }
    expect((await applying(one.client, 'EXT-EXCEL', 'EXC')).status, 'without evaluation').toBe(201);
  });

  it('does not undo a disqualification while the cancellation waits for a decision', async () => {
    const one = await applicant();
    await disqualify(one);
    await placeAt(harness, one.id, 12);
    const elsewhere = await applying(one.client, 'ADM-ENEM', 'ADM');
    expect([...outcome(elsewhere), elsewhere.body.id]).toEqual([409, 'SUBSCRIPTION_EXISTS', one.id]);
  });

  it('allows applying again after a plain refusal (cancelled or not) or a plain cancellation', async () => {
    const refused = await applicant();
    expect((await plain(refused)).body.status).toBe(9);
    expect((await applying(refused.client, 'ADM-ESSAY', 'ADM')).status).toBe(201);
    const both = await applicant();
    await plain(both);
    await cancel(both);
    expect((await applying(both.client, 'ADM-ESSAY', 'ADM')).status).toBe(201);
    const left = await applicant();
    await cancel(left);
    expect((await applying(left.client, 'ADM-ESSAY', 'ADM')).status).toBe(201);
  });

  it('does not avoid a disqualification through earlier applications', async () => {
    const one = await applicant();
    await plain(one);
    const other = await applying(one.client, 'ADM-ENEM', 'ADM');
    expect(other.status).toBe(201);
    const second = await applying(one.client, 'ADM-ESSAY', 'CCO');
    const body = { ...(await placeOf('ADM-ESSAY', 'ADM')), subscriptionId: second.body.id };
    const again = await applying(one.client, 'ADM-ESSAY', 'ADM');
    const refused = { client: one.client, id: again.body.id };
    await disqualify(refused);
    await cancel(refused);

    expect(outcome(await retake(one)), 'a new essay').toEqual([409, 'SUBSCRIPTION_EXISTS']);
    const changed = await one.client.call('PUT /candidate/subscriptions/{id}', {
      params: { id: second.body.id },
      body,
    });
    expect(changed.status, 'another course').toBe(409);
    const switched = await one.client.call('POST /candidate/subscriptions/{id}/ingress-switch', {
      params: { id: other.body.id },
      body: { kind: 'online-essay' },
    });
    expect(outcome(switched), 'another ingress').toEqual([409, 'SUBSCRIPTION_EXISTS']);
    expect((await cancel(one)).body.status, 'leaving').toBe(13);
  });
});

describe('an ended application beside one that was refused for cause', () => {
  /** Two applications for the same course: the first was ended by `end`, the second was refused for cause. */
  async function beside(end: (one: Applicant) => Promise<unknown>, cancelled: boolean) {
    const one = await applicant();
    await end(one);
    const again = await applying(one.client, 'ADM-ESSAY', 'ADM');
    const refused = { client: one.client, id: again.body.id };
    await disqualify(refused);
    if (cancelled) await cancel(refused);
    return { one, refused };
  }
  const expire = ({ id }: Applicant) =>
    harness.platform.db.write(1, (tx) =>
      moveSubscription(tx, harness.platform, {
        subscriptionId: id,
        event: 'intake-expired',
        actor: 'system',
        facts: { intakeEnded: true },
      }),
    );
  const statusOf = async ({ client, id }: Applicant) =>
    (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body.status;
  const reinstate = ({ id }: Applicant) =>
    harness.operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id },
      body: { event: 'reinstated', reason: 'Engano' },
      headers: { 'idempotency-key': randomUUID() },
    });

  it.each([true, false])('does not return by a new essay (refusal cancelled: %s)', async (cancelled) => {
    const { one, refused } = await beside(plain, cancelled);
    const answer = await retake(one);
    expect(outcome(answer)).toEqual([409, 'SUBSCRIPTION_EXISTS']);
    expect(answer.body).toMatchObject({ id: refused.id });
    expect(await statusOf(one)).toBe(9);
  });

  it.each([true, false])('is not reinstated by operations (refusal cancelled: %s)', async (cancelled) => {
    const { one } = await beside(expire, cancelled);
    expect(outcome(await reinstate(one))).toEqual([409, 'SUBSCRIPTION_EXISTS']);
    expect(await statusOf(one)).toBe(13);
  });

  it('is blocked with its person and unblocked again after the other was cancelled', async () => {
    const { one, refused } = await beside(plain, true);
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: one.id },
    });
    const blocked = await harness.operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: body.person.document, reason: 'Fraude' },
    });
    expect([blocked.status, await statusOf(one), await statusOf(refused)]).toEqual([201, 8, 13]);
    await harness.operations.call('DELETE /operations/blocks/{id}', { params: { id: blocked.body.id } });
    expect([await statusOf(one), await statusOf(refused)]).toEqual([9, 13]);
  });
});

describe('a new essay', () => {
  it('is not offered to a candidate who could not write it', async () => {
    const refused = await applicant();
    await plain(refused);
    expect(await attempts(refused)).toBe(2);
    // A disqualification removes the attempts left after a grade without plagiarism.
    await disqualify(refused);
    expect(await attempts(refused)).toBe(0);
    expect(outcome(await retake(refused))).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
    const copied = await applicant();
    await plagiarised(copied);
    expect(await attempts(copied)).toBe(0);
  });
});
