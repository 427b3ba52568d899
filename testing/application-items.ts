import type { Client, Harness } from './harness.ts';
import { bodyOf, findCourse } from './journey.ts';
import { personAt } from './person-at.ts';
import { listDocuments, requestPlace, upload } from './requests.ts';

/** A transfer candidate who has been asked for selection documents and has sent none. */
export async function transferAsked(
  harness: Harness,
): Promise<{ client: Client; id: number; required: number[] }> {
  const { client } = await personAt(harness, 'account');
  const course = await findCourse(client, { type: 1, ingress: 'document-analysis', q: 'psicologia' });
  const { id } = bodyOf(await requestPlace(client, course));
  const asked = bodyOf(await listDocuments(client, id, 'selection'));
  return {
    client,
    id,
    required: asked.filter(({ required }) => required).map(({ documentId }) => documentId),
  };
}

/** Sends a file for each of these documents, and has them scanned. */
export async function sendSelection(
  harness: Harness,
  { client, id }: { client: Client; id: number },
  documents: readonly number[],
): Promise<void> {
  for (const documentId of documents) bodyOf(await upload(client, id, documentId));
  await harness.platform.jobs.run('scan');
}

/** A transfer candidate who has sent everything. */
export async function transferSent(harness: Harness) {
  const who = await transferAsked(harness);
  await sendSelection(harness, who, who.required);
  return who;
}

/** An enrolled candidate without a student number. */
export const numberless = (harness: Harness) => personAt(harness, 'enrolled');
