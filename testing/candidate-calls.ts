import { CONTRACT_BODY, PERSON_BODY, SCHOOLING_BODY } from './bodies.ts';
import type { FullPerson } from './full-person.ts';

type Values = Record<string, string | number>;

/** How a person makes a call about their own records. */
export type CallExample = {
  /** Ids in the path; those of other people must be answered with 404, each of them individually as well. */
  params?: (of: FullPerson) => Values;
  /** Path parameters that are not ids. */
  free?: (of: FullPerson) => Values;
  query?: (of: FullPerson) => Values;
  body?: (of: FullPerson) => unknown;
  headers?: (of: FullPerson) => Record<string, string>;
};

const subscription = { params: (of: FullPerson) => ({ id: of.subscriptionId }) };
const essay = { params: (of: FullPerson) => ({ essayId: of.essayId }) };
const payment = { params: (of: FullPerson) => ({ paymentId: of.paymentId }) };
const file = { params: (of: FullPerson) => ({ fileId: of.fileId }) };
const unfinished = { params: (of: FullPerson) => ({ uploadId: of.uploadId }) };
const pair = {
  params: (of: FullPerson) => ({ id: of.subscriptionId, documentId: of.documentId, otherId: of.documentId }),
};
const uuid = { params: (of: FullPerson) => ({ uuid: of.uuid }) };
const person = { params: (of: FullPerson) => ({ personId: of.personId }) };
const text = { title: 'Meu título', essay: 'palavra '.repeat(180) };

/** Every call that needs a candidate's token. A call missing here fails the test of all calls. */
export const candidateCalls: Record<string, CallExample> = {
  'POST /platform/auth/signout': {},
  'PUT /platform/auth/password': {
    body: () => ({ currentPassword: 'Outra#2025', newPassword: 'Nova#2026x', confirmPassword: 'Nova#2026x' }),
  },
  'PUT /candidate/subscriptions/{id}': {
    ...subscription,
    body: (of) => ({ courseId: of.courseId, poleId: of.poleId, subscriptionId: of.subscriptionId }),
  },
  'GET /candidate/subscriptions/{id}/cancellation': subscription,
  'POST /candidate/subscriptions/{id}/cancellation': {
    ...subscription,
    body: () => ({ reason: 'gave-up' }),
  },
  'DELETE /candidate/subscriptions/{id}/cancellation': subscription,
  'GET /candidate/users/check/': {},
  'GET /platform/auth/proof': {},
  'POST /platform/auth/proof/codes': { body: () => ({ channel: 'email' }) },
  'POST /platform/auth/proof/passkeys': {},
  'POST /platform/auth/proof': { body: () => ({ password: 'Outra#2025' }) },
  'GET /platform/auth/sessions': {},
  'DELETE /platform/auth/sessions/{sessionId}': { params: (of) => ({ sessionId: of.sessionId }) },
  'DELETE /platform/auth/sessions': {},
  'GET /platform/auth/social-accounts': {},
  'DELETE /platform/auth/social-accounts/{id}': { params: (of) => ({ id: of.socialAccountId }) },
  'GET /platform/auth/passkeys': {},
  'POST /platform/auth/passkeys/registrations': {},
  'POST /platform/auth/passkeys': {
    body: () => ({
      registrationId: '7c2b0f4e-5a53-4d0c-9c53-0c1f6a8e2d11',
      credential: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
      },
      label: 'Meu celular',
    }),
  },
  'DELETE /platform/auth/passkeys/{passkeyId}': { params: (of) => ({ passkeyId: of.passkeyId }) },
  'GET /candidate/users/{uuid}/person-data': uuid,
  'PUT /candidate/users/{personId}/person-data': {
    ...person,
    query: (of) => ({ subsId: of.subscriptionId }),
    body: () => PERSON_BODY,
  },
  'POST /candidate/users/{personId}/contact-changes': {
    ...person,
    body: () => ({ kind: 'email', value: 'outro@exemplo.test' }),
  },
  'POST /candidate/users/contact-changes/{changeId}/verify': {
    params: (of) => ({ changeId: of.changeId }),
    body: () => ({ code: '000000' }),
  },
  'GET /candidate/users/{uuid}/consents': uuid,
  'PUT /candidate/users/{uuid}/consents': {
    ...uuid,
    body: () => ({ marketing: true, cookies: { analytics: true, marketing: true } }),
  },
  'GET /candidate/users/{uuid}/privacy-requests': uuid,
  'POST /candidate/users/{uuid}/privacy-requests': { ...uuid, body: () => ({ kind: 'sharing-info' }) },
  'POST /candidate/users/{uuid}/privacy-requests/{id}/file': {
    params: (of) => ({ uuid: of.uuid, id: of.exportId }),
    body: (of) => ({ key: of.exportKey }),
  },
  'GET /candidate/users/{uuid}/messages': { ...uuid, query: () => ({ page: 1, pageSize: 50 }) },
  'GET /candidate/subscriptions/{id}/decision-review': subscription,
  'POST /candidate/subscriptions/{id}/decision-review': {
    ...subscription,
    body: () => ({ details: 'O tema foi seguido.' }),
  },
  'GET /candidate/users/{uuid}/subscriptions': uuid,
  'GET /candidate/users/{uuid}/subscription/{id}': {
    params: (of) => ({ uuid: of.uuid, id: of.subscriptionId }),
  },
  'POST /candidate/subscriptions': {
    headers: (of) => ({ 'x-institution-code': of.institution }),
    body: (of) => ({
      offerId: of.offerId,
      courseId: of.courseId,
      poleId: of.poleId,
      schooling: { level: 'high-school', expectedYear: 2021 },
      accessibility: { kinds: ['other'], notes: 'Cadeira mais alta' },
      voucher: 'ALFA50',
      tracking: { utmSource: 'feira' },
    }),
  },
  'GET /candidate/subscriptions/status/{id}': subscription,
  'GET /candidate/subscriptions/{id}/status': subscription,
  'PUT /candidate/subscriptions/{id}/status': {
    ...subscription,
    body: () => ({ status: 13, reason: 'gave-up' }),
  },
  'GET /candidate/subscriptions/{id}/steps': subscription,
  'GET /candidate/poles/{poleId}/scheduling': {
    free: (of) => ({ poleId: of.poleId }),
    query: (of) => ({ offerId: of.offerId, subscriptionId: of.subscriptionId }),
  },
  'GET /candidate/offers/schedules/by-offer/{offerId}': {
    params: (of) => ({ offerId: of.offerId }),
    query: (of) => ({ subscriptionId: of.subscriptionId }),
  },
  'PUT /candidate/subscriptions/{id}/scheduling': {
    ...subscription,
    body: (of) => ({ hourId: of.hourId || 1 }),
  },
  'GET /candidate/subscriptions/{id}/essays': subscription,
  'GET /candidate/subscriptions/{id}/accommodation-request': subscription,
  'PUT /candidate/subscriptions/{id}/accommodation-request': {
    ...subscription,
    body: () => ({ kinds: ['extra-time'], notes: 'Preciso de mais tempo para ler.', reportLater: true }),
  },
  'POST /candidate/subscriptions/{id}/essays': { ...subscription, body: () => ({ rulesAccepted: true }) },
  'GET /candidate/subscriptions/essays/{essayId}': essay,
  'PUT /candidate/subscriptions/essays/{essayId}/draft': { ...essay, body: () => ({ ...text, revision: 1 }) },
  'POST /candidate/subscriptions/essays/{essayId}/finish': { ...essay, body: () => text },
  'GET /candidate/subscriptions/{id}/exam-score': subscription,
  'POST /candidate/subscriptions/{id}/exam-score': {
    ...subscription,
    body: () => ({ registration: '251000000005', year: 2025 }),
  },
  'POST /candidate/subscriptions/{id}/ingress-switch': {
    ...subscription,
    body: () => ({ kind: 'exam-score' }),
  },
  'GET /candidate/subscriptions/{id}/questionnaire': subscription,
  'PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}': {
    ...subscription,
    free: () => ({ key: 'graduate' }),
    body: () => ({
      rows: [
        {
          institution: 'Universidade Exemplo',
          course: 'Administração',
          degree: 'bachelor',
          conclusionYear: 2024,
        },
      ],
    }),
  },
  'POST /candidate/subscriptions/{id}/questionnaire/submit': subscription,
  'GET /candidate/subscriptions/{id}/interview': subscription,
  'POST /candidate/subscriptions/{id}/interview': {
    ...subscription,
    body: () => ({ channel: 'email', periods: [{ date: '2026-01-20', period: 'morning' }] }),
  },
  'GET /candidate/subscriptions/{id}/enrollment-data': subscription,
  'PUT /candidate/subscriptions/{id}/schooling': { ...subscription, body: () => SCHOOLING_BODY },
  'PUT /candidate/subscriptions/{id}/guardian': {
    ...subscription,
    body: () => ({
      relationship: 'mother',
      name: 'Responsável Exemplo',
      cpf: '44455566619',
      birthDate: '1980-01-01',
      email: 'responsavel@exemplo.test',
      cellPhone: '31900000099',
      sameAddress: true,
    }),
  },
  'GET /candidate/subscriptions/{id}/disciplines': subscription,
  'PUT /candidate/subscriptions/{id}/disciplines': { ...subscription, body: () => ({ disciplineIds: [] }) },
  'GET /candidate/subscriptions/{id}/classes': subscription,
  'PUT /candidate/subscriptions/{id}/class': { ...subscription, body: () => ({ academicClassId: 1 }) },
  'GET /candidate/courses/value/{id}': subscription,
  'GET /candidate/subscriptions/{id}/get-subscription-contract': subscription,
  'POST /candidate/subscriptions/{id}/guardian-links': {
    ...subscription,
    body: () => ({ channel: 'email' }),
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges': {
    ...subscription,
    body: () => ({ party: 'candidate', channel: 'email' }),
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify': {
    params: (of) => ({ id: of.subscriptionId, challengeId: of.acceptanceId }),
    body: () => ({ code: '000000' }),
  },
  'POST /candidate/subscriptions/{id}/contract': { ...subscription, body: () => CONTRACT_BODY },
  'GET /candidate/subscriptions/{id}/payment-options': {
    ...subscription,
    query: () => ({ purpose: 'enrollment' }),
  },
  'POST /candidate/subscriptions/{id}/simulateinstallments': {
    ...subscription,
    body: (of) => ({ priceId: of.priceId, method: 'pix', voucher: 'ALFA50' }),
  },
  'GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}': {
    params: (of) => ({ id: of.subscriptionId, priceId: of.priceId }),
    free: () => ({ voucher: 'ALFA50' }),
  },
  'PUT /candidate/subscriptions/{id}/payment-voucher': {
    ...subscription,
    body: () => ({ purpose: 'enrollment', voucher: 'ALFA50' }),
  },
  'POST /candidate/subscriptions/{id}/payments': {
    ...subscription,
    body: (of) => ({ purpose: 'enrollment', priceId: of.priceId, method: 'pix', installments: 6 }),
  },
  'POST /candidate/subscriptions/{id}/card-access': {
    ...subscription,
    body: () => ({ purpose: 'enrollment', provider: 'cielo' }),
  },
  'GET /candidate/subscriptions/{id}/payments': subscription,
  'GET /candidate/payments/{paymentId}': payment,
  'GET /candidate/payments/{paymentId}/slip': payment,
  'POST /candidate/payments/{paymentId}/payer-links': payment,
  'GET /candidate/payments/{paymentId}/payer-links': payment,
  'DELETE /candidate/payments/{paymentId}/payer-links': payment,
  'POST /candidate/payments/{paymentId}/renew': payment,
  'GET /candidate/subscriptions/{id}/recurrence': subscription,
  'DELETE /candidate/subscriptions/{id}/recurrence': subscription,
  'DELETE /candidate/payments/{paymentId}': payment,
  'GET /candidate/subscriptions/{id}/documents': subscription,
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files': {
    params: (of) => ({ id: of.subscriptionId, documentId: of.documentId }),
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/uploads': {
    params: (of) => ({ id: of.subscriptionId, documentId: of.documentId }),
    headers: () => ({
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': 'filename Zm90by5qcGc=',
    }),
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}': pair,
  'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}': pair,
  'POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}': pair,
  'GET /candidate/subscriptions/{id}/uploads': subscription,
  'HEAD /candidate/uploads/{uploadId}': { ...unfinished, headers: () => ({ 'tus-resumable': '1.0.0' }) },
  'PATCH /candidate/uploads/{uploadId}': {
    ...unfinished,
    headers: () => ({ 'tus-resumable': '1.0.0', 'upload-offset': '0' }),
  },
  'DELETE /candidate/uploads/{uploadId}': { ...unfinished, headers: () => ({ 'tus-resumable': '1.0.0' }) },
  'POST /candidate/uploads/{uploadId}/file': unfinished,
  'GET /candidate/documents/files/{fileId}': { ...file, query: () => ({ link: '1' }) },
  'DELETE /candidate/documents/files/{fileId}': file,
  'GET /candidate/subscriptions/{id}/contract-copy': { ...subscription, query: () => ({ link: '1' }) },
  'POST /candidate/print-tickets': {
    body: (of) => ({ kind: 'contract', subscriptionId: of.subscriptionId }),
  },
  'POST /candidate/events/tickets': { body: (of) => ({ subscriptionIds: [of.subscriptionId] }) },
};
