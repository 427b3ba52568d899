/** Numbers of the subscription statuses [seed, spec 8.1]. 15 is reserved and never written. */
export const STATUS = {
  Subscribed: 1,
  Scheduled: 2,
  Evaluated: 3,
  TermsAccepted: 4,
  DocumentationPending: 5,
  EnrollmentPending: 6,
  Enrolled: 7,
  Blacklisted: 8,
  Unqualified: 9,
  SubscriptionDocumentationPending: 10,
  ManualPaymentPending: 11,
  PendingCancel: 12,
  Canceled: 13,
  PendingInformation: 14,
  PendingQuestionnaire: 16,
  PendingTax: 17,
  PendingInterview: 18,
  PendingApproveInterview: 19,
  PendingApproveQuestionnaire: 20,
  PendingClassSelection: 21,
} as const;

/** Not approved and cancelled applications do not prevent another one for the same offer and course (spec 7.1). */
export const ENDED_STATUSES: readonly number[] = [STATUS.Unqualified, STATUS.Canceled];

/** Nothing more happens to these without the institution: ended ones and blocked ones. */
export const CLOSED_STATUSES: readonly number[] = [STATUS.Blacklisted, ...ENDED_STATUSES];

/** The application stopped where it was: blocked, or being cancelled (spec 8.4). */
export const STOPPED_STATUSES: readonly number[] = [
  STATUS.Blacklisted,
  STATUS.PendingCancel,
  STATUS.Canceled,
];

/** Status in which each purpose is paid. */
export const PAYMENT_STATUS = { enrollment: STATUS.EnrollmentPending, tax: STATUS.PendingTax } as const;

/** Whether the next step is a payment by the candidate. */
export const awaitsPayment = (status: number): boolean =>
  status === PAYMENT_STATUS.enrollment || status === PAYMENT_STATUS.tax;

/** What is paid in a status: the fee while it is due, otherwise the enrolment. */
export const purposeIn = (status: number): keyof typeof PAYMENT_STATUS =>
  status === PAYMENT_STATUS.tax ? 'tax' : 'enrollment';

type StatusKey = keyof typeof STATUS;
export type Status = (typeof STATUS)[StatusKey];

/** Page that a status leads to (spec 8.5), and the seed's pseudo-states. */
export type Page =
  | 'assessment'
  | 'test-summary'
  | 'exam-score'
  | 'essay'
  | 'selection-documents'
  | 'questionnaire'
  | 'interview'
  | 'review'
  | 'result'
  | 'personal-data'
  | 'class'
  | 'tax-payment'
  | 'payment'
  | 'documents'
  | 'enrolled'
  | 'manual-payment'
  | 'pending-cancel'
  | 'canceled'
  | 'blocked'
  | 'information'
  | PseudoPage;
type PseudoPage = 'portal' | 'waitingPayment' | 'successfulPayment' | 'paymentFailure';

export type StatusInfo = {
  number: number;
  /** Name in the seed. */
  key: StatusKey | 'Reserved';
  /** Label shown to people. */
  label: string;
  /** Colour token of the theme. */
  color: string;
  /** Page of the status, or the rule with which `pageOf` determines it. */
  page: Page | 'by-ingress-kind' | 'next-gate';
};

const NEUTRAL = 'status-neutral';

const row = (key: StatusKey, label: string, color: string, page: StatusInfo['page']): StatusInfo => ({
  number: STATUS[key],
  key,
  label,
  color,
  page,
});

/** The statuses of spec 8.1 in the order of their numbers. */
export const statuses: readonly StatusInfo[] = [
  row('Subscribed', 'Inscrito', 'status-subscribed', 'by-ingress-kind'),
  row('Scheduled', 'Prova agendada', 'status-scheduled', 'test-summary'),
  row('Evaluated', 'Aprovado', 'status-evaluated', 'personal-data'),
  row('TermsAccepted', 'Contrato aceito', 'status-terms-accepted', 'next-gate'),
  row('DocumentationPending', 'Documentação pendente', 'status-documentation-pending', 'documents'),
  row('EnrollmentPending', 'Matrícula pendente', 'status-enrollment-pending', 'payment'),
  row('Enrolled', 'Matriculado', 'status-enrolled', 'enrolled'),
  row('Blacklisted', 'Inscrição bloqueada', 'status-blacklisted', 'blocked'),
  row('Unqualified', 'Não aprovado', 'status-unqualified', 'result'),
  row(
    'SubscriptionDocumentationPending',
    'Documentos da inscrição pendentes',
    NEUTRAL,
    'selection-documents',
  ),
  row('ManualPaymentPending', 'Aguardando confirmação do pagamento', NEUTRAL, 'manual-payment'),
  row('PendingCancel', 'Cancelamento solicitado', NEUTRAL, 'pending-cancel'),
  row('Canceled', 'Inscrição cancelada', NEUTRAL, 'canceled'),
  row('PendingInformation', 'Informações pendentes', NEUTRAL, 'information'),
  row('PendingQuestionnaire', 'Questionário pendente', NEUTRAL, 'questionnaire'),
  row('PendingTax', 'Taxa de inscrição pendente', NEUTRAL, 'tax-payment'),
  row('PendingInterview', 'Entrevista pendente', NEUTRAL, 'interview'),
  row('PendingApproveInterview', 'Entrevista em avaliação', NEUTRAL, 'review'),
  row('PendingApproveQuestionnaire', 'Questionário em avaliação', NEUTRAL, 'review'),
  row('PendingClassSelection', 'Escolha de turma pendente', NEUTRAL, 'class'),
];

const RESERVED: StatusInfo = {
  number: 15,
  key: 'Reserved',
  label: 'Em processamento',
  color: NEUTRAL,
  page: 'portal',
};

const byNumber = new Map<number, StatusInfo>(statuses.map((info) => [info.number, info]));

/** Whether the value is a status that may be written: 1–14 and 16–21. */
export const isStatus = (value: unknown): value is Status => typeof value === 'number' && byNumber.has(value);

/** Name, label and colour of a status number; 15 and unknown numbers from an import read "Em processamento". */
export const statusInfo = (status: number): StatusInfo =>
  byNumber.get(status) ?? { ...RESERVED, number: status };

/** Label of status 3 if the candidate entered directly, without an evaluation (spec 8.1). */
const NOT_JUDGED = 'Matrícula liberada';

/** Label of a status for the candidate. `selected` = the course selects its candidates. */
export const statusLabel = (status: number, selected: boolean): string =>
  status === STATUS.Evaluated && !selected ? NOT_JUDGED : statusInfo(status).label;

export const allStatuses: readonly Status[] = Object.values(STATUS);

/** Every status except the named ones. */
export const allBut = (...excluded: readonly Status[]): readonly Status[] =>
  allStatuses.filter((status) => !excluded.includes(status));
