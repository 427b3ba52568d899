import { APPROVAL_QUEUE } from '@orbita/domain/approval';
import { COUNTED_ONLY, type CountedOnly } from '@orbita/domain/work';
import {
  findInterviewItem,
  findQuestionnaireItem,
  interviewsToAppoint,
  interviewsToDecide,
  questionnairesToDecide,
} from './admission/queue.ts';
import { countApprovals } from './approval/count.ts';
import { documentQueue, findDocumentItem } from './document/queue.ts';
import { toAnalyse } from './enrolment/queue.ts';
import { toAccommodate } from './essay/accommodation-request.ts';
import { findEssayItem, firstMarks, secondMarks, thirdMarks } from './essay/queue.ts';
import { countFailedMessages, countStoppedIntegrations } from './messaging/team/count.ts';
import { countDifferences, countRefunds } from './payment/count.ts';
import { findMonthItem, findPaymentItem, markedMonths, markedPayments } from './payment/queue.ts';
import { countDocumentCases, countHeldContacts } from './person/team/count.ts';
import { countPrivacyRequests } from './privacy/count.ts';
import { examScoresToDecide, findExamScoreItem } from './selection/exam-score/queue.ts';
import {
  findApplicationItem,
  findCancellationItem,
  toLeave,
  toSettle,
  withoutNumber,
} from './subscription/queue.ts';
import { withStuckPapers } from './subscription/stuck-papers.ts';
import type { OtherCount } from './work/count.ts';
import type { Items, Queues } from './work/queue.ts';

/** What awaits a decision by staff; a queue without a query is a compile error. */
export const allQueues: Queues = {
  essays: firstMarks,
  'second-grades': secondMarks,
  'third-grades': thirdMarks,
  'selection-documents': documentQueue('selection'),
  'enrolment-documents': documentQueue('enrollment'),
  'discipline-analyses': toAnalyse,
  'accommodation-requests': toAccommodate,
  'exam-scores': examScoresToDecide,
  questionnaires: questionnairesToDecide,
  'interview-requests': interviewsToAppoint,
  'interview-decisions': interviewsToDecide,
  'manual-payments': toSettle,
  attention: markedPayments,
  'month-attention': markedMonths,
  cancellations: toLeave,
  'stuck-papers': withStuckPapers,
  'student-numbers': withoutNumber,
};

/** How the items of each kind are found. */
export const allItems: Items = {
  essay: findEssayItem,
  document: findDocumentItem,
  application: findApplicationItem,
  payment: findPaymentItem,
  month: findMonthItem,
  cancellation: findCancellationItem,
  'exam-score': findExamScoreItem,
  questionnaire: findQuestionnaireItem,
  interview: findInterviewItem,
};

/** What is counted in addition to the queues, because it has calls of its own. */
export const otherCounts: readonly OtherCount[] = [
  { queue: APPROVAL_QUEUE.name, label: APPROVAL_QUEUE.label, countOf: countApprovals },
  ...Object.entries({
    'document-cases': countDocumentCases,
    'held-contacts': countHeldContacts,
    refunds: countRefunds,
    differences: countDifferences,
    privacy: countPrivacyRequests,
    'failed-messages': countFailedMessages,
    'stopped-integrations': countStoppedIntegrations,
  } satisfies Record<CountedOnly, OtherCount['countOf']>).map(([name, countOf]) => {
    const queue = name as CountedOnly;
    return { queue, label: COUNTED_ONLY[queue].label, countOf };
  }),
];
