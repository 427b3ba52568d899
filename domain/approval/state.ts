export const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What can happen to a request; `fail`: it was approved, and what it asks for does not fit any more. */
export type ApprovalEvent = 'approve' | 'refuse' | 'withdraw' | 'expire' | 'fail';

/** Hours after which nobody can approve any more (spec 25.4.4). */
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

/** Whether a request still waits: once its time is up it is over, also before the job has said so. */
export const isWaiting = ({ state, expiresAt }: Dated, now: Date): boolean =>
  state === 'waiting' && now < expiresAt;

/**
 * The state after an event; undefined where the event comes too late or too early: what is decided stays decided, people act
 * before the end alone, and a request expires from its end on.
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
