import { isoInZone, toAmount, toCents } from '@orbita/domain/foundation';
import {
  type Attention,
  type MonthMark,
  type RefundState,
  type Resolution,
  refundStateOf,
} from '@orbita/domain/payment';
import sql, { type Sql } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { HeldKey, Reply, ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { checkMoney } from '../decision.ts';
import { registerRefunds } from '../give-back.ts';
import { type MoneyOf, refundableOf } from '../refundable.ts';
import { sendRefunds } from '../returns.ts';
import { secondForRefund } from './second-money.ts';

type RefundJson = {
  id: number;
  amount: number;
  state: RefundState;
  reason: string;
  failure: string | null;
  requestedBy: string;
  requested: string;
  settled: string | null;
};

/** Refunds of a payment or month and the decisions about its marks, as read by `handledColumns`. */
export type HandledRow<Mark extends Attention | MonthMark> = {
  refunds: RefundJson[];
  resolutions: { mark: Mark; decision: Resolution; reason: string; by: string; at: string }[];
};

/** SQL columns of a `HandledRow`; `of` selects which rows of `refund f` and `payment_resolution o` belong to the listed row. */
export const handledColumns = (of: (as: Sql) => Sql): Sql => sql`
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'amount', f.amount_cents, 'state', f.state,
         'reason', f.reason, 'failure', f.failure, 'requestedBy', f.requested_by,
         'requested', f.requested_at, 'settled', f.settled_at)
         order by f.id), '[]')
     from refund f where ${of(sql`f`)}) as refunds,
    (select coalesce(jsonb_agg(jsonb_build_object('mark', o.mark, 'decision', o.decision, 'reason', o.reason,
         'by', o.resolved_by, 'at', o.resolved_at) order by o.id), '[]')
     from payment_resolution o where ${of(sql`o`)}) as resolutions`;

/** A `HandledRow` as shown to operations. */
export const presentHandled = <Mark extends Attention | MonthMark>(row: HandledRow<Mark>, zone: string) => ({
  refunds: row.refunds.map(({ requested, settled, amount, ...refund }) => ({
    ...refund,
    amount: toAmount(amount),
    requestedAt: isoInZone(new Date(requested), zone),
    settledAt: settled && isoInZone(new Date(settled), zone),
  })),
  resolutions: row.resolutions.map((one) => ({ ...one, at: isoInZone(new Date(one.at), zone) })),
});

/** Whose money is refunded; `id` is the id that operations used. */
export type Found = { id: number; subscriptionId: number; of: MoneyOf };
type RefundWish = { amount: number; reason: string; outside?: boolean | null | undefined };
/** Recorded refunds, with the status of the application at that time. */
type Registered = { refunds: number[]; status: number };
/** Recorded refunds, or the reply saying that a second person has to approve first. */
type Asked = Registered | { waits: Reply };
type Context = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

const register = (
  ctx: Context,
  key: HeldKey | undefined,
  { subscriptionId, of }: Found,
  { amount, reason, outside }: RefundWish,
): Promise<Asked> =>
  ctx.platform.db.write(ctx.tenant.id, async (tx) => {
    const cents = toCents(amount);
    const subscription = await lockSubscription(tx, subscriptionId);
    const { status } = subscription;
    const asked = { of, zone: subscription.time_zone, asks: 'claim' as const };
    await checkMoney(tx, ctx.platform, asked, { service: ctx.service });
    const left = await refundableOf(tx, subscriptionId, of);
    if (left === 0) fail('STATE_CONFLICT', { extra: { status } });
    if (cents > left) invalid([{ field: 'amount', message: `At most what is left: ${toAmount(left)}` }]);
    const waits = await secondForRefund(tx, ctx, subscription, {
      of,
      cents,
      reason,
      outside: outside ?? false,
    });
    if (waits) {
      await key?.answer(tx, waits);
      return { waits };
    }
    const by = operatorOf(ctx.service);
    const order = { cents, reason, by, only: of, outside: outside ?? false };
    const rows = await registerRefunds(tx, ctx.platform, subscriptionId, order);
    if (!rows) throw new Error('There is less left than was counted');
    const registered = { refunds: rows.map((row) => row.id), status };
    await key?.note(tx, registered);
    return registered;
  });

/**
 * Records a refund, once per key, and requests it from the provider. Of two simultaneous requests the second sees what the
 * first left: 409 `STATE_CONFLICT` when nothing is left, 422 when less is left than requested. Money that another team member
 * has claimed can only be refunded by them (409 `CLAIMED_BY_OTHER`). A team member's request above the limit is kept for a
 * second person to approve (202).
 */
export async function giveBack(
  ctx: Context,
  key: HeldKey | undefined,
  found: Found,
  wish: RefundWish,
): Promise<Reply> {
  const before = (key?.progress ?? undefined) as Registered | undefined;
  const asked = before ?? (await register(ctx, key, found, wish));
  if ('waits' in asked) return asked.waits;
  const { refunds, status } = asked;
  const state = refundStateOf(await sendRefunds(ctx.platform, ctx.tenant.id, refunds));
  return reply(200, { id: found.id, subscriptionId: found.subscriptionId, state, status });
}
