export { type DescribedWebhook, describeAsked, WEBHOOK_KINDS } from './describe.ts';
export { type ApprovalField, approvalField, approvalFieldIf } from './fields.ts';
export {
  APPROVAL_KINDS,
  APPROVAL_QUEUE,
  APPROVAL_SUBJECTS,
  APPROVALS,
  APPROVERS,
  type ApprovalKind,
  type ApprovalSubject,
  mayAlone,
} from './kinds.ts';
export {
  ALONE_HOURS,
  beyondMaker,
  discountNeedsSecond,
  extensionNeedsSecond,
  grantNeedsSecond,
  raises,
  reductionNeedsSecond,
  refundNeedsSecond,
  settlementNeedsSecond,
  TRUST_DAYS,
  tokenMayCarry,
  tokenNeedsSecond,
} from './need.ts';
export { maySecond, reaches } from './second.ts';
export {
  APPROVAL_AT_RISK_HOURS,
  APPROVAL_HOURS,
  APPROVAL_STATES,
  type ApprovalEvent,
  type ApprovalState,
  approvalAfter,
  isWaiting,
} from './state.ts';
export { approvalTexts } from './texts.ts';
