import { APPROVALS, isWaiting, maySecond } from '@orbita/domain/approval';
import { isoInZone, shownText, toAmount } from '@orbita/domain/foundation';
import { refundStateOf } from '@orbita/domain/payment';
import type { Service, Tenant } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { ApprovalRow, ShownRow } from './store.ts';

/** The team member whom a request is about, if any. */
const aboutOf = ({ subject_kind: kind, subject_id: id }: ApprovalRow): number | null =>
  kind === 'staff' ? id : null;

/** What a caller may do with a request as its second person; a service token is not a person (spec 25.4.4). */
export const secondOf = (
  service: Service,
  row: ApprovalRow & Pick<ShownRow, 'linked'>,
): ReturnType<typeof maySecond> =>
  service.staff
    ? maySecond(
        {
          requestedBy: row.requested_by,
          institutions: row.institutions,
          about: aboutOf(row),
          linked: row.linked,
        },
        { staffId: service.staff.id, reach: reachWithin(service, [APPROVALS[row.kind].approves]) },
      )
    : 'not-hers';

/** A request as the caller sees it. */
export function presentApproval(row: ShownRow, { service, tenant, now }: Looking) {
  const mine = service.staff?.id === row.requested_by;
  const waits = isWaiting({ state: row.state, expiresAt: row.expires_at }, now);
  // Expired, even if the job has not recorded that yet.
  const state = row.state === 'waiting' && !waits ? ('expired' as const) : row.state;
  const shown = (at: Date) => isoInZone(at, tenant.timeZone);
  return {
    id: row.id,
    kind: row.kind,
    subject: { kind: row.subject_kind, id: row.subject_id },
    subscriptionId: row.subscription_id,
    institutions: row.institutions,
    summary: row.summary,
    fields: row.fields,
    hash: state === 'waiting' ? row.hash : null,
    amount: row.amount_cents === null ? null : toAmount(row.amount_cents),
    reason: row.reason,
    requestedBy: { staffId: row.requested_by, name: shownText(row.requester), email: row.requester_email },
    requestedAt: shown(row.requested_at),
    expiresAt: shown(row.expires_at),
    aloneAt: row.alone_at && shown(row.alone_at),
    state,
    decidedBy:
      row.decided_by === null ? null : { staffId: row.decided_by, name: shownText(row.decider ?? '') },
    decisionReason: row.decision_reason,
    endedAt: state === 'waiting' ? null : shown(row.ended_at ?? row.expires_at),
    failure: row.failure,
    refundState: row.refund_states.length === 0 ? null : refundStateOf(row.refund_states),
    mine,
    mayDecide: waits && secondOf(service, row) === 'yes',
    mayShowToken: mine && state === 'approved' && row.token_id !== null && row.token_shown_at === null,
  };
}

export type Looking = { service: Service; tenant: Pick<Tenant, 'timeZone'>; now: Date };
