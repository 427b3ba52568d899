import { isoInZone, sumCents, toAmount } from '@orbita/domain/foundation';
import {
  cardInstallments,
  dueNow,
  type Purpose,
  planDueDates,
  priceRows,
  VARIANTS,
} from '@orbita/domain/payment';
import { PAYMENT_STATUS, purposeIn } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type Bill, isPreview, isSettled, type ListedPrice, planDatesOf, pricesFor } from './bill.ts';
import { methodsOf } from './methods.ts';
import { presentPayment } from './present.ts';
import { limitsOf } from './quote.ts';
import { openChargeOf } from './store.ts';

type Options = Answer<'GET /candidate/subscriptions/{id}/payment-options'>;

/** The fee while the application waits for it, otherwise the enrolment. */
export const purposeOf = ({ state }: Bill): Purpose => purposeIn(state.status);

/**
 * Amount charged now, before discounts: the first instalment of a term plan or fee, otherwise the whole
 * amount.
 */
const chargedNow = ({ kind, plan }: ListedPrice): number =>
  kind === 'enrollment' || kind === 'tax' ? (plan[0] ?? 0) : sumCents(plan);

function maxInstallments(bill: Bill, price: ListedPrice): number {
  if (price.kind === 'tax') return 1;
  if (price.kind === 'enrollment') return price.plan.length;
  return cardInstallments(sumCents(price.plan), price.plan.length, limitsOf(bill));
}

function presentPrice(bill: Bill, price: ListedPrice): Options['prices'][number] {
  const days = planDueDates(price.plan.length, planDatesOf(bill));
  return {
    priceId: price.id,
    kind: price.kind,
    description: price.description,
    amount: toAmount(chargedNow(price)),
    amountInTime: toAmount(dueNow(priceRows(price))),
    maxInstallments: maxInstallments(bill, price),
    plan: price.plan.map((cents, at) => ({
      Number: at + 1,
      value: toAmount(cents),
      dueDate: days[at] ?? bill.deadlineDay,
    })),
  };
}

/**
 * What may be paid and how (spec 14.7), from the review of the contract on (13.3). 409 `NOT_PAYABLE` outside
 * the statuses of the purpose, 422 without a price list.
 */
export async function optionsOf(platform: Platform, bill: Bill, purpose: Purpose): Promise<Options> {
  const { state, settings } = bill;
  const alreadyPaid = isSettled(bill, purpose);
  const preview = isPreview(bill, purpose);
  if (!alreadyPaid && !preview && state.status !== PAYMENT_STATUS[purpose])
    fail('NOT_PAYABLE', { extra: { status: state.status } });
  const prices = pricesFor(bill, purpose);
  if (prices.length === 0) fail('PRICE_NOT_REGISTERED');
  const open = preview
    ? undefined
    : await openChargeOf(platform.db.tenant(state.tenant_id), state.tenant_id, state.id, purpose);
  const deadline = preview ? bill.deadline : state.payment_deadline;
  return {
    purpose,
    variant: settings.variant,
    deadline: deadline && isoInZone(deadline, state.time_zone),
    methods: methodsOf(platform, bill, purpose),
    prices: prices.map((price) => presentPrice(bill, price)),
    fallback:
      purpose === 'tax'
        ? { firstInstallment: false, recurrence: false }
        : { ...VARIANTS[settings.variant].fallback },
    // No acquirer is connected, so there is no page with card fields.
    cardFields: null,
    openCharge: open ? await presentPayment(open) : null,
    voucher: state.voucher_tag,
    alreadyPaid,
  };
}
