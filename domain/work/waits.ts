import { STATUS, type Status } from '../subscription/index.ts';
import { QUEUES } from './queues.ts';

/**
 * Who or what an application is waiting for: the candidate, the team, a bank that has not reported the outcome of a payment yet,
 * or a date.
 */
export const WAITS_FOR = ['person', 'team', 'bank', 'date'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** Queues of the team that an application may be waiting in (spec-console 25.4.1), including those of other items. */
const WAIT_QUEUES = {
  essays: QUEUES.essays.label,
  'exam-scores': 'Notas do ENEM',
  'test-results': 'Resultados de prova',
  'selection-documents': QUEUES['selection-documents'].label,
  'enrolment-documents': QUEUES['enrolment-documents'].label,
  'discipline-analyses': QUEUES['discipline-analyses'].label,
  'accommodation-requests': QUEUES['accommodation-requests'].label,
  questionnaires: 'Questionários',
  'interview-requests': 'Entrevistas sem data',
  'interview-decisions': 'Entrevistas a decidir',
  'manual-payments': QUEUES['manual-payments'].label,
  cancellations: 'Cancelamentos',
  classes: 'Vagas nas turmas',
  'stuck-papers': QUEUES['stuck-papers'].label,
  'student-numbers': QUEUES['student-numbers'].label,
} as const;
export type WaitQueue = keyof typeof WAIT_QUEUES;
export const WAIT_QUEUE_NAMES = Object.keys(WAIT_QUEUES) as [WaitQueue, ...WaitQueue[]];

export const waitQueueLabel = (queue: WaitQueue): string => WAIT_QUEUES[queue];

/** What, besides the status, determines who an application is waiting for, in the parameter order of the database function. */
export const WAIT_FACTS = [
  /** An unanswered accommodation request before the essay or test. */
  'accommodationAsked',
  /** The candidate's last essay is delivered and has no grade. */
  'essayDelivered',
  /** The look-up of the candidate's exam score has no result. */
  'examAnalysing',
  /** Everything needed for analysing the candidate's disciplines is there. */
  'analysisDue',
  /** All required documents of the stage were sent. */
  'selectionSent',
  'enrolmentSent',
  /** The newest charge was handed to the bank, and its outcome is not known yet. */
  'chargeAtBank',
  /** No class has a free place, and the candidate was not notified of one. */
  'classAwaited',
  'interviewRequested',
  'interviewAppointed',
  'numberMissing',
  'papersStuck',
] as const;
export type WaitFact = (typeof WAIT_FACTS)[number];
export type WaitFacts = Readonly<Record<WaitFact, boolean>>;

/** Who or what is waited for. For a date, `queue` is the one in which the application waits afterwards. */
export type Wait =
  | { readonly for: 'person' | 'bank'; readonly queue?: never }
  | { readonly for: 'team' | 'date'; readonly queue: WaitQueue };

/** The first rule that applies decides; a rule without a fact always applies. */
type Rule = { readonly fact?: WaitFact; readonly wait: Wait | null };

const person: Rule = { wait: { for: 'person' } };
const nobody: Rule = { wait: null };
const team = (queue: WaitQueue, fact?: WaitFact): Rule => ({
  ...(fact && { fact }),
  wait: { for: 'team', queue },
});
const date = (queue: WaitQueue, fact?: WaitFact): Rule => ({
  ...(fact && { fact }),
  wait: { for: 'date', queue },
});
const paying: readonly Rule[] = [{ fact: 'chargeAtBank', wait: { for: 'bank' } }, person];
const asked = team('accommodation-requests', 'accommodationAsked');
const exam = team('exam-scores', 'examAnalysing');

/** Rules by status; the last rule of each has no fact, so there is always a result (spec-console 25.6.4). */
const RULES: Readonly<Record<Status, readonly Rule[]>> = {
  [STATUS.Subscribed]: [asked, team('essays', 'essayDelivered'), exam, person],
  [STATUS.Scheduled]: [asked, date('test-results')],
  [STATUS.Evaluated]: [person],
  [STATUS.TermsAccepted]: [person],
  [STATUS.DocumentationPending]: [team('enrolment-documents', 'enrolmentSent'), person],
  [STATUS.EnrollmentPending]: paying,
  [STATUS.Enrolled]: [team('student-numbers', 'numberMissing'), team('stuck-papers', 'papersStuck'), nobody],
  [STATUS.Blacklisted]: [nobody],
  [STATUS.Unqualified]: [nobody],
  [STATUS.SubscriptionDocumentationPending]: [
    team('discipline-analyses', 'analysisDue'),
    exam,
    team('selection-documents', 'selectionSent'),
    person,
  ],
  [STATUS.ManualPaymentPending]: [team('manual-payments')],
  [STATUS.PendingCancel]: [team('cancellations')],
  [STATUS.Canceled]: [nobody],
  [STATUS.PendingInformation]: [person],
  [STATUS.PendingQuestionnaire]: [person],
  [STATUS.PendingTax]: paying,
  [STATUS.PendingInterview]: [
    team('interview-requests', 'interviewRequested'),
    date('interview-decisions', 'interviewAppointed'),
    person,
  ],
  [STATUS.PendingApproveInterview]: [team('interview-decisions')],
  [STATUS.PendingApproveQuestionnaire]: [team('questionnaires')],
  [STATUS.PendingClassSelection]: [team('classes', 'classAwaited'), person],
};

/**
 * Who or what an application is waiting for; null if nobody has anything to do. The database computes the same for its lists
 * (function `application_wait`), and a test compares both for every status and all facts.
 */
export const waitOf = (status: Status, facts: WaitFacts): Wait | null =>
  RULES[status].find(({ fact }) => fact === undefined || facts[fact])?.wait ?? null;

/** Once a date has passed, it is the team's turn to record the outcome. `until` is null when the date is not known. */
export const waitNow = (wait: Wait | null, until: Date | null, now: Date): Wait | null =>
  wait?.for === 'date' && until !== null && until <= now ? { for: 'team', queue: wait.queue } : wait;

/** Maximum number of days when filtering for applications without progress. */
export const MOST_STILL_DAYS = 365;

/** Labels for the team of who or what an application is waiting for. */
const WAIT_LABELS: Readonly<Record<WaitsFor, string>> = {
  person: 'A pessoa',
  team: 'A equipe',
  bank: 'O banco',
  date: 'Uma data',
};

export const waitLabel = (waits: WaitsFor): string => WAIT_LABELS[waits];

/** The same on one line of a file: the team with its queue. */
export const waitText = ([waits, queue]: readonly [WaitsFor, WaitQueue | null]): string =>
  waits === 'team' && queue ? `${waitLabel(waits)}: ${waitQueueLabel(queue)}` : waitLabel(waits);
