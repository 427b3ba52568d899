import sql from 'sql-template-tag';
import { type Applicant, applicant, placeAt } from './applicant.ts';
import type { Client, Harness } from './harness.ts';
import { acceptContract, fillData } from './journey.ts';
import type { Person } from './people.ts';
import { listDocuments, upload } from './requests.ts';

/** An applicant who accepted and paid, and whose documents are now required. */
export async function withDocuments(harness: Harness, person: Person): Promise<Applicant> {
  const who = await applicant(harness, person);
  await fillData(who.client, who.personId, who.subscriptionId, person);
  await acceptContract(who.client, who.subscriptionId);
  await harness.platform.db.tenant(who.tenantId).one(sql`update subscription set is_paid = true
    where tenant_id = ${who.tenantId} and id = ${who.subscriptionId} returning id`);
  await placeAt(harness, who.subscriptionId, 5);
  return who;
}

/** Sends a file for each required enrolment document, and has them scanned. Returns their ids. */
export async function deliverAll(harness: Harness, { client, subscriptionId }: Applicant): Promise<number[]> {
  const { body } = await listDocuments(client, subscriptionId);
  const required = body.filter(({ stage, required: asked }) => stage === 'enrollment' && asked);
  for (const { documentId } of required) await upload(client, subscriptionId, documentId);
  await harness.platform.jobs.run('scan');
  return required.map(({ documentId }) => documentId);
}

/** A document as a reviewer reads it. */
export const readDocument = async (reviewer: Client, id: number) =>
  (await reviewer.call('GET /operations/documents/{id}', { params: { id } })).body;

type Decision = {
  decision?: 'approved' | 'rejected' | 'waived';
  version?: number;
  note?: string;
  concludes?: boolean;
};

/** A team member's decision on the version they read, or on the given one; it may complete the stage unless `concludes` is false. */
export async function decideDocument(reviewer: Client, id: number, given: Decision = {}) {
  const version = given.version ?? (await readDocument(reviewer, id)).version;
  const { decision = 'approved', note, concludes = true } = given;
  return reviewer.call('POST /operations/documents/{id}/review', {
    params: { id },
    body: { decision, version, concludes, ...(note ? { reason: 'other', note } : {}) },
  });
}
