import type { Client, Harness } from './harness.ts';
import { apply, writeEssay } from './journey.ts';
import { personAt } from './person-at.ts';

export type Refused = { client: Client; id: number };

/** A new candidate whose essay `operator` rejected; `grade` is what the institution's system sends. */
export async function refusedEssay(
  harness: Harness,
  grade = { score: 100, hasPlagiarism: false },
  operator = 'Ana',
): Promise<Refused> {
  const { client } = await personAt(harness, 'account');
  const { id } = await apply(client);
  const essayId = await writeEssay(client, id);
  const { status, body } = await harness.operations.call('POST /operations/essays/{id}/grade', {
    params: { id: essayId },
    body: { ...grade, feedback: 'Lido.' },
    headers: { 'x-operator': operator },
  });
  if (body.status !== 9) throw new Error(`The essay was not refused: ${status} ${JSON.stringify(body)}`);
  return { client, id };
}

/** Requests that another person review the rejection (D-78). */
export const askReview = ({ client, id }: Refused, details = 'O tema foi seguido.') =>
  client.call('POST /candidate/subscriptions/{id}/decision-review', { params: { id }, body: { details } });
