import type { Examples } from '../records.ts';
import { AT, listed, subscriptionCard } from './records.ts';

const {
  person: _person,
  attention: _attention,
  waitingSince: _since,
  waits: _waits,
  owner: _owner,
  nextContactOn: _next,
  changedAt: _changed,
  ...card
} = subscriptionCard;

const documentCase = {
  caseId: 71,
  personId: 9001,
  documentType: 'cpf',
  documentMasked: '***.222.333-**',
  reasons: ['contact', 'name'],
  account: {
    name: 'Candidata Um',
    birthDate: '2003-05-10',
    emailMasked: 'u***@e***.test',
    phoneMasked: '(31) *****-0001',
    applications: 1,
    proved: true,
  },
  brought: { name: 'Candidato Dois', birthDate: null, emailMasked: 'd***@e***.test', phoneMasked: null },
  broughtBy: 'Sistema acadêmico',
  openedAt: AT,
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  reason: null,
  givenTo: null,
  opens: { account: true, given: false },
} as const;

const heldContact = {
  personId: 9001,
  name: 'Candidata Um',
  channels: ['email'],
  correctedBy: 'Bia Secretaria',
  at: AT,
  heldUntil: null,
  mayRelease: true,
} as const;

const personPage = {
  personId: 9001,
  name: 'Candidata Um',
  socialName: null,
  birthDate: '2003-05-10',
  documents: [{ type: 'cpf', number: '11122233396' }],
  contacts: [
    { channel: 'email', value: 'um@exemplo.test', confirmedAt: AT, held: false, heldUntil: null },
    { channel: 'sms', value: '31900000001', confirmedAt: null, held: false, heldUntil: null },
  ],
  mayRelease: false,
  address: null,
  foreignAddress: {
    ...{ country: 'PT', countryName: 'Portugal', street: 'Rua do Exemplo, 10, 2.º Esq.', complement: null },
    ...{ city: 'Lisboa', region: null, postalCode: '1100-048' },
  },
  signIn: { accounts: [{ documentType: 'cpf', lastAt: AT }], password: true, passkeys: 0, providers: [] },
  applications: [card],
  othersCount: 1,
  block: null,
  consents: {
    privacyNotice: { version: '1', acceptedAt: AT },
    marketing: false,
    whatsapp: false,
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
  documentCases: [],
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

/** Examples of applicants as the institution's team finds and helps them. */
const reminders = {
  ...{ id: 12, kind: 'payment', state: 'running', by: 'Bia Secretaria', createdAt: AT, endedAt: null },
  ...{ waiting: 1, sent: 0, stopped: 0, leftOut: [{ why: 'recent', count: 1 }], cameBack: 0, paid: 0 },
} as const;

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
  'PUT /operations/subscriptions/{id}/owner': {
    body: { mine: true, nextContactOn: '2026-01-19' },
    answers: { 200: { owner: { name: 'Bia Secretaria', mine: true }, nextContactOn: '2026-01-19' } },
  },
  'POST /operations/reminders/preview': {
    body: { kind: 'payment', subscriptionIds: [5001, 5002] },
    answers: {
      200: {
        chosen: 2,
        people: 1,
        channels: [{ channel: 'email', count: 1 }],
        leftOut: [{ why: 'recent', count: 1, ids: [5002] }],
        text: { subject: 'Seu prazo de pagamento termina em 19/01/2026', text: 'Olá, Ana!', sms: null },
      },
    },
  },
  'POST /operations/reminders': {
    body: { kind: 'payment', subscriptionIds: [5001, 5002] },
    answers: { 201: reminders },
  },
  'GET /operations/reminders': { answers: { 200: listed(reminders) } },
  'GET /operations/reminders/{id}': { answers: { 200: reminders } },
  'POST /operations/reminders/{id}/stop': {
    answers: { 200: { ...reminders, state: 'stopped', endedAt: AT } },
  },
  'GET /operations/filter-choices': {
    answers: { 200: [{ code: 'ADM', name: 'Administração', note: null, institutionCode: 'CUA01' }] },
  },
  'GET /operations/moves': {
    answers: {
      200: listed({
        subscriptionId: 5001,
        from: 6,
        to: 3,
        event: 'course-changed',
        actor: 'operations',
        by: 'Bia Secretaria',
        at: AT,
        reason: 'Mudou de cidade',
      }),
    },
  },
  'GET /operations/subscriptions/{id}/notes': { answers: { 200: listed(note) } },
  'POST /operations/subscriptions/{id}/views': {
    body: { reason: 'Ligou com dúvida.' },
    answers: {
      201: {
        url: 'https://cua.alfa.orbita.test/orbita/candidate/visualizacao/#codigo-de-uso-unico',
        expiresAt: '2026-01-12T10:01:00-03:00',
      },
    },
  },
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
  'GET /operations/document-cases': { answers: { 200: listed(documentCase) } },
  'GET /operations/document-cases/{id}': { answers: { 200: documentCase } },
  'GET /operations/held-contacts': { answers: { 200: listed(heldContact) } },
  'POST /operations/document-cases/{id}/decision': {
    body: {
      decision: 'given',
      identityCheck: 'in-person',
      reason: 'Veio com a identidade; a conta é de outra pessoa',
    },
    answers: {
      200: {
        ...documentCase,
        brought: null,
        state: 'given',
        decidedBy: 'Bia Secretaria',
        decidedAt: AT,
        reason: 'Veio com a identidade; a conta é de outra pessoa',
        givenTo: 9002,
        opens: { account: true, given: true },
      },
    },
  },
  'PUT /operations/persons/{personId}/contacts': {
    body: { email: 'um@exemplo.test', identityCheck: 'document', reason: 'Perdeu o acesso ao e-mail antigo' },
    answers: { 200: personPage },
  },
  'POST /operations/persons/{personId}/contacts/release': {
    body: { identityCheck: 'call-back', reason: 'Liguei para o celular que já tínhamos' },
    answers: { 200: personPage },
  },
  'PUT /operations/persons/{personId}/identity': {
    body: {
      name: 'Candidata Um',
      documentType: 'cpf',
      document: '111.222.333-96',
      proof: 'identity-card',
      reason: 'Nome escrito errado na inscrição',
    },
    answers: { 200: personPage },
  },
} satisfies Examples;
