import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicant } from '@orbita/testing/applicant';
import { startHarness, T0 } from '@orbita/testing/harness';
import { acceptContract, fillData } from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { listDocuments, upload } from '@orbita/testing/requests';
import { decideDocument, withDocuments } from '@orbita/testing/reviewing';

/**
 * Records the responses that the pages of an invented candidate need, for the preview of a brand (`web/tenancy/sample.json`):
 * an application before its payment, and one with half of its documents done. `node tools/sample-answers.ts`
 */
const NAME = 'Ana Exemplo';
const UUID = '00000000-0000-4000-8000-000000000001';
const harness = await startHarness();
const people = [1, 2].map((n) => ({ ...inventedPerson(n), name: NAME, email: 'ana@exemplo.test' })) as [
  ReturnType<typeof inventedPerson>,
  ReturnType<typeof inventedPerson>,
];
const paying = await applicant(harness, people[0]);
await fillData(paying.client, paying.personId, paying.subscriptionId, people[0]);
await acceptContract(paying.client, paying.subscriptionId);
const sending = await withDocuments(harness, people[1]);
const { body: wanted } = await listDocuments(sending.client, sending.subscriptionId);
const asked = wanted.filter(({ stage, required }) => stage === 'enrollment' && required).slice(0, 3);
for (const { documentId } of asked) await upload(sending.client, sending.subscriptionId, documentId);
await harness.platform.jobs.run('scan');
const reviewer = harness.operationsOf('alfa');
const [approved, refused] = asked.map(({ documentId }) => documentId);
await decideDocument(reviewer, approved ?? 0);
await decideDocument(reviewer, refused ?? 0, { decision: 'rejected', note: 'A foto está escura.' });

/** An unsigned token: a page reads the owner from it, and every call with it is answered from the sample. */
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'none' })}.${part({ sub: UUID, exp: 4_102_444_800, rem: true })}.`;
const PERSON = 9001;

/** Merges the data of the two people into the one of the sample; nothing in it leads to a server, so nobody types a card. */
function ofSample(key: string, value: unknown): unknown {
  if (key === 'uuid') return UUID;
  if (key === 'personId') return PERSON;
  if (key === 'institutionCode') return 'EXEMPLO';
  if (key === 'accessToken') return TOKEN;
  if (key === 'cardFields') return null;
  if (key === 'emailConfirmed') return true;
  if (Array.isArray(value))
    return value.filter((one) => one?.method !== 'credit-card').map((one) => ofSample('', one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofSample(name, one)]));
}

const answers: Record<string, unknown> = {};
const applications: unknown[] = [];
for (const { client, subscriptionId: id } of [paying, sending]) {
  const uuid = client.cookies.get('uuid') ?? '';
  const keep = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await client.send(method, `/orbita/api/candidate/${path}`, body ? { body } : {});
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    answers[`${method} /candidate/${path.replace(uuid, UUID)}`] = ofSample('', answer.body);
    return answer.body;
  };
  await keep('GET', 'users/check/');
  applications.push(...((await keep('GET', `users/${uuid}/subscriptions`)) as unknown[]));
  for (const path of ['person-data', 'consents', `subscription/${id}`])
    await keep('GET', `users/${uuid}/${path}`);
  await keep('GET', `subscriptions/status/${id}`);
  for (const path of ['steps', 'status', 'payments', 'documents?stage=enrollment', 'uploads'])
    await keep('GET', `subscriptions/${id}/${path}`);
}
answers[`GET /candidate/users/${UUID}/subscriptions`] = ofSample('', applications);
{
  const { client, subscriptionId: id } = paying;
  const options = await client.call('GET /candidate/subscriptions/{id}/payment-options', { params: { id } });
  answers[`GET /candidate/subscriptions/${id}/payment-options`] = ofSample('', options.body);
  const [price] = options.body.prices;
  const values = await client.call('POST /candidate/subscriptions/{id}/simulateinstallments', {
    params: { id },
    body: { priceId: price?.priceId ?? 0, method: 'pix' },
  });
  answers[`POST /candidate/subscriptions/${id}/simulateinstallments`] = values.body;
}
await harness.stop();
const sample = {
  at: T0,
  uuid: UUID,
  token: TOKEN,
  name: NAME,
  paying: paying.subscriptionId,
  sending: sending.subscriptionId,
  answers,
};
writeFileSync(
  join(import.meta.dirname, '../web/tenancy/sample.json'),
  `${JSON.stringify(sample, null, 1)}\n`,
);
