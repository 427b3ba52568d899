export { ACTION_NAMES, ACTIONS, type ActionName, refusalTexts } from './actions.ts';
export { ACTS_ON_BEHALF, type ActOnBehalf, BY_INSTITUTION, isOnBehalf, shownAct } from './acts.ts';
export { automaticMove } from './automatic.ts';
export {
  CANCELLATION_REASONS,
  type CancellationReason,
  mayWithdraw,
  type Refund,
  refundOf,
  withdrawalDay,
} from './cancellation.ts';
export { changeKeepsStatus, changeRefusal } from './course-change.ts';
export {
  DEADLINE_MOST_DAYS,
  DEADLINE_NAMES,
  DEADLINES,
  type Deadline,
  deadlinesIn,
  extendDeadline,
  extensionDayProblem,
  extensionSubject,
  extensionTexts,
  type LastDays,
  lastDayOf,
  statusesUnder,
} from './deadlines.ts';
export { type Decision, decideMove } from './decide.ts';
export {
  DOSSIER_REASONS,
  type DossierReason,
  KEPT_REASONS,
  type KeptReason,
  openingReasonTexts,
} from './dossier.ts';
export type { Facts } from './facts.ts';
export { nextHead, nextTail } from './gates.ts';
export {
  examApproves,
  type GuardName,
  guards,
  testApproves,
} from './guards.ts';
export { type HistoryRow, historyPath, statusBefore } from './history.ts';
export { isExpired, type NextKind, nextOf, sentenceOf } from './next.ts';
export { newFileText, nextTexts } from './next-texts.ts';
export { mayChangeNote, NOTE } from './note.ts';
export { notificationOf } from './notifications.ts';
export { ON_ENTRY } from './on-entry.ts';
export { type ChargeView, isJustConfirmed, pageOf } from './page.ts';
export { requestedStatus } from './request.ts';
export { isReviewed, mayBeSame, REFUSALS, reviewUntil } from './review.ts';
export { SEARCH_KINDS, type Term, termOf } from './search.ts';
export { type HistoryLine, shownLine } from './shown-line.ts';
export {
  allStatuses,
  awaitsPayment,
  CLOSED_STATUSES,
  ENDED_STATUSES,
  isStatus,
  PAYMENT_STATUS,
  type Page,
  purposeIn,
  STATUS,
  STOPPED_STATUSES,
  type Status,
  statuses,
  statusInfo,
  statusLabel,
} from './statuses.ts';
export { stepDates } from './step-dates.ts';
export {
  hasSelection,
  type SelectionFacts,
  STEP_CODES,
  type StepCode,
  type StepFacts,
  type StepState,
  selectionOf,
  selectionParts,
  stepsOf,
  VIEW,
  viewRouteOf,
} from './steps.ts';
export { eventTexts, onBehalfTexts } from './texts.ts';
export {
  TIMELINE_FILTERS,
  TIMELINE_KINDS,
  type TimelineFilter,
  type TimelineKind,
  timelineTexts,
} from './timeline.ts';
export type { Effect, SubscriptionEvent, Transition } from './transition.ts';
export { creationRow, type RowKey, statusesWith, transitions } from './transitions.ts';
export {
  type Actor,
  type ApplicationType,
  applicationType,
  applicationTypes,
  classRouteOf,
  type DocumentStage,
  documentStageOf,
  type EducationLevelType,
  type IngressKind,
  routeOf,
} from './types.ts';
