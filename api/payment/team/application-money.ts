import { isoInZone, toAmount } from '@orbita/domain/foundation';
import { dueNow, type PaymentMethod, priceRows, RETURNED_METHODS } from '@orbita/domain/payment';
import { awaitsPayment, purposeIn } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';
import { seenState } from '../../subscription/seen-state.ts';
import { pricesFor, readBill } from '../bill.ts';
import { isSameMoney, type MoneyOf, type Received, receivedOf, sourceOf } from '../refundable.ts';
import { moneySoFar } from './second-money.ts';

const isReturned = (method: PaymentMethod): boolean =>
  (RETURNED_METHODS as readonly PaymentMethod[]).includes(method);

/** Merges the receipts of the same payment or month, keeping their order. */
function together(received: readonly Received[]): { of: MoneyOf; leftCents: number; tooLate: boolean }[] {
  const whole: { of: MoneyOf; leftCents: number; tooLate: boolean }[] = [];
  for (const { of, leftCents, tooLate } of received) {
    if (leftCents <= 0) continue;
    const same = whole.find((one) => isSameMoney(one.of, of));
    if (!same) whole.push({ of, leftCents, tooLate });
    else {
      same.leftCents += leftCents;
      same.tooLate ||= tooLate;
    }
  }
  return whole;
}

async function refundable(tx: Tx, platform: Platform, row: SubscriptionState) {
  const now = platform.clock.now();
  const items = [];
  for (const { of, leftCents, tooLate } of together(await receivedOf(tx, row.id, now))) {
    const source = await sourceOf(tx, of);
    if (!source) continue;
    const { returned, waiting } = await moneySoFar(tx, now, row.id, of);
    items.push({
      paymentId: 'paymentId' in of ? of.paymentId : null,
      monthId: 'monthId' in of ? of.monthId : null,
      number: source.month,
      purpose: source.purpose,
      method: source.method,
      paidAt: source.paid_at && isoInZone(source.paid_at, row.time_zone),
      left: toAmount(leftCents),
      returned: toAmount(returned),
      waiting: toAmount(waiting),
      byProvider: isReturned(source.method) && !tooLate,
    });
  }
  return items;
}

/** What the application currently has to pay, by its price list; null if it is not waiting for a payment. */
async function due(tx: Tx, platform: Platform, row: SubscriptionState) {
  if (!awaitsPayment(row.status)) return null;
  const purpose = purposeIn(row.status);
  const bill = await readBill(platform, tx, row);
  const prices = pricesFor(bill, purpose)
    .map((price) => ({ description: price.description, cents: dueNow(priceRows(price)) }))
    .sort((one, other) => other.cents - one.cents);
  return {
    purpose,
    prices: prices.map(({ description, cents }) => ({ description, amount: toAmount(cents) })),
  };
}

/** The pending payment at the institution, or null. */
async function counter(tx: Tx, { id, time_zone: zone }: SubscriptionState) {
  const open = await tx.one<{
    id: number;
    purpose: 'tax' | 'enrollment';
    amount_cents: number;
    reason: string | null;
    created_at: Date;
  }>(sql`
    select y.id, y.purpose, y.amount_cents, m.reason, y.created_at
    from payment y join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id
    where y.tenant_id = ${tx.tenantId} and y.subscription_id = ${id} and y.method = 'manual' and y.state = 'pending'`);
  return (
    (open && {
      paymentId: open.id,
      purpose: open.purpose,
      amount: toAmount(open.amount_cents),
      reason: open.reason,
      askedAt: isoInZone(open.created_at, zone),
    }) ??
    null
  );
}

/**
 * Money of an application as needed for acting on it (spec 25.6.2): what is due, with the most expensive plan first, and what
 * can still be refunded of each payment and month, in BRL. Fails with 404 outside the caller's institutions.
 */
export const moneyOf = (
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
) =>
  platform.db.write(tenant.id, async (tx) => {
    const row = await seenState(tx, service, id);
    const settings = settingsReader(row.settings);
    const settlesAbove = settings('ManualSettlementSecondPersonAbove');
    return {
      due: await due(tx, platform, row),
      refundable: await refundable(tx, platform, row),
      counter: await counter(tx, row),
      secondPersonAbove: toAmount(settings('RefundSecondPersonAbove')),
      secondPersonSettlesAbove: settlesAbove === undefined ? null : toAmount(settlesAbove),
    };
  });
