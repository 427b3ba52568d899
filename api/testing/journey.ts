import { randomUUID } from 'node:crypto';
import type { Body } from '@orbita/protocol';
import { DEVICE, PERSON_BODY, SCHOOLING_BODY } from './bodies.ts';
import type { Client, Response } from './harness.ts';
import { type Person, signUpFields } from './people.ts';

/** The steps of J01 as calls, exactly as spec chapter 24 shows them. Each throws when it is refused. */

const good = <R extends Response>(response: R): R['body'] => {
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
};

/** Text of `words` words that no other essay shares. */
export const essayOf = (words: number, seed = randomUUID()): string =>
  Array.from({ length: words }, (_, n) => `palavra${seed.slice(0, 8)}${n}`).join(' ');

/** The smallest file every reader takes for a JPEG. */
export const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbd3ffd9',
  'hex',
);

export async function signUp(client: Client, person: Person, tenant = 'alfa') {
  const answer = await client.call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant },
    body: {
      ...signUpFields(person),
      marketingConsent: false,
      captchaToken: 'simulator-token',
    },
  });
  const body = good(answer);
  if (!('accessToken' in body)) throw new Error('The account waits for a confirmation');
  client.token = body.accessToken;
  const check = good(await client.call('GET /candidate/users/check/'));
  client.token = check.accessToken;
  return check.payloadToken;
}

type Application = Body<'POST /candidate/subscriptions'>;

/** Applies to Administração EaD, Polo BH, Vestibular online, or to the first such course another search finds. */
export async function apply(client: Client, search = 'administra', more: Partial<Application> = {}) {
  const offers = good(
    await client.call('GET /candidate/offers', {
      query: { type: 1, ingress: 'online-essay', q: search, page: 1 },
    }),
  );
  const offer = offers.data[0];
  const course = offer?.courses[0];
  if (!offer || !course) throw new Error(`The catalogue has no ${search}`);
  const poles = good(
    await client.call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId: offer.id },
      query: { c: course.id },
    }),
  );
  const pole = poles[0];
  if (!pole) throw new Error('The course has no pole');
  return good(
    await client.call('POST /candidate/subscriptions', {
      headers: { 'x-institution-code': offer.institutionCode },
      body: {
        offerId: offer.id,
        courseId: course.id,
        poleId: pole.id,
        schooling: { level: 'high-school' },
        ...more,
      },
    }),
  );
}

export async function writeEssay(client: Client, subscriptionId: number, words = 180) {
  const essay = good(
    await client.call('POST /candidate/subscriptions/{id}/essays', {
      params: { id: subscriptionId },
      headers: { 'idempotency-key': randomUUID() },
      body: { rulesAccepted: true },
    }),
  );
  const text = { title: 'Meu título', essay: essayOf(words) };
  good(
    await client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
      params: { essayId: essay.id },
      body: { ...text, revision: essay.revision },
    }),
  );
  good(
    await client.call('POST /candidate/subscriptions/essays/{essayId}/finish', {
      params: { essayId: essay.id },
      headers: { 'idempotency-key': randomUUID() },
      body: text,
    }),
  );
  return essay.id;
}

export const grade = async (operations: Client, essayId: number, score = 720) =>
  good(
    await operations.call('POST /operations/essays/{id}/grade', {
      params: { id: essayId },
      body: { score, hasPlagiarism: false, feedback: 'Bom texto.' },
    }),
  );

export async function fillData(client: Client, personId: number, subscriptionId: number, person: Person) {
  good(
    await client.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId },
      query: { subsId: subscriptionId },
      body: { ...PERSON_BODY, name: person.name, birthDate: person.birthDate },
    }),
  );
  good(
    await client.call('PUT /candidate/subscriptions/{id}/schooling', {
      params: { id: subscriptionId },
      body: SCHOOLING_BODY,
    }),
  );
}

export async function acceptContract(client: Client, subscriptionId: number) {
  const { contract } = good(
    await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
      params: { id: subscriptionId },
    }),
  );
  return good(
    await client.call('POST /candidate/subscriptions/{id}/contract', {
      params: { id: subscriptionId },
      headers: { 'idempotency-key': randomUUID() },
      body: {
        FormatedContract: contract.FormatedContract,
        Contract: contract.Contract,
        ...DEVICE,
      },
    }),
  );
}

/** Pix of the plan of six instalments. */
export async function payByPix(client: Client, subscriptionId: number) {
  const options = good(
    await client.call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: subscriptionId },
      query: { purpose: 'enrollment' },
    }),
  );
  const price = options.prices.find((one) => one.plan.length === 6);
  if (!price) throw new Error('No plan of six instalments');
  return good(
    await client.call('POST /candidate/subscriptions/{id}/payments', {
      params: { id: subscriptionId },
      headers: { 'idempotency-key': randomUUID() },
      body: { purpose: 'enrollment', priceId: price.priceId, method: 'pix', installments: 6 },
    }),
  );
}

export async function upload(
  client: Client,
  subscriptionId: number,
  documentId: number,
  content: Buffer = JPEG,
  name = 'foto.jpg',
) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], name, { type: 'image/jpeg' }));
  return client.send(
    'POST',
    `/orbita/api/candidate/subscriptions/${subscriptionId}/documents/${documentId}/files`,
    { form },
  );
}
