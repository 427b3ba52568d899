import type { Facts } from './facts.ts';
import { STATUS, type Status } from './statuses.ts';

/** Gates before status 3, in order (spec 8.2), each named by the status in which it is open. */
const HEAD_ORDER: readonly Status[] = [
  STATUS.PendingTax,
  STATUS.SubscriptionDocumentationPending,
  STATUS.PendingQuestionnaire,
  STATUS.PendingInterview,
  STATUS.Subscribed,
];

const isEvaluated = (facts: Facts) =>
  facts.kind === 'online-essay' || facts.kind === 'scheduled-test' || facts.kind === 'exam-score';

const isMet: Readonly<Record<number, (facts: Facts) => boolean>> = {
  [STATUS.PendingTax]: (facts) => !facts.feeDue || facts.feePaid === true,
  [STATUS.SubscriptionDocumentationPending]: (facts) =>
    !(facts.selectionDocuments || facts.kind === 'document-analysis') ||
    facts.selectionDocumentsApproved === true,
  [STATUS.PendingQuestionnaire]: (facts) => !facts.questionnaireAttached || facts.questionnaireDone === true,
  [STATUS.PendingInterview]: (facts) => !facts.interviewOn || facts.interviewDone === true,
  [STATUS.Subscribed]: (facts) => !isEvaluated(facts) || facts.evaluationPassed === true,
};

/** The gate that is passed when leaving a status: leaving 20 passes the questionnaire. */
const GATE_OF: Readonly<Partial<Record<Status, Status>>> = {
  [STATUS.PendingTax]: STATUS.PendingTax,
  [STATUS.ManualPaymentPending]: STATUS.PendingTax,
  [STATUS.SubscriptionDocumentationPending]: STATUS.SubscriptionDocumentationPending,
  [STATUS.PendingQuestionnaire]: STATUS.PendingQuestionnaire,
  [STATUS.PendingApproveQuestionnaire]: STATUS.PendingQuestionnaire,
  [STATUS.PendingInterview]: STATUS.PendingInterview,
  [STATUS.PendingApproveInterview]: STATUS.PendingInterview,
};

/**
 * First unmet gate before 3 (spec 8.2): fee 17 → selection documents 10 → questionnaire 16 → interview 18 → evaluation (stays 1)
 * → 3. While the kind of ingress is unknown, the result is 1. `leaving` is the status whose gate has just been passed: this gate
 * and those before it count as met.
 */
export function nextHead(facts: Facts, leaving?: Status): Status {
  const passed = leaving === undefined ? undefined : GATE_OF[leaving];
  const start = passed === undefined ? 0 : HEAD_ORDER.indexOf(passed) + 1;
  if (facts.kind === undefined) return STATUS.Subscribed;
  return HEAD_ORDER.slice(start).find((gate) => !isMet[gate]?.(facts)) ?? STATUS.Evaluated;
}

/**
 * First unmet gate after 4 (spec 8.2): class 21 → documents before payment 5 → payment 6 → documents after payment 5 → 7. An
 * unknown amount counts as due, unknown documents count as open.
 */
export function nextTail(facts: Facts): Status {
  const open = facts.documentsOpen !== false;
  if (facts.requiresClass !== false && !facts.classSelected) return STATUS.PendingClassSelection;
  if (facts.documentStage === 'before-payment' && open) return STATUS.DocumentationPending;
  if (!facts.isPaid && facts.amountDue !== 0) return STATUS.EnrollmentPending;
  if (facts.documentStage !== 'before-payment' && facts.documentStage !== 'none' && open)
    return STATUS.DocumentationPending;
  return STATUS.Enrolled;
}
