import type { Examples } from '../records.ts';
import { AT, listed, subscriptionCard } from './records.ts';

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
    { channel: 'email', value: 'um@exemplo.test', confirmedAt: AT, heldUntil: null },
    { channel: 'sms', value: '31900000001', confirmedAt: null, heldUntil: null },
  ],
  mayRelease: false,
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

const note = {
  id: 81,
  subscriptionId: 5001,
  text: 'Ligou hoje e vai mandar o RG amanhã.',
  by: 'Hana Atendimento',
  at: AT,
  editedAt: null,
  changeableUntil: '2026-01-12T10:15:00-03:00',
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
  'GET /operations/subscriptions/{id}/timeline': {
    answers: {
      200: {
        data: [
          {
            id: 'move-2',
            at: AT,
            kind: 'move',
            text: 'Você foi aprovado(a) na redação',
            status: 'Situação: Aprovado',
            detail: null,
            actor: 'staff',
            by: 'Bia Secretaria',
            visible: true,
            refs: { from: 1, to: 3, event: 'essay-approved' },
          },
        ],
        nextCursor: null,
      },
    },
  },
  'GET /operations/subscriptions/{id}/actions': {
    answers: {
      200: [
        {
          action: 'reinstate',
          label: 'Reativar',
          allowed: false,
          reason: {
            code: 'TRANSITION_NOT_ALLOWED',
            text: 'Não disponível na situação "Matrícula pendente".',
          },
          transition: null,
          call: 'POST /operations/subscriptions/{id}/events',
          confirm: null,
        },
      ],
    },
  },
  'GET /operations/subscriptions/{id}/notes': { answers: { 200: listed(note) } },
  'POST /operations/subscriptions/{id}/notes': {
    body: { text: 'Ligou hoje e vai mandar o RG amanhã.' },
    answers: { 201: note },
  },
  'PUT /operations/notes/{id}': {
    body: { text: 'Ligou hoje. Vai mandar o RG amanhã.' },
    answers: { 200: { ...note, text: 'Ligou hoje. Vai mandar o RG amanhã.', editedAt: AT } },
  },
  'DELETE /operations/notes/{id}': { answers: {} },
  'GET /operations/persons/{personId}': { answers: { 200: personPage } },
  'PUT /operations/persons/{personId}/contacts': {
    body: { email: 'um@exemplo.test', identityCheck: 'document', reason: 'Perdeu o acesso ao e-mail antigo' },
    answers: { 200: personPage },
  },
  'POST /operations/persons/{personId}/contacts/release': {
    body: { identityCheck: 'call-back', reason: 'Liguei para o celular que já tínhamos' },
    answers: { 200: personPage },
  },
} satisfies Examples;
