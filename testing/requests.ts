import { randomUUID } from 'node:crypto';
import type { Body } from '@orbita/protocol';
import { DEVICE, essayOf, JPEG } from './bodies.ts';
import type { Caller } from './client.ts';
import { documentOf, PASSWORD, type Person, signUpFields, type Traveller } from './people.ts';

/**
 * A candidate's calls, one function each, including those of the institution and of the bank. They return every answer; the
 * steps in `journey.ts` are built from them and throw on a refusal.
 */
export const CAPTCHA = 'simulator-token';
const TITLE = 'Meu título';

/** Header of a command that is executed once however often it is sent. */
export const newKey = () => ({ 'idempotency-key': randomUUID() as string });

/** Creates the account of a person; sent again with the same `headers`, it signs in to that account. */
export const register = (
  caller: Caller,
  person: Person | Traveller,
  tenant = 'alfa',
  headers: Record<string, string> = newKey(),
) =>
  caller.call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant },
    headers,
    body: { ...signUpFields(person), marketingConsent: false, captchaToken: CAPTCHA },
  });

/** Signs in a person who has an account. */
export const signIn = (caller: Caller, person: Person | Traveller, tenant = 'alfa') =>
  caller.call('POST /platform/auth/signin/tenants/{tenant}', {
    params: { tenant },
    body: { ...documentOf(person), password: PASSWORD, remember: true, captchaToken: CAPTCHA },
  });

export type Application = Body<'POST /candidate/subscriptions'>;
/** A course of an offer at one of its poles. */
export type Choice = { institutionCode: string } & Pick<Application, 'offerId' | 'courseId' | 'poleId'>;

/** Applies for a course, after high school unless `more` names another education. */
export const requestPlace = (
  caller: Caller,
  { institutionCode, offerId, courseId, poleId }: Choice,
  more: Partial<Application> = {},
) =>
  caller.call('POST /candidate/subscriptions', {
    headers: { 'x-institution-code': institutionCode },
    body: { offerId, courseId, poleId, schooling: { level: 'high-school' }, ...more },
  });

/** Accepts the rules and starts an essay. */
export const startEssay = (caller: Caller, subscriptionId: number) =>
  caller.call('POST /candidate/subscriptions/{id}/essays', {
    params: { id: subscriptionId },
    headers: newKey(),
    body: { rulesAccepted: true },
  });

/** Saves the text so far, on top of the revision that was read. */
export const saveDraft = (
  caller: Caller,
  essayId: number,
  text: { title?: string; essay: string; revision: number },
) =>
  caller.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
    params: { essayId },
    body: { title: TITLE, ...text },
  });

/** Submits the essay. */
export const finishEssay = (caller: Caller, essayId: number, essay = essayOf(180), title = TITLE) =>
  caller.call('POST /candidate/subscriptions/essays/{essayId}/finish', {
    params: { essayId },
    headers: newKey(),
    body: { title, essay },
  });

/** The institution's grade; `headers` may contain a key, which this call does not need. */
export const gradeEssay = (operations: Caller, essayId: number, score = 720, headers = {}) =>
  operations.call('POST /operations/essays/{id}/grade', {
    params: { id: essayId },
    headers,
    body: { score, hasPlagiarism: false, feedback: 'Bom texto.' },
  });

/** Saves personal data as the form of an application does. */
export const savePerson = (
  caller: Caller,
  personId: number,
  subscriptionId: number,
  body: Body<'PUT /candidate/users/{personId}/person-data'>,
) =>
  caller.call('PUT /candidate/users/{personId}/person-data', {
    params: { personId },
    query: { subsId: subscriptionId },
    body,
  });

export type Schooling = Body<'PUT /candidate/subscriptions/{id}/schooling'>;
/** Saves somebody's earlier education. */
export const saveSchooling = (caller: Caller, subscriptionId: number, body: Schooling) =>
  caller.call('PUT /candidate/subscriptions/{id}/schooling', { params: { id: subscriptionId }, body });

/** The contract with an application's data filled in. */
export const readContract = (caller: Caller, subscriptionId: number) =>
  caller.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
    params: { id: subscriptionId },
  });

type Contract = Pick<Body<'POST /candidate/subscriptions/{id}/contract'>, 'FormatedContract' | 'Contract'>;
/** Accepts that text of the contract. */
export const sendAcceptance = (
  caller: Caller,
  subscriptionId: number,
  { FormatedContract, Contract }: Contract,
) =>
  caller.call('POST /candidate/subscriptions/{id}/contract', {
    params: { id: subscriptionId },
    headers: newKey(),
    body: { FormatedContract, Contract, ...DEVICE },
  });

export type Purpose = 'enrollment' | 'tax';
/** Prices and methods of a payment. */
export const readPaymentOptions = (caller: Caller, subscriptionId: number, purpose: Purpose = 'enrollment') =>
  caller.call('GET /candidate/subscriptions/{id}/payment-options', {
    params: { id: subscriptionId },
    query: { purpose },
  });

export type Charge = Body<'POST /candidate/subscriptions/{id}/payments'>;
/** Opens a charge; `headers` contain its key. */
export const openCharge = (caller: Caller, subscriptionId: number, body: Charge, headers = newKey()) =>
  caller.call('POST /candidate/subscriptions/{id}/payments', {
    params: { id: subscriptionId },
    headers,
    body,
  });

/** A payment as the candidate sees it. */
export const readPayment = (caller: Caller, paymentId: number) =>
  caller.call('GET /candidate/payments/{paymentId}', { params: { paymentId } });

/** What the simulated bank does with a charge. */
export type Order = Partial<Body<'POST /operations/simulator/payments/{paymentId}'>>;
/** Makes the simulated bank pay a charge, or do with it what `order` says; its notification comes later. */
export const settlePix = (operations: Caller, paymentId: number, order: Order = {}) =>
  operations.call('POST /operations/simulator/payments/{paymentId}', {
    params: { paymentId },
    body: { result: 'paid', ...order },
  });

/** The documents an application requires, of one stage or of all. */
export const listDocuments = (caller: Caller, subscriptionId: number, stage?: 'selection' | 'enrollment') =>
  caller.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: subscriptionId },
    ...(stage ? { query: { stage } } : {}),
  });

const TUS = { 'tus-resumable': '1.0.0' };

/** Begins a resumable upload; `id` is part of its address. */
export async function beginUpload(
  caller: Caller,
  subscriptionId: number,
  documentId: number,
  { size, name = 'foto.jpg', sha256 = '' }: { size: number; name?: string; sha256?: string },
) {
  const fields = [['filename', name], ...(sha256 ? [['sha256', sha256]] : [])];
  const answer = await caller.send(
    'POST',
    `/orbita/api/candidate/subscriptions/${subscriptionId}/documents/${documentId}/uploads`,
    {
      headers: {
        ...TUS,
        'upload-length': String(size),
        'upload-metadata': fields
          .map(([key, value = '']) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
    },
  );
  return { ...answer, id: answer.headers.get('location')?.split('/').at(-1) ?? '' };
}

/** Sends the next bytes of an upload. */
export const sendPiece = (caller: Caller, id: string, offset: number, bytes: Buffer) =>
  caller.send('PATCH', `/orbita/api/candidate/uploads/${id}`, {
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    raw: new Uint8Array(bytes),
  });

/** How many bytes of an upload have arrived. */
export async function arrivedOf(caller: Caller, id: string): Promise<{ status: number; offset: number }> {
  const { status, headers } = await caller.send('HEAD', `/orbita/api/candidate/uploads/${id}`, {
    headers: TUS,
  });
  return { status, offset: Number(headers.get('upload-offset') ?? -1) };
}

/** Sends a file for a document that an application requires. */
export async function upload(
  caller: Caller,
  subscriptionId: number,
  documentId: number,
  content: Buffer = JPEG,
  name = 'foto.jpg',
) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], name, { type: 'image/jpeg' }));
  return caller.send(
    'POST',
    `/orbita/api/candidate/subscriptions/${subscriptionId}/documents/${documentId}/files`,
    { form },
  );
}

/** The institution's review of a document. */
export const reviewDocument = (
  operations: Caller,
  documentId: number,
  decision: Body<'POST /operations/documents/{id}/review'>['decision'] = 'approved',
) =>
  operations.call('POST /operations/documents/{id}/review', {
    params: { id: documentId },
    body: { decision },
  });
