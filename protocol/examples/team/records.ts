import { payment, subscription } from '../records.ts';

const {
  warningPopup: _popup,
  permissions: _permissions,
  personBirthday: _birthday,
  campusAddress: _address,
  rescheduling: _rescheduling,
  ...card
} = subscription;

export const AT = '2026-01-12T10:00:00-03:00';
const LATER = '2026-01-12T10:50:00-03:00';

/** Page of a long list: `nextCursor` leads to the next page and is null on the last one. */
export const listed = (...data: unknown[]) => ({
  data,
  page: 1,
  pageSize: 20,
  total: data.length,
  totalCapped: false,
  nextCursor: null,
});

/** Response to a decision; `id` and `state` belong to what was decided, `status` is the application's new status. */
export const decision = (id: number, state: string, status: number) => ({
  id,
  state,
  subscriptionId: 5001,
  status,
});

const person = {
  name: 'Candidata Um',
  socialName: null,
  document: '11122233396',
  email: 'um@exemplo.test',
  cellPhone: '31900000001',
};

export const subscriptionCard = {
  ...card,
  createdAt: AT,
  page: 'essay',
  person,
  attention: [],
  waits: { for: 'person', queue: null, since: AT, until: null },
  owner: null,
  nextContactOn: null,
  waitingSince: AT,
  changedAt: AT,
};

export const document = {
  id: 6001,
  subscriptionId: 5001,
  name: 'Documento de identidade (frente e verso)',
  stage: 'enrollment',
  required: true,
  state: 'sent',
  coveredBy: null,
  files: [
    {
      fileId: 6101,
      name: 'identidade.jpg',
      size: 482_113,
      type: 'image/jpeg',
      sentAt: AT,
      scan: 'clean',
      sentBy: 'candidate',
    },
  ],
  version: 3,
  claim: null,
  skipped: false,
  waitingSince: AT,
  sentBy: 'candidate',
};

export const wholeSubscription = {
  ...subscription,
  subscriptionStatus: 6,
  statusName: 'Matrícula pendente',
  statusColor: 'status-enrollment-pending',
  permissions: { changeCourse: true, cancel: true, reschedule: false, switchIngress: false, switchTo: [] },
  paymentDeadline: '2026-01-19T23:59:59-03:00',
  version: 4,
  person,
  history: [
    { from: null, to: 1, event: 'create', actor: 'candidate', at: AT, reason: null },
    { from: 1, to: 3, event: 'essay-approved', actor: 'operations', at: AT, reason: null },
    { from: 3, to: 4, event: 'contract-accepted', actor: 'candidate', at: AT, reason: null },
    { from: 4, to: 6, event: 'payment-required', actor: 'system', at: AT, reason: null },
  ],
  acceptances: [
    {
      acceptanceId: 8101,
      Contract: 'CT-GRAD:1',
      hash: 'sha256:f4b2f93232933ea7e54beff65d8f392f285e9406add1f26c4bbca6c9becf2d23',
      acceptedAt: AT,
      voidedAt: null,
    },
  ],
  payments: [payment],
  documents: [{ ...document, cover: null }],
  attention: [],
  steps: [
    { code: 'subscription', label: 'Inscrição', state: 'done', inReview: false, route: null },
    { code: 'payment', label: 'Pagamento', state: 'current', inReview: false, route: '/payment/5001' },
  ],
  work: null,
  candidateReads: 'Falta o primeiro pagamento. Com ele, a vaga é sua.',
  deadlines: { payment: '2026-01-19T23:59:59-03:00', documents: null, class: null },
  waits: { for: 'person', queue: null, since: AT, until: null },
  owner: null,
  nextContactOn: null,
  waitingSince: AT,
  changedAt: AT,
  voucher: 'ALFA50',
  tracking: {
    ...{ utmSource: 'feira', utmMedium: 'cartaz', utmCampaign: null },
    ...{ utmContent: null, utmTerm: null, gclid: null, fbclid: null },
  },
};

/** Imported application with data still missing. */
export const importedSubscription = {
  ...wholeSubscription,
  subscriptionStatus: 14,
  statusName: 'Informações pendentes',
  statusColor: 'status-neutral',
  permissions: { changeCourse: false, cancel: true, reschedule: false, switchIngress: false, switchTo: [] },
  paymentDeadline: null,
  version: 1,
  candidateReads: 'Faltam alguns dados seus.',
  history: [{ from: null, to: 14, event: 'create', actor: 'operations', at: AT, reason: null }],
  acceptances: [],
  tracking: null,
  payments: [],
  documents: [],
};

export const essay = {
  id: 7001,
  subscriptionId: 5001,
  course: 'Administração',
  attempt: 1,
  theme: 'A tecnologia e as novas formas de trabalho',
  title: 'Meu título',
  essay: 'O texto inteiro da redação, com seus parágrafos.',
  wordCount: 312,
  completedDate: LATER,
  similarity: { max: 0.08, essayId: 7000, suspected: false },
  state: 'finished',
  dueBy: '2026-01-13T10:50:00-03:00',
  version: 2,
  claim: null,
  timedOut: false,
  round: 1,
  minScore: 200,
};

export const wholeEssay = {
  ...essay,
  supportTexts: ['Máquinas assumem tarefas que se repetem.'],
  quotations: [{ start: 44, end: 96 }],
  rubric: null,
  draft: null,
  marks: null,
  barred: null,
};

export const opsRecurrence = {
  id: 9701,
  method: 'automatic-pix',
  state: 'approved',
  amount: 360,
  dayOfMonth: 5,
  fixed: true,
  approvedAt: '2026-01-12T10:48:00-03:00',
  endedBy: null,
  subscriptionId: 5001,
  paymentId: 8001,
  providerId: 'RR9999999920260112abcdefghijk',
  endCode: null,
  createdAt: '2026-01-12T10:45:00-03:00',
  updatedAt: '2026-01-12T10:50:00-03:00',
  cycles: [
    {
      id: 9801,
      number: 2,
      dueDate: '2026-02-05',
      amount: 360,
      state: 'scheduled',
      providerId: 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF',
      askedFor: '2026-02-05',
      retryDays: [],
      received: null,
      refunded: 0,
      attention: [],
      endedBy: null,
      endCode: null,
      paidAt: null,
    },
  ],
};

/** Month that was paid twice, half of which is being refunded. */
export const opsMonth = {
  ...{ id: 9801, number: 2, dueDate: '2026-02-05', amount: 360, state: 'paid' },
  providerId: 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF',
  ...{ askedFor: '2026-02-05', retryDays: [], received: 360, refunded: 0, attention: ['second-payment'] },
  ...{ endedBy: null, endCode: null, paidAt: '2026-02-05T08:00:00-03:00' },
  ...{ recurrenceId: 9701, subscriptionId: 5001, method: 'automatic-pix' },
  refunds: [
    {
      ...{ id: 8202, amount: 360, state: 'processing', reason: 'Paga duas vezes', failure: null },
      requestedBy: 'ERP',
      ...{ requestedAt: '2026-02-06T11:00:00-03:00', settledAt: null },
    },
  ],
  resolutions: [],
  updatedAt: '2026-02-06T11:00:00-03:00',
};

export const opsPayment = {
  id: 8001,
  subscriptionId: 5001,
  purpose: 'enrollment',
  method: 'pix',
  amount: 360,
  received: 360,
  refunded: 10,
  state: 'paid',
  providerId: 'E00000000202601121350abcdef12345',
  attention: [],
  reason: null,
  refunds: [
    {
      id: 8201,
      amount: 10,
      state: 'processing',
      reason: 'Pago a mais',
      failure: null,
      requestedBy: 'ERP',
      requestedAt: '2026-01-12T11:00:00-03:00',
      settledAt: null,
    },
  ],
  resolutions: [],
  createdAt: AT,
  paidAt: LATER,
  updatedAt: '2026-01-12T11:00:00-03:00',
};

/** Context of a payment or month. */
export const moneyItem = {
  ...{ version: 3, left: 350, institutionCode: 'CUA01', courseName: 'Administração' },
  ...{ person: { personId: 4001, name: 'Candidata Modelo' }, work: null },
};

export const openPayment = {
  ...opsPayment,
  ...moneyItem,
  marks: [],
  provider: {
    ...{
      name: 'pix',
      txid: opsPayment.providerId,
      number: null,
      slipLine: null,
      ourNumber: null,
      dueDay: null,
    },
    ...{ endToEndIds: ['E00000000202601121350abcdef12345'], brand: null, last4: null },
  },
  rows: [
    { label: 'Valor da tabela', amount: 400 },
    { label: 'Desconto', amount: -40 },
  ],
  events: [
    { at: LATER, kind: 'paid', text: 'Pago', amount: null, by: null, detail: null },
    { at: AT, kind: 'created', text: 'Cobrança criada', amount: 360, by: null, detail: null },
  ],
  recurrence: null,
};

export const slipRemittance = {
  ...{ id: 9901, institution: 'FBX01', bank: '001', agreement: '2874611', sequence: 12, entries: 3 },
  ...{ writeOffs: 1, total: 1200, hasFile: true, createdBy: 'Financeiro' },
  createdAt: '2026-01-12T17:00:00-03:00',
};

export const slipReturn = {
  ...{ id: 9971, institution: 'FBX01', bank: '001', sequence: 31, day: '2026-01-13' },
  counts: { applied: 1, 'unknown-number': 1 },
  lines: [
    {
      ...{ line: 3, outcome: 'applied', message: 'Pago: R$ 360,00.', movement: 'settled' },
      ...{ paymentId: 8001, paid: 360 },
    },
    {
      ...{ line: 5, outcome: 'unknown-number', movement: 'registered', paymentId: null, paid: null },
      message: 'O nosso número 28746110000099999 não é de um boleto desta instituição.',
    },
  ],
};

const { lines: _lines, ...countedReturn } = slipReturn;
export const readSlipReturn = { ...countedReturn, importedBy: 'Júlia Financeiro', readAt: AT };

export const reconciliation = {
  id: 9801,
  institution: 'CUA01',
  provider: 'pix',
  fromDay: '2026-01-10',
  untilDay: '2026-01-12',
  nightly: true,
  state: 'done',
  compared: 214,
  applied: 1,
  open: 1,
  failure: null,
  attempts: 1,
  nextAttemptAt: null,
  createdAt: '2026-01-13T03:00:20-03:00',
  endedAt: '2026-01-13T03:00:31-03:00',
};

export const reconciliationDifference = {
  id: 9851,
  reconciliationId: 9801,
  institution: 'CUA01',
  provider: 'pix',
  kind: 'other-amount',
  reference: 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF',
  paymentId: 8001,
  subscriptionId: 5001,
  recurrenceId: null,
  cycle: null,
  ours: { stage: 'paid', asked: 360, received: 360, refunded: 0 },
  theirs: { stage: 'paid', asked: 360, received: 350, refunded: 0 },
  state: 'open',
  reason: null,
  resolvedAt: null,
  createdAt: '2026-01-13T03:00:25-03:00',
  updatedAt: '2026-01-13T03:00:25-03:00',
};

export const webhookEndpoint = {
  id: 3001,
  institution: 'CUA01',
  url: 'https://academico.exemplo.test/avisos',
  kinds: ['enrollment.completed'],
  description: 'Sistema acadêmico',
  state: 'active',
  failingSince: null,
  attention: [],
  previousSecretUntil: null,
  createdAt: AT,
};

export const notification = {
  id: 17,
  subscriptionId: 5001,
  template: 'N-05',
  title: 'Inscrição recebida',
  channel: 'email',
  to: 'u***@e***.test',
  state: 'sent',
  attempts: 1,
  createdAt: AT,
  sentAt: AT,
  deliveredAt: null,
  lastError: null,
  undelivered: null,
  mayResend: true,
};
