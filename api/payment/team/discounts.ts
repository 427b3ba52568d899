import { approvalTexts, describeAsked, discountNeedsSecond } from '@orbita/domain/approval';
import { addDays, dayInZone, formatDate, isRealDay, toAmount, toCents } from '@orbita/domain/foundation';
import {
  DISCOUNT_MOST_DAYS,
  discountTexts,
  discountWorth,
  dueNow,
  priceRows,
  sumFinal,
} from '@orbita/domain/payment';
import type { ParsedBody } from '@orbita/protocol';
import type { Act } from '../../approval/act.ts';
import { askSecond } from '../../approval/ask.ts';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Ctx, Reply, ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { type Write, withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActedBy, actedBy, behalfReason, writeAct } from '../../subscription/acts.ts';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { seenState } from '../../subscription/seen-state.ts';
import { checkSeen } from '../../subscription/seen-version.ts';
import { pricesFor, readBill } from '../bill.ts';
import { closeCharge } from '../close.ts';
import {
  giveVoucher,
  openPayments,
  type PersonalVoucher,
  vouchersOfOne,
  withdrawVoucher,
} from '../personal-voucher.ts';
import { openChargeOf } from '../store.ts';

async function show(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
) {
  const on = platform.db.tenant(tenant.id);
  const row = await seenState(on, service, id);
  const { bill, purposes } = await openPayments(platform, on, row);
  const given = await vouchersOfOne(on, id);
  return {
    payments: purposes.map((purpose) => {
      const all = pricesFor(bill, purpose).map((price) => priceRows(price));
      return {
        purpose,
        label: discountTexts.payment(purpose),
        first: toAmount(Math.max(...all.map(dueNow))),
        all: toAmount(Math.max(...all.map(sumFinal))),
      };
    }),
    given: given.map(({ amount, ...one }) => ({ ...one, amount: amount === null ? null : toAmount(amount) })),
    today: bill.today,
    latest: addDays(bill.today, DISCOUNT_MOST_DAYS),
    secondPersonAbove: toAmount(settingsReader(row.settings)('DiscountSecondPersonAbove')),
  };
}

type Body = ParsedBody<'POST /operations/subscriptions/{id}/discount'>;

const wishOf = ({ purpose, percent, amount, appliesTo, until }: Body): PersonalVoucher => ({
  ...{ purpose, appliesTo, until },
  percent: percent ?? null,
  amount: amount === null || amount === undefined ? null : toCents(amount),
});

/** Validates a discount, with its application locked; returns the bill it lowers and the most it takes off, in cents. */
async function judge(tx: Tx, platform: Platform, row: SubscriptionState, wish: PersonalVoucher) {
  const today = dayInZone(platform.clock.now(), row.time_zone);
  if ((wish.percent === null) === (wish.amount === null))
    invalid([{ field: 'amount', message: discountTexts.onlyOne }]);
  if (!isRealDay(wish.until)) invalid([{ field: 'until', message: discountTexts.noDay }]);
  if (wish.until < today) invalid([{ field: 'until', message: discountTexts.past }]);
  if (wish.until > addDays(today, DISCOUNT_MOST_DAYS))
    invalid([{ field: 'until', message: discountTexts.tooLate }]);
  const { bill, purposes } = await openPayments(platform, tx, row);
  if (!purposes.includes(wish.purpose)) {
    const paid = wish.purpose === 'tax' ? row.is_tax_paid : row.is_paid;
    fail(paid ? 'ALREADY_PAID' : 'STATE_CONFLICT', paid ? {} : { extra: { status: row.status } });
  }
  const worth = discountWorth(pricesFor(bill, wish.purpose), wish);
  if (worth === 0) invalid([{ field: 'amount', message: discountTexts.nothing }]);
  return { bill, worth };
}

/** Grants the discount, records it in the histories of candidate and team, and notifies the candidate (N-40). */
async function give(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  { wish, reason, by }: { wish: PersonalVoucher; reason: string | null; by: ActedBy },
): Promise<void> {
  const { bill } = await judge(tx, platform, row, wish);
  const code = await giveVoucher(tx, platform, bill, wish);
  const discount = discountTexts.whole(wish, wish.purpose);
  const until = formatDate(wish.until);
  await writeAct(tx, platform, {
    subscriptionId: row.id,
    act: 'discount-given',
    subject: `${discount}, até ${until}`,
    reason,
    by,
  });
  notify(tx, platform, {
    template: 'N-40',
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${row.id}:${code}`,
    data: { desconto: discount, prazo: until, codigo: code },
  });
}

async function giveOrAsk(
  ctx: Ctx<'POST /operations/subscriptions/{id}/discount'>,
  write: Write,
): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  await seenState(platform.db.tenant(tenant.id), service, params.id);
  const body = ctx.body();
  const reason = behalfReason(service, body.reason);
  const wish = wishOf(body);
  return write(async (tx) => {
    await checkSeen(tx, service, params.id, body.version);
    const row = await lockSubscription(tx, params.id);
    const { worth } = await judge(tx, platform, row, wish);
    const limit = settingsReader(row.settings)('DiscountSecondPersonAbove');
    if (service.staff && discountNeedsSecond(worth, limit))
      return askSecond(tx, ctx, {
        kind: 'discount',
        subject: { kind: 'subscription', id: row.id },
        personId: row.person_id,
        subscriptionId: row.id,
        institutions: [row.institution_code],
        summary: approvalTexts.discount(worth, row.id),
        fields: describeAsked.discount({
          subscriptionId: row.id,
          institution: row.institution_code,
          discount: discountTexts.size(wish),
          payment: discountTexts.payment(wish.purpose),
          instalments: discountTexts.instalments[wish.appliesTo],
          until: formatDate(wish.until),
        }),
        amountCents: worth,
        reason,
        command: wish,
      });
    await give(tx, platform, row, { wish, reason, by: actedBy(service) });
    return reply(200, { id: row.id, state: 'given', subscriptionId: row.id, status: row.status });
  });
}

/**
 * Executes an approved discount that is worth more than one person alone may give; its worth must not have grown since the
 * request.
 */
export const discountAct: Act = {
  lock: (tx, { subject_id: id }) => lockSubscription(tx, id ?? fail('NOT_FOUND')),
  async run(tx, { platform, approval, command, service }) {
    const row = await lockSubscription(tx, approval.subject_id ?? fail('NOT_FOUND'));
    const wish = command as PersonalVoucher;
    const { worth } = await judge(tx, platform, row, wish);
    if (worth > (approval.amount_cents ?? 0))
      fail('STATE_CONFLICT', { message: approvalTexts.worthMore(worth) });
    await give(tx, platform, row, { wish, reason: approval.reason, by: actedBy(service) });
    return undefined;
  },
};

/**
 * Withdraws a discount. What was paid with it stays paid; an open charge that uses it is ended, so that nobody can still pay
 * the lower amount. A pending payment at the institution must be decided first, because the application is waiting for it.
 */
async function withdraw(
  ctx: Ctx<'POST /operations/subscriptions/{id}/discount/withdrawal'>,
  write: Write,
): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  await seenState(platform.db.tenant(tenant.id), service, params.id);
  const { purpose, reason: given, version } = ctx.body();
  const reason = behalfReason(service, given);
  return write(async (tx) => {
    await checkSeen(tx, service, params.id, version);
    const row = await lockSubscription(tx, params.id);
    const open = await openChargeOf(tx, row.id, purpose);
    const gone = await withdrawVoucher(tx, platform, await readBill(platform, tx, row), purpose);
    if (!gone) fail('STATE_CONFLICT', { message: discountTexts.noneGiven, extra: { status: row.status } });
    if (gone.paid) fail('ALREADY_PAID');
    if (open?.voucher_id === gone.id) {
      if (open.method === 'manual')
        fail('STATE_CONFLICT', { message: discountTexts.atCounter, extra: { status: row.status } });
      await closeCharge(tx, platform, row, open, 'cancelled', { removeAtProvider: open.txid !== null });
    }
    const was = { percent: gone.percent, amount: gone.amount_cents, appliesTo: gone.applies_to };
    await writeAct(tx, platform, {
      subscriptionId: row.id,
      act: 'discount-withdrawn',
      subject: discountTexts.whole(was, purpose),
      reason,
      by: actedBy(service),
    });
    return reply(200, { id: row.id, state: 'withdrawn', subscriptionId: row.id, status: row.status });
  });
}

/** Discounts for a single person (spec 14.3, 25.6.2). */
export const discountRoutes = (): Route[] => [
  ok('GET /operations/subscriptions/{id}/discounts', (ctx) => show(ctx, ctx.params.id)),
  route('POST /operations/subscriptions/{id}/discount', (ctx) =>
    withKey(ctx, (write) => giveOrAsk(ctx, write)),
  ),
  route('POST /operations/subscriptions/{id}/discount/withdrawal', (ctx) =>
    withKey(ctx, (write) => withdraw(ctx, write)),
  ),
];
