import { isoInZone, sumCents, toAmount } from '@orbita/domain/foundation';
import {
  type CardLimits,
  dueNow,
  METHOD_TEXTS,
  type MethodOption,
  type PriceKind,
  type Purpose,
  planDueDates,
  priceRows,
  simulate,
  splitInstallments,
  VARIANTS,
} from '@orbita/domain/payment';
import { PAYMENT_STATUS, purposeIn } from '@orbita/domain/subscription';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import { cardFieldsUrl } from '../platform/card-origin.ts';
import type { Runner } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import {
  type Bill,
  isPreview,
  isSettled,
  kindsOf,
  type ListedPrice,
  planDatesOf,
  pricesFor,
} from './bill.ts';
import { acquirerNow, attemptsUsedUp } from './card-order.ts';
import { methodsOf } from './methods.ts';
import { presentPayment } from './present.ts';
import { limitsOf } from './quote.ts';
import { openChargeOf } from './store.ts';
import { type FoundVoucher, findVoucher, voucherOf } from './voucher.ts';

type Options = Answer<'GET /candidate/subscriptions/{id}/payment-options'>;

/** The fee while the application is waiting for it, otherwise the enrolment. */
export const purposeOf = ({ state }: Bill): Purpose => purposeIn(state.status);

/** Amount charged now, before discounts: the first instalment of a term plan or fee, otherwise the full amount. */
const chargedNow = ({ kind, plan }: ListedPrice): number =>
  kind === 'enrollment' || kind === 'tax' ? (plan[0] ?? 0) : sumCents(plan);

/**
 * Into how many instalments a card can split the amount due now, and each of these splits; the acquirer adds the remaining cents
 * to the first instalment.
 */
function presentCardInstallments(
  price: ListedPrice,
  limits: CardLimits,
  voucher: FoundVoucher | undefined,
): Pick<Options['prices'][number], 'maxInstallments' | 'cardInstallments'> {
  const [shown] = simulate(price, { method: 'credit-card', limits, voucher: voucher ?? null });
  const { firstValue: due = 0, maxCardInstallments: most = 1 } = shown ?? {};
  return {
    maxInstallments: price.kind === 'enrollment' ? price.plan.length : most,
    cardInstallments: Array.from({ length: most }, (_, at) => {
      const parts = splitInstallments(due, at + 1);
      return {
        installments: at + 1,
        firstValue: toAmount(parts[0] ?? due),
        installmentValue: toAmount(parts.at(-1) ?? due),
        total: toAmount(due),
      };
    }),
  };
}

/** The voucher as it counts for each kind of price; kinds that it does not count for are missing. */
async function vouchersOf(
  on: Runner,
  bill: Bill,
  code: string | null,
  kinds: ReadonlySet<PriceKind>,
  openId: number | undefined,
): Promise<ReadonlyMap<PriceKind, FoundVoucher>> {
  const found = new Map<PriceKind, FoundVoucher>();
  if (code === null) return found;
  for (const kind of kinds) {
    // The open charge would end before the next one is created, so the use that it holds does not count.
    const voucher = await findVoucher(on, bill, code, kind, openId);
    if (voucher) found.set(kind, voucher);
  }
  return found;
}

function presentPrice(
  bill: Bill,
  price: ListedPrice,
  limits: CardLimits,
  voucher: FoundVoucher | undefined,
): Options['prices'][number] {
  const days = planDueDates(price.plan.length, planDatesOf(bill));
  return {
    priceId: price.id,
    kind: price.kind,
    description: price.description,
    amount: toAmount(chargedNow(price)),
    amountInTime: toAmount(dueNow(priceRows(price))),
    ...presentCardInstallments(price, limits, voucher),
    plan: price.plan.map((cents, at) => ({
      Number: at + 1,
      value: toAmount(cents),
      dueDate: days[at] ?? bill.deadlineDay,
    })),
  };
}

/** The card fields page for this host; null when cards cannot be used. */
function presentCardFields(
  platform: Platform,
  { settings }: Bill,
  provider: AcquirerProvider | undefined,
  host: string,
): Options['cardFields'] {
  const url = provider && settings.creditCard ? cardFieldsUrl(platform, provider, host) : undefined;
  return provider && url ? { provider, url, threeDSecure: settings.threeDSecure } : null;
}

/** The methods currently offered: after too many denials, cards are unavailable until a day has passed (spec 14.4). */
async function offeredNow(
  platform: Platform,
  on: Runner,
  bill: Bill,
  purpose: Purpose,
): Promise<MethodOption[]> {
  const offered = methodsOf(platform, bill, purpose);
  const hasCard = offered.some(({ method, enabled }) => method === 'credit-card' && enabled);
  if (!hasCard || !(await attemptsUsedUp(on, bill))) return offered;
  return offered.map((option) =>
    option.method === 'credit-card'
      ? { ...option, enabled: false, reason: METHOD_TEXTS.attemptLimit }
      : option,
  );
}

/**
 * What can be paid and how (spec 14.7), from the contract review on (13.3). Fails with 409 `NOT_PAYABLE` outside the statuses
 * of the purpose and with 422 without a price list.
 * @param host host of the page that may embed the card fields
 */
export async function optionsOf(
  platform: Platform,
  bill: Bill,
  purpose: Purpose,
  host: string,
): Promise<Options> {
  const { state, settings } = bill;
  const alreadyPaid = isSettled(bill, purpose);
  const preview = isPreview(bill, purpose);
  if (!alreadyPaid && !preview && state.status !== PAYMENT_STATUS[purpose])
    fail('NOT_PAYABLE', { extra: { status: state.status } });
  const prices = pricesFor(bill, purpose);
  if (prices.length === 0) fail('PRICE_NOT_REGISTERED');
  const on = platform.db.tenant(state.tenant_id);
  const open = preview ? undefined : await openChargeOf(on, state.id, purpose);
  const acquirer = await acquirerNow(platform, on, bill);
  const limits = limitsOf(bill, acquirer);
  const voucher = await voucherOf(on, bill, purpose, async () => kindsOf(bill, purpose));
  const vouchers = await vouchersOf(on, bill, voucher, new Set(prices.map(({ kind }) => kind)), open?.id);
  const deadline = preview ? bill.deadline : state.payment_deadline;
  return {
    purpose,
    variant: settings.variant,
    deadline: deadline && isoInZone(deadline, state.time_zone),
    methods: await offeredNow(platform, on, bill, purpose),
    prices: prices.map((price) => presentPrice(bill, price, limits, vouchers.get(price.kind))),
    fallback:
      purpose === 'tax'
        ? { firstInstallment: false, recurrence: false }
        : { ...VARIANTS[settings.variant].fallback },
    cardFields: presentCardFields(platform, bill, acquirer, host),
    openCharge: open ? await presentPayment(open) : null,
    voucher,
    alreadyPaid,
  };
}
