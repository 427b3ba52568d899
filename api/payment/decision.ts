import sql from 'sql-template-tag';
import { deciderName } from '../caller/operator.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { checkDecision, settleItem } from '../work/decision.ts';
import type { MoneyOf } from './refundable.ts';

/** Marked money as a work item of the team, read under its lock. */
type MoneyItem = {
  kind: 'payment' | 'month';
  id: number;
  version: number;
  changedAt: Date;
  changedBy: string | null;
};

const named = (of: MoneyOf) =>
  'paymentId' in of
    ? ({ kind: 'payment', id: of.paymentId } as const)
    : ({ kind: 'month', id: of.monthId } as const);

async function itemOf(tx: Tx, of: MoneyOf): Promise<MoneyItem> {
  const { kind, id } = named(of);
  const [table, column] =
    kind === 'payment' ? [sql`payment`, sql`o.payment_id`] : [sql`recurrence_cycle`, sql`o.month_id`];
  const row = await tx.one<{ version: number; updated_at: Date; by: string | null }>(sql`
    select w.version, w.updated_at, (
      select o.resolved_by from payment_resolution o
      where o.tenant_id = w.tenant_id and ${column} = w.id and o.resolved_at = w.updated_at order by o.id desc limit 1) as by
    from ${table} w where w.tenant_id = ${tx.tenantId} and w.id = ${id}`);
  if (!row) throw new Error(`Money ${kind} ${id} vanished`);
  return { kind, id, version: row.version, changedAt: row.updated_at, changedBy: row.by };
}

/** Who decides about marked money: the caller, and the version they saw, if given. */
export type MoneyDecider = { service: Service; seen?: number | null | undefined };

/**
 * Checks a decision about the marks of locked money: its version and who has claimed it (spec 25.4.2, 25.4.3). Refunds are
 * checked against the amount left instead, so there `seen` may be missing: `asks: 'claim'`.
 */
export async function checkMoney(
  tx: Tx,
  platform: Platform,
  { of, zone, asks }: { of: MoneyOf; zone: string; asks: 'version' | 'claim' },
  { service, seen }: MoneyDecider,
): Promise<void> {
  const item = await itemOf(tx, of);
  await checkDecision(tx, {
    decider: service,
    item,
    seen: asks === 'claim' ? (seen ?? item.version) : seen,
    now: platform.clock.now(),
    zone,
  });
}

/** After a decision about marked money: releases the claim if no mark is left, and makes the team's pages refresh. */
export const settleMoney = (tx: Tx, platform: Platform, of: MoneyOf, service: Service): Promise<void> =>
  settleItem(tx, platform, named(of), deciderName(service));
