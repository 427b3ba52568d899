import { sumCents, toAmount } from '@orbita/domain/foundation';
import { priceRows } from '@orbita/domain/payment';
import { type Bill, kindsOf, readBill } from '../payment/bill.ts';
import { type FoundVoucher, previewVoucher, voucherOf } from '../payment/voucher.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { ContractPrice } from './store.ts';
import { type ContractParts, contractPrices } from './terms.ts';

const PURPOSE = 'enrollment';

/** A payment plan with the deduction of the application's voucher, amounts in reais. */
const planOf = (price: ContractPrice, voucher: FoundVoucher | undefined) => {
  const rows = priceRows(price, { voucher: voucher ?? null });
  const off = sumCents(rows.map((row) => row.voucher));
  return {
    description: price.description,
    installments: price.plan.length,
    value: toAmount(price.plan[0] ?? 0),
    conditionalDiscount: toAmount(rows[0]?.conditional ?? 0),
    voucherOff: toAmount(off),
    total: toAmount(sumCents(price.plan) - off),
    totalInTime: toAmount(sumCents(rows.map(({ final }) => final))),
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
