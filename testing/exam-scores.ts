import type { Client, Harness } from './harness.ts';
import { bodyOf, findCourse, signUp } from './journey.ts';
import { inventedPerson } from './people.ts';
import { requestPlace } from './requests.ts';

export type Someone = { client: Client; id: number };
type Ingress = 'exam-score' | 'online-essay' | 'scheduled-test' | 'none';

/** Moves the clocks of product and sandbox; moving forwards also runs the jobs. */
export async function moveClocks(harness: Harness, now: string): Promise<void> {
  const answer = await harness.operations.call('PUT /operations/simulator/clock', { body: { now } });
  if (answer.status !== 200) throw new Error(`The clocks did not move: ${answer.status}`);
}

/** Breaks or repairs the source of exam scores. */
export const examFault = (harness: Harness, mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'exam-score', mode } });

/** Applies for Administração by a form of ingress, or for the extension course. */
export async function applyFor(client: Client, ingress: Ingress, type: 1 | 3 = 1) {
  const query = { type, ingress, q: type === 1 ? 'administra' : 'excel' };
  return bodyOf(await requestPlace(client, await findCourse(client, query)));
}

let count = 9000;

/** A new person with such an application. */
export async function examCandidate(
  harness: Harness,
  ingress: Ingress = 'exam-score',
  type: 1 | 3 = 1,
): Promise<Someone> {
  count += 1;
  const client = harness.visitor();
  await signUp(client, inventedPerson(count));
  const { id } = await applyFor(client, ingress, type);
  return { client, id };
}

/** Requests the score of a registration number. */
export const askScore = ({ client, id }: Someone, registration: string, year = 2025) =>
  client.call('POST /candidate/subscriptions/{id}/exam-score', {
    params: { id },
    body: { registration, year },
  });

/** The exam score as its owner sees it. */
export const scoreOf = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/exam-score', { params: { id } })).body;

/** Status with history. */
export const statusOf = async ({ client, id }: Someone) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body;

/** The complete application. */
export async function shownTo({ client, id }: Someone) {
  const { payloadToken } = (await client.call('GET /candidate/users/check/')).body;
  const params = { uuid: payloadToken.uuid, id };
  return (await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params })).body;
}

/** Switches to another form of ingress. */
export const turnTo = ({ client, id }: Someone, kind: 'exam-score' | 'online-essay' | 'scheduled-test') =>
  client.call('POST /candidate/subscriptions/{id}/ingress-switch', { params: { id }, body: { kind } });

/** Status and code of an answer. */
export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
