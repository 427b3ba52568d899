import { STATUS, type Status } from '../subscription/index.ts';
import { QUEUES } from './queues.ts';

/** Whom or what an application waits for: its person, the team, a bank that has not said yet what came of a payment, or a date. */
export const WAITS_FOR = ['person', 'team', 'bank', 'date'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** Queues of the team that an application may wait in (spec-console 25.4.1), also those of other items. */
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

/** What besides the status decides who is waited for, in the order in which the function of the database takes it. */
export const WAIT_FACTS = [
  /** A request before the essay or test that nobody answered. */
  'accommodationAsked',
  /** Her last essay is delivered and has no grade. */
  'essayDelivered',
  /** The look-up of her exam score has no result. */
  'examAnalysing',
  /** Everything is there by which her disciplines are analysed. */
  'analysisDue',
  /** No required document of the stage is left to send. */
  'selectionSent',
  'enrolmentSent',
  /** Her newest charge was handed on, and nobody knows yet what came of it. */
  'chargeAtBank',
  /** No class has a place, and she was not told of one. */
  'classAwaited',
  'interviewRequested',
  'interviewAppointed',
  'numberMissing',
  'papersStuck',
] as const;
export type WaitFact = (typeof WAIT_FACTS)[number];
export type WaitFacts = Readonly<Record<WaitFact, boolean>>;

/** Who is waited for; of a date the queue is the one it waits in afterwards. */
export type Wait =
  | { readonly for: 'person' | 'bank'; readonly queue?: never }
  | { readonly for: 'team' | 'date'; readonly queue: WaitQueue };

/** What holds first, decides; a rule without a fact always holds. */
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

/** One answer for every status: the last rule of each has no fact (spec-console 25.6.4). */
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
 * Whom an application waits for; null where it waits for nobody. The database keeps the same answer for its lists (function
 * `application_wait`), and a test compares both for every status and all facts.
 */
export const waitOf = (status: Status, facts: WaitFacts): Wait | null =>
  RULES[status].find(({ fact }) => fact === undefined || facts[fact])?.wait ?? null;

/** A date that has passed is waited for no longer: now the team says what came of it. `until` is null where nobody knows the date. */
export const waitNow = (wait: Wait | null, until: Date | null, now: Date): Wait | null =>
  wait?.for === 'date' && until !== null && until <= now ? { for: 'team', queue: wait.queue } : wait;

/** Longest that somebody may ask for applications that stand still, in days. */
export const MOST_STILL_DAYS = 365;

/** For whom or what an application waits, in words of the team. */
const WAIT_LABELS: Readonly<Record<WaitsFor, string>> = {
  person: 'A pessoa',
  team: 'A equipe',
  bank: 'O banco',
  date: 'Uma data',
};

export const waitLabel = (waits: WaitsFor): string => WAIT_LABELS[waits];

/** The same in one line of a file: the team with the queue. */
export const waitText = ([waits, queue]: readonly [WaitsFor, WaitQueue | null]): string =>
  waits === 'team' && queue ? `${waitLabel(waits)}: ${waitQueueLabel(queue)}` : waitLabel(waits);
