import {
  isVoucherUsable,
  namesWholeAlone,
  normaliseVoucherCode,
  type PriceKind,
  type Purpose,
  type VoucherOffer,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Bill } from './bill.ts';
import { openChargeOf } from './store.ts';

export type FoundVoucher = VoucherOffer & { id: number; code: string };

type Row = {
  id: number;
  code: string;
  percent: number | null;
  amount_cents: number | null;
  applies_to: VoucherOffer['appliesTo'];
  kinds: PriceKind[] | null;
  personal: boolean;
  valid_from: string;
  valid_to: string;
  max_uses: number | null;
  used: number;
  used_by_person: boolean;
  given_back: boolean;
};

/**
 * The voucher, if it can be used for a price now (spec 14.3); undefined otherwise, also if it belongs to another application. A
 * use held by the charge `replaced`, which is about to end, does not count.
 */
export async function findVoucher(
  on: Runner,
  bill: Bill,
  code: string,
  kind: PriceKind,
  replaced?: number,
): Promise<FoundVoucher | undefined> {
  const { state } = bill;
  const uses = sql`from voucher_use u where u.tenant_id = v.tenant_id and u.voucher_id = v.id
    and u.person_id = ${state.person_id} and u.returned_at is null`;
  const row = await on.one<Row>(sql`
    select v.id, v.code, v.percent, v.amount_cents, v.applies_to, v.kinds, v.valid_from, v.valid_to, v.max_uses, v.used,
      v.subscription_id is not null as personal,
      exists (select ${uses} and u.payment_id is distinct from ${replaced ?? null}::bigint) as used_by_person,
      exists (select ${uses} and u.payment_id = ${replaced ?? null}::bigint) as given_back
    from voucher v
    where v.tenant_id = ${state.tenant_id} and upper(v.code) = ${normaliseVoucherCode(code)}::text and v.retired_at is null
      and (v.subscription_id is null or v.subscription_id = ${state.id}::bigint)
      and (coalesce(jsonb_array_length(v.institutions), 0) = 0
        or v.institutions @> to_jsonb(${state.institution_code}::text))
      and (coalesce(jsonb_array_length(v.courses), 0) = 0 or v.courses @> to_jsonb(${state.course_code}::text))`);
  if (!row) return undefined;
  const voucher: FoundVoucher = {
    id: row.id,
    code: row.code,
    percent: row.percent,
    amount: row.amount_cents,
    appliesTo: row.applies_to,
    // The kinds of a personal discount only say for which payment it is.
    ofWhole: !row.personal && namesWholeAlone(row.kinds),
    kinds: row.kinds,
    from: row.valid_from,
    to: row.valid_to,
    maxUses: row.max_uses,
  };
  const used = row.given_back ? row.used - 1 : row.used;
  const usable = isVoucherUsable(voucher, {
    today: bill.today,
    kind,
    uses: used,
    usedByPerson: row.used_by_person,
  });
  return usable ? voucher : undefined;
}

/**
 * Like `findVoucher`, for an amount that is only shown: the open charge of this application would end before the next one is
 * created, so the use that it holds does not count.
 */
export async function previewVoucher(
  on: Runner,
  bill: Bill,
  code: string,
  kind: PriceKind,
): Promise<FoundVoucher | undefined> {
  const open = await openChargeOf(on, bill.state.id, kind === 'tax' ? 'tax' : 'enrollment');
  return findVoucher(on, bill, code, kind, open?.id);
}

/**
 * Code of the voucher for a payment of the application: the one applied last, otherwise the one given with the application;
 * null if there is none or it was removed. A code given with the application is ignored if it is only for the other payment or
 * was already used for it.
 * @param kinds kinds of price of that payment; only called when the code was given with the application.
 */
export async function voucherOf(
  on: Runner,
  { state }: Pick<Bill, 'state'>,
  purpose: Purpose,
  kinds: () => Promise<readonly PriceKind[]>,
): Promise<string | null> {
  const { tenant_id: tenantId, id, voucher_tag: given } = state;
  const chosen = await on.one<{ code: string | null }>(sql`
    select v.code from payment_voucher k left join voucher v on v.tenant_id = k.tenant_id and v.id = k.voucher_id
    where k.tenant_id = ${tenantId} and k.subscription_id = ${id} and k.purpose = ${purpose}`);
  if (chosen || !given) return chosen?.code ?? null;
  const elsewhere = await on.one(sql`
    select v.id from voucher v
    where v.tenant_id = ${tenantId} and upper(v.code) = ${normaliseVoucherCode(given)}::text and (
      (jsonb_array_length(v.kinds) > 0 and not v.kinds ?| ${await kinds()}::text[])
      or exists (select from payment y where y.tenant_id = v.tenant_id and y.subscription_id = ${id}
        and y.voucher_id = v.id and y.purpose <> ${purpose} and y.state = 'paid'))`);
  return elsewhere ? null : given;
}

/** Stores the voucher chosen for a payment; null if it was removed. */
export async function keepVoucherOf(
  on: Runner,
  of: { tenantId: number; subscriptionId: number; purpose: Purpose },
  voucherId: number | null,
): Promise<void> {
  await on.one(sql`
    insert into payment_voucher (tenant_id, subscription_id, purpose, voucher_id)
    values (${of.tenantId}, ${of.subscriptionId}, ${of.purpose}, ${voucherId}::bigint)
    on conflict (tenant_id, subscription_id, purpose) do update set voucher_id = excluded.voucher_id
    returning subscription_id`);
}

/**
 * Takes one use for a charge. Of two simultaneous requests only one gets the last use; the other fails with `VOUCHER_INVALID`.
 */
export async function takeVoucher(
  tx: Tx,
  voucherId: number,
  personId: number,
  paymentId: number,
): Promise<void> {
  const counted = await tx.one(sql`
    update voucher set used = used + 1
    where tenant_id = ${tx.tenantId} and id = ${voucherId} and (max_uses is null or used < max_uses) returning id`);
  const taken =
    counted &&
    (await tx.one(sql`
      insert into voucher_use (tenant_id, voucher_id, person_id, payment_id)
      values (${tx.tenantId}, ${voucherId}, ${personId}, ${paymentId}) on conflict do nothing returning voucher_id`));
  if (!taken) fail('VOUCHER_INVALID');
}

/** Releases the use held by a charge that ended unpaid. */
export async function returnVoucher(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await tx.many(sql`
    with returned as (
      update voucher_use set returned_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and payment_id = ${paymentId} and returned_at is null returning voucher_id)
    update voucher v set used = greatest(0, v.used - 1) from returned r
    where v.tenant_id = ${tx.tenantId} and v.id = r.voucher_id returning v.id`);
}

/**
 * Restores the use of a charge that had ended but was paid after all. It is too late to refuse it, so a limit already reached
 * only keeps the counter from growing.
 */
export async function keepVoucher(tx: Tx, paymentId: number): Promise<void> {
  await tx.many(sql`
    with kept as (
      update voucher_use u set returned_at = null
      where u.tenant_id = ${tx.tenantId} and u.payment_id = ${paymentId} and u.returned_at is not null
        and not exists (select from voucher_use o where o.tenant_id = u.tenant_id and o.voucher_id = u.voucher_id
          and o.person_id = u.person_id and o.returned_at is null)
      returning u.voucher_id)
    update voucher v set used = v.used + 1 from kept k
    where v.tenant_id = ${tx.tenantId} and v.id = k.voucher_id and (v.max_uses is null or v.used < v.max_uses)
    returning v.id`);
}
