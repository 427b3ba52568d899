export const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What can happen to a request; `fail` means that it was approved but could no longer be carried out. */
export type ApprovalEvent = 'approve' | 'refuse' | 'withdraw' | 'expire' | 'fail';

/** Hours after which a request can no longer be approved (spec 25.4.4). */
export const APPROVAL_HOURS = 72;
/** Hours after which a request is at risk in its queue (spec 25.4.1). */
export const APPROVAL_AT_RISK_HOURS = 24;

const AFTER: Readonly<Record<ApprovalEvent, ApprovalState>> = {
  approve: 'approved',
  refuse: 'refused',
  withdraw: 'withdrawn',
  expire: 'expired',
  fail: 'failed',
};

type Dated = { state: ApprovalState; expiresAt: Date };

/** Whether a request is still pending. It ends when its time is up, even before the job has recorded that. */
export const isWaiting = ({ state, expiresAt }: Dated, now: Date): boolean =>
  state === 'waiting' && now < expiresAt;

/**
 * The state after an event, or undefined when the event is not possible: a decided request stays decided, people can act only
 * before the end, and `expire` is possible only from the end on.
 */
export function approvalAfter(
  approval: Dated,
  event: ApprovalEvent,
  now: Date,
): Exclude<ApprovalState, 'waiting'> | undefined {
  if (approval.state !== 'waiting') return undefined;
  const over = now >= approval.expiresAt;
  return over === (event === 'expire') ? (AFTER[event] as Exclude<ApprovalState, 'waiting'>) : undefined;
}
