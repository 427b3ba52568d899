import { STATUS, STOPPED_STATUSES, type Status } from './statuses.ts';
import {
  type ApplicationType,
  classRouteOf,
  type DocumentStage,
  documentStageOf,
  type IngressKind,
  routeOf,
} from './types.ts';

/** Steps of an application, in order (spec 8.4). */
export const STEP_CODES = [
  'subscription',
  'tax',
  'selection-documents',
  'assessment',
  'questionnaire',
  'interview',
  'analysis',
  'result',
  'data',
  'class',
  'payment',
  'documents',
  'enrolled',
] as const;
export type StepCode = (typeof STEP_CODES)[number];
export type StepState = 'done' | 'current' | 'todo' | 'blocked' | 'skipped';
export type Step = {
  code: StepCode;
  label: string;
  state: Exclude<StepState, 'skipped'>;
  /** The candidate did their part; the institution or the system must act now. */
  inReview: boolean;
  route: string | null;
};

/** What a subscription's list of steps depends on (spec 8.4). */
export type StepFacts = {
  id: number;
  type: ApplicationType;
  status: number;
  kind: IngressKind;
  /** The fee has a price above zero, paid or not. */
  feePriced?: boolean;
  /** The offer requires selection documents; ingress by document analysis always does. */
  selectionDocuments?: boolean;
  questionnaireAttached?: boolean;
  interviewOn?: boolean;
  requiresClass?: boolean;
  documentStage?: DocumentStage | null;
  /** The offer requires enrolment documents; unknown counts as yes. */
  hasDocuments?: boolean;
  /** The course has a price above zero, whatever a voucher leaves of it; unknown counts as yes. */
  hasPayment?: boolean;
  /** The institution or the system must act now: essay delivered, test taken, score being looked up, all documents sent. */
  awaitsInstitution?: boolean;
  /** Purpose of the open manual payment (status 11). */
  manualPaymentPurpose?: 'tax' | 'enrollment';
  /** Previous status; shows at which step 8, 9, 12 and 13 stopped. */
  previousStatus?: Status;
};

/** Query parameter of an application's address that opens a completed step, or one in review, read-only (spec 8.4). */
export const VIEW = 'ver';

/** Value of that parameter by step. The analysis has nothing to show, and the last step has its own page. */
const VIEWS: Readonly<Partial<Record<StepCode, string>>> = {
  subscription: 'inscricao',
  tax: 'taxa',
  'selection-documents': 'documentos-da-inscricao',
  assessment: 'avaliacao',
  questionnaire: 'questionario',
  interview: 'entrevista',
  result: 'resultado',
  data: 'dados',
  class: 'turma',
  payment: 'pagamento',
  documents: 'documentos',
};

const ASSESSMENT: Readonly<Partial<Record<IngressKind, string>>> = {
  'scheduled-test': 'Prova',
  'exam-score': 'Nota do ENEM',
  'online-essay': 'Redação',
};

const LABEL: Readonly<Record<Exclude<StepCode, 'assessment' | 'payment'>, string>> = {
  subscription: 'Inscrição',
  tax: 'Taxa de inscrição',
  'selection-documents': 'Documentos da inscrição',
  questionnaire: 'Questionário',
  interview: 'Entrevista',
  analysis: 'Em análise',
  result: 'Resultado',
  data: 'Dados',
  class: 'Turma',
  documents: 'Documentos',
  enrolled: 'Matriculado',
};

function labelOf(code: StepCode, facts: SelectionFacts): string {
  if (code === 'assessment') return ASSESSMENT[facts.kind] ?? 'Prova';
  if (code === 'payment') return facts.type === 'essay' ? 'Primeiro pagamento' : 'Pagamento';
  return LABEL[code];
}

const stageOf = (facts: Pick<StepFacts, 'type' | 'documentStage'>) =>
  documentStageOf(facts.type, facts.documentStage);

/** Whether the type and the offer's configuration include a step, regardless of the status. */
function isConfigured(code: StepCode, facts: SelectionFacts & Partial<StepFacts>): boolean {
  const { type, kind } = facts;
  const postgraduate = type === 'postgraduate' || type === 'tax';
  switch (code) {
    case 'tax':
      return type === 'tax' && facts.feePriced === true;
    case 'selection-documents':
      return (
        (type === 'graduation' || postgraduate) &&
        (kind === 'document-analysis' || facts.selectionDocuments === true)
      );
    case 'assessment':
      return (type === 'graduation' || type === 'essay') && kind in ASSESSMENT;
    case 'questionnaire':
      return postgraduate && facts.questionnaireAttached === true;
    case 'interview':
      return postgraduate && facts.interviewOn === true;
    case 'class':
      return facts.requiresClass === true;
    case 'payment':
      return facts.hasPayment !== false;
    case 'documents':
      return stageOf(facts) !== 'none' && facts.hasDocuments !== false;
    default:
      return true;
  }
}

const SELECTION: readonly StepCode[] = ['selection-documents', 'assessment', 'questionnaire', 'interview'];

/** What determines whether candidates are selected at all. */
export type SelectionFacts = Pick<
  StepFacts,
  'type' | 'kind' | 'selectionDocuments' | 'questionnaireAttached' | 'interviewOn'
>;

/** Selection steps of an offer, in order. */
export const selectionOf = (facts: SelectionFacts): { code: StepCode; label: string }[] =>
  SELECTION.filter((code) => isConfigured(code, facts)).map((code) => ({
    code,
    label: labelOf(code, facts),
  }));

/** Whether candidates are selected; otherwise they enter directly, without approval. */
export const hasSelection = (facts: SelectionFacts): boolean => selectionOf(facts).length > 0;

/** Except for the current step, the steps depend only on the offer, so their number does not change along the way (spec 8.4). */
function drawnSteps(facts: StepFacts, current: StepCode): StepCode[] {
  const order = orderOf(stageOf(facts) === 'before-payment');
  const selected = hasSelection(facts);
  return order.filter((code) => {
    if (code === current) return true;
    if (code === 'result') return selected;
    // A separate step for essays only [seed]. For other types, the completed step itself is in review, because a question, a
    // refused document or another interview leads back to it.
    if (code === 'analysis') return facts.type === 'essay';
    return isConfigured(code, facts);
  });
}

/** All steps in order; documents may come before the payment (spec 8.4). */
export function orderOf(documentsFirst: boolean): readonly StepCode[] {
  if (!documentsFirst) return STEP_CODES;
  const others: StepCode[] = STEP_CODES.filter((code) => code !== 'documents');
  return others.toSpliced(others.indexOf('payment'), 0, 'documents');
}

const BY_STATUS: Readonly<Partial<Record<number, StepCode>>> = {
  [STATUS.Evaluated]: 'data',
  [STATUS.DocumentationPending]: 'documents',
  [STATUS.EnrollmentPending]: 'payment',
  [STATUS.Enrolled]: 'enrolled',
  [STATUS.Unqualified]: 'result',
  [STATUS.PendingInformation]: 'subscription',
  [STATUS.PendingQuestionnaire]: 'questionnaire',
  [STATUS.PendingTax]: 'tax',
  [STATUS.PendingInterview]: 'interview',
  [STATUS.PendingApproveInterview]: 'interview',
  [STATUS.PendingApproveQuestionnaire]: 'questionnaire',
  [STATUS.PendingClassSelection]: 'class',
};

function stepOfStatus(status: number, facts: StepFacts): StepCode {
  switch (status) {
    case STATUS.Subscribed:
    case STATUS.Scheduled:
      if (facts.awaitsInstitution && facts.type === 'essay') return 'analysis';
      return facts.type !== 'extension' && facts.kind in ASSESSMENT ? 'assessment' : 'subscription';
    case STATUS.SubscriptionDocumentationPending:
      return isConfigured('selection-documents', facts) ? 'selection-documents' : 'assessment';
    case STATUS.TermsAccepted:
      return firstAfterData(facts);
    case STATUS.ManualPaymentPending:
      return facts.manualPaymentPurpose === 'tax' ? 'tax' : 'payment';
    default:
      return BY_STATUS[status] ?? 'subscription';
  }
}

function firstAfterData(facts: StepFacts): StepCode {
  if (isConfigured('class', facts)) return 'class';
  const documentsBefore = stageOf(facts) === 'before-payment' && isConfigured('documents', facts);
  if (documentsBefore) return 'documents';
  return isConfigured('payment', facts) ? 'payment' : 'documents';
}

/** Statuses in which only the institution can act, regardless of other facts. */
const REVIEWED: readonly number[] = [STATUS.PendingApproveInterview, STATUS.PendingApproveQuestionnaire];
/** Statuses of the selection in which the step is in review once the candidate did their part. */
const SELECTING: readonly number[] = [
  STATUS.Subscribed,
  STATUS.Scheduled,
  STATUS.SubscriptionDocumentationPending,
];

const isInReview = ({ status, awaitsInstitution }: StepFacts): boolean =>
  REVIEWED.includes(status) || (SELECTING.includes(status) && awaitsInstitution === true);

function stateOf(position: 'before' | 'at' | 'after', facts: StepFacts): Step['state'] {
  if (facts.status === STATUS.Enrolled || position === 'before') return 'done';
  const stopped = STOPPED_STATUSES.includes(facts.status);
  if (position === 'at') return stopped ? 'blocked' : 'current';
  return stopped || facts.status === STATUS.Unqualified ? 'blocked' : 'todo';
}

/** Read-only route of a step, based on the route of its application; null for steps with nothing to read. */
export function viewRouteOf(code: StepCode, route: string): string | null {
  const view = VIEWS[code];
  return view ? `${route}?${VIEW}=${view}` : null;
}

function stepRouteOf(code: StepCode, state: Step['state'], { type, id }: StepFacts): string | null {
  if (state === 'current') return code === 'class' ? classRouteOf(type, id) : routeOf(type, id);
  if (state !== 'done') return null;
  return code === 'enrolled' ? routeOf(type, id) : viewRouteOf(code, routeOf(type, id));
}

/**
 * The list of steps of one subscription (spec 8.4): its steps in order, without skipped ones. After a refusal (9) the result is
 * current and the rest is blocked; blocked, cancelled and cancellation pending (8, 13, 12) block the step at which the
 * subscription stopped and the rest. Routes are without the base path; a completed step opens read-only, and steps that cannot be
 * opened have no route.
 */
export function stepsOf(facts: StepFacts): Step[] {
  const status = STOPPED_STATUSES.includes(facts.status)
    ? (facts.previousStatus ?? STATUS.Subscribed)
    : facts.status;
  const current = stepOfStatus(status, facts);
  const drawn = drawnSteps(facts, current);
  const at = drawn.indexOf(current);
  return drawn.map((code, index) => {
    const state = stateOf(index === at ? 'at' : index < at ? 'before' : 'after', facts);
    const inReview = state === 'current' && isInReview(facts);
    return { code, label: labelOf(code, facts), state, inReview, route: stepRouteOf(code, state, facts) };
  });
}

/** Labels of the selection steps of an application; the fee covers them (S-34). */
export const selectionParts = (steps: readonly Pick<Step, 'code' | 'label'>[]): string[] =>
  steps.filter(({ code }) => SELECTION.includes(code)).map(({ label }) => label);
