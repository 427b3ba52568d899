import { GRADUATE } from './admission.ts';
import type { Client, Harness } from './harness.ts';
import { bodyOf, findCourse } from './journey.ts';
import { personAt } from './person-at.ts';
import { postgraduate } from './postgraduate.ts';
import { requestPlace } from './requests.ts';

type Someone = { client: Client; id: number };

/** A candidate who has to book a test, and the slots of the offer, soonest first. */
export async function testCandidate(harness: Harness): Promise<Someone & { slots: number[] }> {
  const { client } = await personAt(harness, 'account');
  const course = await findCourse(client, { type: 1, ingress: 'scheduled-test' });
  const { id } = bodyOf(await requestPlace(client, course));
  const query = { offerId: course.offerId, subscriptionId: id };
  const places = bodyOf(
    await client.call('GET /candidate/poles/{poleId}/scheduling', {
      params: { poleId: course.poleId },
      query,
    }),
  );
  return {
    client,
    id,
    slots: places.flatMap(({ dates }) => dates.flatMap(({ slots }) => slots)).map((one) => one.id),
  };
}

/** A transfer candidate who was accepted and has to choose disciplines. */
export async function transferCandidate(harness: Harness): Promise<Someone> {
  const { operations } = harness;
  const { client } = await personAt(harness, 'account');
  const course = await findCourse(client, { type: 1, ingress: 'document-analysis', q: 'psicologia' });
  const { id } = bodyOf(await requestPlace(client, course));
  const params = { id };
  const asked = bodyOf(await client.call('GET /candidate/subscriptions/{id}/documents', { params }));
  for (const { documentId } of asked)
    bodyOf(
      await operations.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'waived' },
      }),
    );
  const body = { favourable: true, accepted: [] };
  bodyOf(await operations.call('POST /operations/subscriptions/{id}/discipline-analysis', { params, body }));
  return { client, id };
}

let count = 7700;

/** A candidate with a questionnaire to answer; `filled` = its mandatory section is answered. */
export async function questionnaireCandidate(harness: Harness, filled = false): Promise<Someone> {
  count += 1;
  const who = await postgraduate(harness, 'MBA-GESTAO', count);
  if (filled)
    bodyOf(
      await who.client.call('PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}', {
        params: { id: who.id, key: 'graduate' },
        body: { rows: [GRADUATE] },
      }),
    );
  return who;
}
