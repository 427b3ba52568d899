import { sumCents, toAmount } from '@orbita/domain/foundation';
import { dueNow, priceRows, sumFinal } from '@orbita/domain/payment';
import { type Bill, kindsOf, readBill } from '../payment/bill.ts';
import { type FoundVoucher, previewVoucher, voucherOf } from '../payment/voucher.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { ContractPrice } from './store.ts';
import { type ContractParts, contractPrices } from './terms.ts';

const PURPOSE = 'enrollment';

/** A payment plan with the deduction of the application's voucher, amounts in reais. */
export const planOf = (price: ContractPrice, voucher: FoundVoucher | undefined) => {
  const rows = priceRows(price, { voucher: voucher ?? null });
  const late = priceRows(price, { voucher: voucher ?? null, conditional: false });
  // Whole amounts are divided as if they were paid month by month.
  const each = priceRows(price, { recurrence: true, conditional: false });
  return {
    description: price.description,
    installments: price.plan.length,
    value: toAmount(dueNow(each)),
    equal: each.every(({ final }) => final === dueNow(each)),
    whole: price.kind !== 'enrollment',
    conditionalDiscount: toAmount(price.conditional),
    voucherOff: toAmount(sumCents(rows.map((row) => row.voucher))),
    total: toAmount(sumFinal(late)),
    totalInTime: toAmount(sumFinal(rows)),
  };
};

/** The payment plans that a contract names, each with the deduction of the application's voucher (spec 13.4). */
export async function plansOf(platform: Platform, on: Runner, parts: ContractParts) {
  const { state } = parts;
  let read: Promise<Bill> | undefined;
  // Most applications have no voucher, and then the bill is not needed.
  const bill = () => (read ??= readBill(platform, on, state));
  const code = await voucherOf(on, { state }, PURPOSE, async () => kindsOf(await bill(), PURPOSE));
  const plans = [];
  for (const price of contractPrices(parts))
    plans.push(planOf(price, code ? await previewVoucher(on, await bill(), code, price.kind) : undefined));
  return plans;
}
