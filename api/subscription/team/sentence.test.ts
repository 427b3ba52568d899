import { allStatuses, sentenceOf } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeAt } from '../../../testing/applicant.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { staffIn } from '../../../testing/staff.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

it('the team reads the sentence of the candidate’s page of progress, in every status and after an end', async () => {
  const {
    client,
    subscriptionId: id,
    tenantId,
  } = await personAt(harness, 'approved', { person: inventedPerson(8650) });
  const { client: team } = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
  const uuid = client.cookies.get('uuid') ?? '';
  /** What S-40 shows, built from the answers to the owner's page. */
  const own = async () => {
    const [card] = bodyOf(
      await client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } }),
    );
    const { history } = bodyOf(
      await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } }),
    );
    if (!card) throw new Error('She has an application');
    return sentenceOf(card, card.steps, history);
  };
  const read = async () =>
    bodyOf(await team.call('GET /operations/subscriptions/{id}', { params: { id } })).candidateReads;
  const sentences = new Set<string>();
  for (const status of allStatuses) {
    await placeAt(harness, id, status);
    const sentence = await own();
    sentences.add(sentence);
    expect([status, await read()]).toEqual([status, sentence]);
  }
  expect(sentences.size).toBeGreaterThan(12);
  await placeAt(harness, id, 13);
  await harness.platform.db.tenant(tenantId).one(sql`
    insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at)
    values (${tenantId}, ${id}, 6, 13, 'payment-deadline-expired', 'TR-90', 'system',
      ${harness.clock.now()}::timestamptz) returning id`);
  expect(await read()).toBe('O prazo do seu processo terminou.');
  expect(await own()).toBe('O prazo do seu processo terminou.');
});
