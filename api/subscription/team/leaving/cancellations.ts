import { dayInZone, formatAmount, formatDate, isoInZone, toAmount, toCents } from '@orbita/domain/foundation';
import { withdrawalDay } from '@orbita/domain/subscription';
import sql, { empty, type Sql } from 'sql-template-tag';
import { deciderName } from '../../../caller/operator.ts';
import { notify } from '../../../messaging/notify.ts';
import { registerRefunds } from '../../../payment/give-back.ts';
import { refundableOf } from '../../../payment/refundable.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Service, Tenant } from '../../../platform/http/context.ts';
import { fail, invalid } from '../../../platform/http/errors.ts';
import { type List, listPage } from '../../../platform/lists/list-page.ts';
import { institutionFilter, type ListQuery, ownedBy } from '../../../platform/lists/lists.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkDecision, settleItem } from '../../../work/decision.ts';
import { lockSubscription, moveSubscription } from '../../move.ts';

type Row = {
  id: number;
  subscription_id: number;
  reason: string;
  details: string | null;
  state: string;
  requested_at: Date;
  withdrawal_right: boolean;
  paid_cents: number;
  refund_cents: number | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  due_at: Date;
  version: number;
};

type ListedRow = Row & { institution_code: string; course_name: string; accepted_at: Date | null };

/** Last day of the right of withdrawal from an accepted contract, by the tenant's calendar; null without one. */
const withdrawalUntil = (accepted: Date | null, { timeZone, holidays }: Tenant): string | null =>
  accepted && withdrawalDay(dayInZone(accepted, timeZone), holidays);

/** A cancellation request as listed. */
export const presentCancellation = (row: ListedRow, tenant: Tenant) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  reason: row.reason,
  details: row.details,
  state: row.state,
  requestedAt: isoInZone(row.requested_at, tenant.timeZone),
  withdrawalRight: row.withdrawal_right,
  paidTotal: toAmount(row.paid_cents),
  refund: row.refund_cents === null ? null : toAmount(row.refund_cents),
  institutionCode: row.institution_code,
  courseName: row.course_name,
  withdrawalUntil: withdrawalUntil(row.accepted_at, tenant),
  dueAt: isoInZone(row.due_at, tenant.timeZone),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at && isoInZone(row.decided_at, tenant.timeZone),
});

/** SQL columns of a `ListedRow`, from `cancellation x`. */
const LISTED = sql`x.*, i.code as institution_code, c.name as course_name, (
  select k.accepted_at from contract_acceptance k where k.tenant_id = x.tenant_id and k.subscription_id = x.subscription_id
  and k.voided_at is null) as accepted_at`;
const LISTED_JOINS = sql`join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id
  join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id`;

type Query = ListQuery & { state?: string | undefined };

const stateFilter = (state: string | undefined): Sql => {
  if (!state) return empty;
  return state === 'decided' ? sql` and x.state <> 'open'` : sql` and x.state = ${state}`;
};

const cancellationList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['cancellation', 'x'],
  where: sql`x.tenant_id = ${tenantId}${stateFilter(query.state)}
    ${ownedBy(tenantId, service, query, sql`x.institution_id`)}`,
  columns: LISTED,
  joins: LISTED_JOINS,
  at: sql`x.changed_at`,
  newestFirst: query.state === 'decided',
});

/** Cancellation requests, oldest first; decided ones newest first (spec 17.2). */
export const listCancellations = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<ListedRow, ReturnType<typeof presentCancellation>>(
    platform.db.tenant(tenant.id),
    cancellationList(tenant.id, service, query),
    query,
    (row) => presentCancellation(row, tenant),
  );

export type CancellationDecision = {
  decision: 'confirmed' | 'denied';
  reason?: string | null | undefined;
  /** In BRL. */
  refund?: number | null | undefined;
  refundBy?: string | null | undefined;
  version?: number | null | undefined;
};

/**
 * Cents to refund; within the right of withdrawal, everything that was not refunded yet (CDC art. 49). Fails with 422 for any
 * other amount then, and for more than was paid.
 */
function refundCents(row: Row, given: CancellationDecision, left: number): number {
  const cents = given.refund === null || given.refund === undefined ? undefined : toCents(given.refund);
  const most = Math.min(row.paid_cents, left);
  if (row.withdrawal_right && most > 0 && cents !== most) {
    invalid([{ field: 'refund', message: `Must be ${toAmount(most)}: right of withdrawal` }]);
  }
  if (cents !== undefined && cents > most) {
    invalid([{ field: 'refund', message: `At most what was paid: ${toAmount(most)}` }]);
  }
  return cents ?? 0;
}

type Deciding = {
  service: Service;
  id: number;
  decidedBy: string;
  read: () => CancellationDecision;
  /** The request approved by a second person, if one was required. */
  approvalId?: number;
  /** Checked as a work item that the caller saw and claimed; a second person approves the request instead. */
  asItem?: boolean;
};

/** Records the refunds; they are sent once the decision is committed (TR-92). */
async function giveBack(
  tx: Tx,
  platform: Platform,
  row: Row,
  { decidedBy: by, approvalId }: Deciding,
  given: CancellationDecision,
  cents: number,
) {
  if (cents === 0) return [];
  const reason = given.reason?.trim() || 'Cancelamento';
  const rows = await registerRefunds(tx, platform, row.subscription_id, { cents, reason, by, approvalId });
  if (!rows) throw new Error(`Subscription ${row.subscription_id} has less left than was counted`);
  return rows;
}

/** A cancellation request that the caller may see. */
export const findCancellation = (tx: Tx, service: Service, id: number) =>
  tx.one<ListedRow>(sql`
    select ${LISTED} from cancellation x ${LISTED_JOINS}
    where x.tenant_id = ${tx.tenantId} and x.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`);

/**
 * Checks that a request can be decided this way and locks its application; `cents` is the amount to refund, null for a denial.
 */
export async function judgeCancellation(
  tx: Tx,
  platform: Platform,
  { service, id, read, asItem }: Omit<Deciding, 'decidedBy'>,
) {
  const found = await findCancellation(tx, service, id);
  if (!found) fail('NOT_FOUND');
  const given = read();
  const subscription = await lockSubscription(tx, found.subscription_id);
  // Read again under the lock, because another call may just have decided it.
  const row = await findCancellation(tx, service, id);
  if (row?.state !== 'open') {
    const decided = row?.decided_at && { at: isoInZone(row.decided_at, subscription.time_zone) };
    const by = row?.decided_by ? { by: row.decided_by } : {};
    fail('STATE_CONFLICT', { extra: { status: subscription.status, ...by, ...decided } });
  }
  if (asItem)
    await checkDecision(tx, {
      decider: service,
      item: { kind: 'cancellation', id, version: row.version, changedAt: row.requested_at },
      seen: given.version,
      now: platform.clock.now(),
      zone: subscription.time_zone,
    });
  const confirmed = given.decision === 'confirmed';
  if (!confirmed && !given.reason?.trim()) invalid([{ field: 'reason', message: 'Required' }]);
  const left = confirmed ? await refundableOf(tx, row.subscription_id) : 0;
  return { row, subscription, given, cents: confirmed ? refundCents(row, given, left) : null };
}

/**
 * Decides a cancellation request (TR-92, TR-93) and notifies the candidate (N-28); also returns the refunds to send. Fails with
 * 409 `STATE_CONFLICT` when it is no longer open, and with `TRANSITION_NOT_ALLOWED` when the right of withdrawal or the time
 * before classes forbids a denial.
 */
export async function decideCancellation(tx: Tx, platform: Platform, deciding: Deciding) {
  const { id, decidedBy } = deciding;
  const { row, subscription, given, cents } = await judgeCancellation(tx, platform, deciding);
  const confirmed = given.decision === 'confirmed';
  const refunds = await giveBack(tx, platform, row, deciding, given, cents ?? 0);
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: row.subscription_id,
    event: confirmed ? 'cancel-confirmed' : 'cancel-denied',
    actor: 'operations',
    reason: given.reason ?? null,
    facts: { refundDue: row.withdrawal_right && row.paid_cents > 0, refundRegistered: cents !== null },
  });
  await tx.one(sql`
    update cancellation set state = ${given.decision}::text, refund_cents = ${cents}::bigint,
      decision_reason = ${given.reason?.trim() || null}::text, decided_by = ${decidedBy}::text,
      decided_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  notify(tx, platform, {
    template: 'N-28',
    personId: subscription.person_id,
    subscriptionId: row.subscription_id,
    dedupe: `cancellation:${id}:${given.decision}`,
    data: {
      variante: confirmed ? (cents ? 'concluido' : 'sem-devolucao') : 'negado',
      ...(cents ? { valor: formatAmount(cents) } : {}),
      ...(cents && given.refundBy ? { prazo: formatDate(given.refundBy) } : {}),
      ...(confirmed ? {} : { motivo: given.reason?.trim() }),
    },
  });
  await settleItem(tx, platform, { kind: 'cancellation', id }, deciderName(deciding.service));
  const decided = { id, state: given.decision, subscriptionId: row.subscription_id, status: moved.to };
  return { decided, refunds };
}
