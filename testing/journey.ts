import type { QueryInput } from '@orbita/protocol';
import { essayOf, personBody, SCHOOLING_BODY } from './bodies.ts';
import type { Caller, Response } from './client.ts';
import type { Person, Traveller } from './people.ts';
import {
  type Application,
  type Choice,
  finishEssay,
  gradeEssay,
  listDocuments,
  openCharge,
  type Purpose,
  readContract,
  readPayment,
  readPaymentOptions,
  register,
  requestPlace,
  reviewDocument,
  type Schooling,
  saveDraft,
  savePerson,
  saveSchooling,
  sendAcceptance,
  startEssay,
  upload,
} from './requests.ts';
import { until } from './until.ts';

/**
 * The steps of a candidate, as in J01 of spec chapter 24, shared by tests, browser journeys, benchmarks and chaos. Each throws
 * when it is refused.
 */

/** Body of an answer. @throws on a refusal, with its status and body. */
export const bodyOf = <B>({ status, body }: Response<B>): B => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Adopts the token of a sign-in or sign-up and renews it at once, as the page does; returns the signed-in person. */
export async function begin(caller: Caller, answer: Response<object>) {
  const body = bodyOf(answer);
  if (!('accessToken' in body)) throw new Error('The account waits for a confirmation');
  caller.token = body.accessToken as string;
  return renew(caller);
}

/** Renews the token, like a page that is reopened; returns the signed-in person. */
export async function renew(caller: Caller) {
  const { accessToken, payloadToken } = bodyOf(await caller.call('GET /candidate/users/check/'));
  caller.token = accessToken;
  return payloadToken;
}

/** Creates an account and stays signed in. */
export const signUp = async (caller: Caller, person: Person | Traveller, tenant = 'alfa') =>
  begin(caller, await register(caller, person, tenant));

/** Which offers to search; types 1 to 4 are graduation, postgraduate, extension and those with a fee. */
export type Offers = Pick<QueryInput<'GET /candidate/offers'>, 'ingress' | 'q'> & { type?: 1 | 2 | 3 | 4 };
type Named = { offer?: number; course?: string; pole?: string; institution?: string };

/** The first course found by a query of offers, or the one of that offer or name, at a pole of that name. */
export async function findCourse(
  caller: Caller,
  query: Offers,
  { offer: id, course: name, pole: at = '', institution }: Named = {},
): Promise<Choice> {
  const headers: Record<string, string> = institution ? { 'x-institution-code': institution } : {};
  const offers = bodyOf(await caller.call('GET /candidate/offers', { query, headers }));
  const offer = offers.data.find((one) => id === undefined || one.id === id);
  const course = offer?.courses.find((one) => name === undefined || one.name === name);
  if (!offer || !course) throw new Error(`The catalogue has no ${name ?? JSON.stringify(query)}`);
  const poles = bodyOf(
    await caller.call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId: offer.id },
      query: { c: course.id },
    }),
  );
  const pole = poles.find(({ description }) => description.includes(at));
  if (!pole) throw new Error('The course has no such pole');
  const { id: offerId, institutionCode } = offer;
  return { institutionCode, offerId, courseId: course.id, poleId: pole.id };
}

/** Undergraduate offers with the online essay. */
export const ESSAY_OFFERS = { type: 1, ingress: 'online-essay' } as const;

/** Applies to Administração EaD, Polo BH, Vestibular online, or to the first such course that another search finds. */
export const apply = async (caller: Caller, search = 'administra', more: Partial<Application> = {}) =>
  bodyOf(await requestPlace(caller, await findCourse(caller, { ...ESSAY_OFFERS, q: search }), more));

/** Starts an essay, saves a draft and submits it; returns its id. */
export async function writeEssay(caller: Caller, subscriptionId: number, words = 180) {
  const { id, revision } = bodyOf(await startEssay(caller, subscriptionId));
  const essay = essayOf(words);
  bodyOf(await saveDraft(caller, id, { essay, revision }));
  bodyOf(await finishEssay(caller, id, essay));
  return id;
}

/** Grades an essay as the institution. */
export const grade = async (operations: Caller, essayId: number, score?: number) =>
  bodyOf(await gradeEssay(operations, essayId, score));

/** Saves personal data and education, by default of a school. */
export async function fillData(
  caller: Caller,
  personId: number,
  subscriptionId: number,
  person: Parameters<typeof personBody>[0],
  schooling: Schooling = SCHOOLING_BODY,
) {
  bodyOf(await savePerson(caller, personId, subscriptionId, personBody(person)));
  bodyOf(await saveSchooling(caller, subscriptionId, schooling));
}

/** Accepts the contract as it is shown. */
export async function acceptContract(caller: Caller, subscriptionId: number) {
  const { contract } = bodyOf(await readContract(caller, subscriptionId));
  return bodyOf(await sendAcceptance(caller, subscriptionId, contract));
}

/** Body of a Pix charge for the plan with `installments` instalments, or with the most. */
export async function pixCharge(
  caller: Caller,
  subscriptionId: number,
  purpose: Purpose = 'enrollment',
  instalments?: number,
) {
  const { prices } = bodyOf(await readPaymentOptions(caller, subscriptionId, purpose));
  const [price] = prices
    .filter(({ plan }) => instalments === undefined || plan.length === instalments)
    .toSorted((a, b) => b.plan.length - a.plan.length);
  if (!price) throw new Error(`No plan of ${instalments ?? 'any'} instalments`);
  const installments = instalments ?? (price.kind === 'enrollment' ? price.plan.length : 1);
  return { purpose, priceId: price.priceId, method: 'pix' as const, installments };
}

/** Pays the plan of six instalments by Pix. */
export const payByPix = async (caller: Caller, subscriptionId: number) =>
  bodyOf(await openCharge(caller, subscriptionId, await pixCharge(caller, subscriptionId, 'enrollment', 6)));

/** Waits until the bank's notification has arrived and the payment counts. */
export const untilPaid = (caller: Caller, paymentId: number, everyMs?: number) =>
  until(
    async () => bodyOf(await readPayment(caller, paymentId)),
    ({ state }) => state === 'paid',
    everyMs,
  );

/**
 * Sends every required document that is still open and has the institution approve it once its file was `scanned`; returns the
 * names and the answers of the reviews.
 */
export async function approveDocuments(
  caller: Caller,
  operations: Caller,
  subscriptionId: number,
  scanned: (fileId: number) => Promise<unknown>,
) {
  const open = ({ required, state }: { required: boolean; state: string }) =>
    required && state !== 'approved' && state !== 'waived';
  const required = bodyOf(await listDocuments(caller, subscriptionId)).filter(open);
  const reviews = [];
  for (const { documentId } of required) {
    const { fileId } = bodyOf(await upload(caller, subscriptionId, documentId)) as { fileId: number };
    await scanned(fileId);
    reviews.push(bodyOf(await reviewDocument(operations, documentId)));
  }
  return { names: required.map(({ name }) => name), reviews };
}
