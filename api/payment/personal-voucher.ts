import { randomInt } from 'node:crypto';
import { dayInZone } from '@orbita/domain/foundation';
import type { PersonalDiscount, PriceKind, Purpose } from '@orbita/domain/payment';
import { CLOSED_STATUSES, ENDED_STATUSES } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { type Bill, isSettled, kindsOf, pricesFor, readBill } from './bill.ts';
import { keepVoucherOf } from './voucher.ts';

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const newCode = (): string =>
  `DESC-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

const PURPOSES: readonly Purpose[] = ['tax', 'enrollment'];

/** The bill of an application, with the purposes that are still to be paid and have a price. */
export async function openPayments(
  platform: Platform,
  on: Runner,
  row: SubscriptionState,
): Promise<{ bill: Bill; purposes: Purpose[] }> {
  const bill = await readBill(platform, on, row);
  const over = [...CLOSED_STATUSES, ...ENDED_STATUSES].includes(row.status);
  const open = (purpose: Purpose) =>
    !isSettled(bill, purpose) && (purpose === 'enrollment' || row.application_type === 'tax');
  const purposes = over ? [] : PURPOSES.filter((one) => open(one) && pricesFor(bill, one).length > 0);
  return { bill, purposes };
}

export type PersonalVoucher = PersonalDiscount & { purpose: Purpose; until: string };

/**
 * Creates a single-use voucher for one application, replacing any it had for the same payment, and applies it to that payment.
 * Returns its code.
 */
export async function giveVoucher(
  tx: Tx,
  platform: Platform,
  bill: Bill,
  { purpose, until, ...discount }: PersonalVoucher,
): Promise<string> {
  const { state } = bill;
  const now = platform.clock.now();
  const kinds = JSON.stringify(kindsOf(bill, purpose));
  await tx.many(sql`
    update voucher set retired_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${state.id} and retired_at is null
      and kinds = ${kinds}::jsonb returning id`);
  const made = await tx.one<{ id: number; code: string }>(sql`
    insert into voucher (tenant_id, code, percent, amount_cents, applies_to, kinds, institutions, courses, valid_from,
      valid_to, max_uses, subscription_id)
    values (${tx.tenantId}, ${newCode()}::text, ${discount.percent}::numeric, ${discount.amount}::bigint,
      ${discount.appliesTo}::text, ${kinds}::jsonb, '[]', '[]', ${dayInZone(now, state.time_zone)}::date, ${until}::date, 1,
      ${state.id}) returning id, code`);
  if (!made) throw new Error('The voucher was not written');
  await keepVoucherOf(tx, { tenantId: tx.tenantId, subscriptionId: state.id, purpose }, made.id);
  return made.code;
}

/** A voucher currently given to one application for a payment, and whether a charge was paid with it. */
type Standing = {
  id: number;
  percent: number | null;
  amount_cents: number | null;
  applies_to: 'first' | 'all';
  paid: boolean;
};

/**
 * Withdraws the voucher that an application has for a payment, and removes it from that payment; a voucher already used for a
 * paid charge is kept. Returns the voucher, or undefined if there was none.
 */
export async function withdrawVoucher(
  tx: Tx,
  platform: Platform,
  bill: Bill,
  purpose: Purpose,
): Promise<Standing | undefined> {
  const { state } = bill;
  const kinds = JSON.stringify(kindsOf(bill, purpose));
  const found = await tx.one<Standing>(sql`
    select v.id, v.percent::float8 as percent, v.amount_cents, v.applies_to, exists (select from payment y
      where y.tenant_id = v.tenant_id and y.subscription_id = v.subscription_id and y.voucher_id = v.id
        and y.state = 'paid') as paid
    from voucher v
    where v.tenant_id = ${tx.tenantId} and v.subscription_id = ${state.id}::bigint and v.retired_at is null
      and v.kinds = ${kinds}::jsonb for update`);
  if (!found || found.paid) return found;
  await tx.one(sql`
    update voucher set retired_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${found.id} returning id`);
  await tx.many(sql`
    update payment_voucher set voucher_id = null
    where tenant_id = ${tx.tenantId} and subscription_id = ${state.id}::bigint and voucher_id = ${found.id} returning subscription_id`);
  return found;
}

type Row = {
  code: string;
  kinds: PriceKind[];
  percent: number | null;
  amount_cents: number | null;
  applies_to: 'first' | 'all';
  valid_to: string;
  used: number;
};

/** Vouchers given to one application that have not been replaced, newest first. */
export async function vouchersOfOne(on: Runner, subscriptionId: number) {
  const rows = await on.many<Row>(sql`
    select code, kinds, percent, amount_cents, applies_to, valid_to, used from voucher
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId} and retired_at is null order by id desc limit 20`);
  return rows.map((row) => ({
    code: row.code,
    purpose: (row.kinds.includes('tax') ? 'tax' : 'enrollment') satisfies Purpose as Purpose,
    percent: row.percent === null ? null : Number(row.percent),
    amount: row.amount_cents,
    appliesTo: row.applies_to,
    until: row.valid_to,
    used: row.used > 0,
  }));
}
