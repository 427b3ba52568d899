import type { Examples } from '../records.ts';
import { AT, subscriptionCard } from './records.ts';

const {
  person: _person,
  attention: _attention,
  waitingSince: _since,
  changedAt: _changed,
  ...card
} = subscriptionCard;

export const personPage = {
  personId: 9001,
  name: 'Candidata Um',
  socialName: null,
  birthDate: '2003-05-10',
  documents: [{ type: 'cpf', number: '11122233396' }],
  contacts: [
    { channel: 'email', value: 'um@exemplo.test', confirmedAt: AT },
    { channel: 'sms', value: '31900000001', confirmedAt: null },
  ],
  address: null,
  signIn: { accounts: [{ documentType: 'cpf', lastAt: AT }], password: true, passkeys: 0, providers: [] },
  applications: [card],
  othersCount: 1,
  block: null,
  consents: {
    privacyNotice: { version: '1', acceptedAt: AT },
    marketing: false,
    cookies: { analytics: false, marketing: false },
    history: [{ kind: 'privacy-notice', granted: true, version: '1', channel: 'sign-up', at: AT }],
  },
  openRequests: [
    {
      id: 9501,
      kind: 'correction',
      status: 'received',
      requestedAt: AT,
      dueAt: '2026-01-27T23:59:59-03:00',
    },
  ],
  identityLockedAt: null,
};

/** Who applied, as the institution's team finds and helps her. */
export const peopleExamples = {
  'POST /operations/search': {
    body: { q: 'cand um' },
    answers: {
      200: {
        kind: 'name',
        data: [
          {
            personId: 9001,
            subscriptionId: 5001,
            name: 'Candidata Um',
            documentMasked: '***.222.333-**',
            emailMasked: 'u***@e***.test',
            phoneMasked: '(31) *****-0001',
            courseName: 'Administração',
            status: 1,
            statusName: 'Inscrito',
            statusColor: 'status-subscribed',
            institutionCode: 'CUA01',
          },
        ],
        more: false,
      },
    },
  },
  'GET /operations/persons/{personId}': { answers: { 200: personPage } },
} satisfies Examples;
