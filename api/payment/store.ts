import type {
  ChargeState,
  PaymentMethod,
  PriceRow,
  Purpose,
  RecurrenceState,
  SlipTerms,
} from '@orbita/domain/payment';
import type { AcquirerProvider, SlipProvider } from '@orbita/domain/tenancy';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { CandidateContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { checkScope } from '../subscription/own.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';

/** How the amount of a charge was computed; stored so that a renewal uses the same terms. */
export type Terms = {
  rows: PriceRow[];
  voucher: string | null;
  mode: 'full' | 'first-installment';
  /** Whether the payer authorised the later instalments; missing in charges created by an earlier version. */
  recurrence?: boolean;
};

/**
 * A bank slip; days as `YYYY-MM-DD`. Number, line and barcode are set once the bank, or this product for a file, has assigned
 * them.
 */
export type SlipRow = Omit<SlipTerms, 'heldUntil'> & {
  /** The provider chosen when the slip was created. */
  provider: SlipProvider;
  ourNumber: string | null;
  digitableLine: string | null;
  barcode: string | null;
  /** Whether the bank may have issued it twice, because the answer to the first order was lost. */
  askedAgain: boolean;
};

/** What is stored about a card (D-66). */
type CardRow = {
  provider: AcquirerProvider;
  brand: string | null;
  last4: string | null;
  holderName: string;
  /** Instalments at the acquirer; those of the plan are stored in the payment. */
  parts: number;
  declineCode: string | null;
  adviceCode: string | null;
  /** Outcome of the holder's confirmation; null if it was not requested. */
  authentication: 'authenticated' | 'failed' | 'not-enrolled' | 'unavailable' | null;
  /** Whether the issuer bears the cost of a dispute; null without a confirmation. */
  liabilityShift: boolean | null;
  dispute: 'open' | 'won' | 'lost' | null;
};

export type PaymentRow = {
  id: number;
  subscription_id: number;
  purpose: Purpose;
  method: PaymentMethod;
  state: ChargeState;
  price_id: number | null;
  installments: number;
  amount_cents: number;
  received_cents: number | null;
  discounts: Terms;
  voucher_id: number | null;
  txid: string | null;
  pix_key: string | null;
  pix_copy_paste: string | null;
  provider_id: string | null;
  slip: SlipRow | null;
  /** The monthly authorisation that came with it; `approvedAt` in PostgreSQL's JSON timestamp format. */
  recurrence: { id: number; state: RecurrenceState; approvedAt: string | null } | null;
  card: CardRow | null;
  expires_at: Date | null;
  idempotency_key: string | null;
  attention: string[];
  remove_at_provider: boolean;
  created_at: Date;
  paid_at: Date | null;
  time_zone: string;
};

/** A charge with the fields that its provider needs. */
export type ChargeRow = PaymentRow & {
  tenant_id: number;
  /** Our reference of the charge at its provider. */
  reference: string;
  tenant_alias: string;
  institution_code: string;
  course_name: string;
  /** How many times the provider was asked about it. */
  checks: number;
};

const COLUMNS = sql`y.id, y.subscription_id, y.purpose, y.method, y.state, y.price_id, y.installments, y.amount_cents,
  y.received_cents, y.discounts, y.voucher_id, y.txid, y.pix_key, y.pix_copy_paste, y.provider_id, y.expires_at,
  y.idempotency_key, y.attention, y.remove_at_provider, y.created_at, y.paid_at, t.time_zone,
  (select jsonb_build_object('provider', b.provider, 'dueDay', b.due_day, 'payableDay', b.payable_day, 'lastDay', b.last_day,
     'fullCents', b.full_cents, 'ourNumber', b.our_number, 'digitableLine', b.digitable_line, 'barcode', b.barcode,
     'askedAgain', b.asked_again)
   from payment_slip b where b.tenant_id = y.tenant_id and b.payment_id = y.id) as slip,
  (select jsonb_build_object('provider', b.provider, 'brand', b.brand, 'last4', b.last4, 'holderName', b.holder_name,
     'parts', b.parts, 'declineCode', b.decline_code, 'adviceCode', b.advice_code, 'authentication', b.authentication,
     'liabilityShift', b.liability_shift, 'dispute', b.dispute)
   from payment_card b where b.tenant_id = y.tenant_id and b.payment_id = y.id) as card,
  (select jsonb_build_object('id', b.id, 'state', b.state, 'approvedAt', b.approved_at)
   from recurrence b where b.tenant_id = y.tenant_id and b.payment_id = y.id order by b.id desc limit 1) as recurrence`;

const select = (where: Sql, tail: Sql = empty) => sql`
  select ${COLUMNS} from payment y join tenant t on t.id = y.tenant_id where ${where} ${tail}`;

export const paymentById = (on: Runner, id: number): Promise<PaymentRow | undefined> =>
  on.one<PaymentRow>(select(sql`y.tenant_id = ${on.tenantId} and y.id = ${id}`));

/** Reads a payment and locks it; its subscription must already be locked. */
export const lockPayment = (tx: Tx, id: number): Promise<PaymentRow | undefined> =>
  tx.one<PaymentRow>(select(sql`y.tenant_id = ${tx.tenantId} and y.id = ${id}`, sql`for update of y`));

export const paymentsOf = (on: Runner, subscriptionId: number): Promise<PaymentRow[]> =>
  on.many<PaymentRow>(
    select(
      sql`y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId}`,
      sql`order by y.id desc`,
    ),
  );

/** The open charge for a purpose, if there is one. */
export const openChargeOf = (
  on: Runner,
  subscriptionId: number,
  purpose: Purpose,
): Promise<PaymentRow | undefined> =>
  on.one<PaymentRow>(
    select(sql`y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and y.purpose = ${purpose}::text
      and y.state in ${OPEN_CHARGE}`),
  );

/** The payment created by an earlier attempt of the same command, if there was one. */
export const paymentByKey = (
  on: Runner,
  subscriptionId: number,
  key: string,
): Promise<PaymentRow | undefined> =>
  on.one<PaymentRow>(
    select(sql`y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and y.idempotency_key = ${key}::text
      and (y.state in ('paid', 'denied') or y.state in ${OPEN_CHARGE})`),
  );

/** A charge at a provider; undefined for a payment without one. */
export const chargeById = (on: Runner, id: number): Promise<ChargeRow | undefined> =>
  on.one<ChargeRow>(sql`
    select ${COLUMNS}, y.tenant_id, y.txid as reference, y.checks, t.alias as tenant_alias, i.code as institution_code, c.name as course_name
    from payment y
    join tenant t on t.id = y.tenant_id
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where y.tenant_id = ${on.tenantId} and y.id = ${id} and y.txid is not null`);

/** The caller's own payment; 404 for another person's, and for one outside the scope of an access key. */
export async function ownPayment(
  ctx: Pick<CandidateContext, 'platform' | 'tenant' | 'session'>,
  id: number,
): Promise<PaymentRow> {
  const row = await ctx.platform.db.tenant(ctx.tenant.id).one<PaymentRow>(
    select(sql`y.tenant_id = ${ctx.tenant.id} and y.id = ${id} and exists (select from subscription s
      where s.tenant_id = y.tenant_id and s.id = y.subscription_id and s.person_id = ${ctx.session.personId})`),
  );
  if (!row) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  return row;
}

export type NewPayment = Pick<
  PaymentRow,
  | 'subscription_id'
  | 'purpose'
  | 'method'
  | 'state'
  | 'price_id'
  | 'installments'
  | 'amount_cents'
  | 'voucher_id'
> & {
  discounts: Terms;
  txid?: string | null;
  pix_key?: string | null;
  expires_at?: Date | null;
  paid_at?: Date | null;
  idempotency_key?: string | null;
  slip?: SlipTerms & { provider: SlipProvider };
  card?: Omit<CardRow, 'declineCode' | 'adviceCode' | 'dispute'>;
};

/** Inserts a payment and returns it. `firstCheck` is the wall-clock time of the first lookup at the provider. */
export async function insertPayment(
  tx: Tx,
  row: NewPayment,
  now: Date,
  firstCheck: Date | null,
): Promise<PaymentRow> {
  const made = await tx.one<{ id: number }>(sql`
    insert into payment (tenant_id, subscription_id, purpose, method, state, price_id, installments, amount_cents,
      discounts, voucher_id, txid, pix_key, expires_at, paid_at, idempotency_key, next_check_at, created_at, updated_at)
    values (${tx.tenantId}, ${row.subscription_id}, ${row.purpose}, ${row.method}, ${row.state}, ${row.price_id},
      ${row.installments}, ${row.amount_cents}, ${JSON.stringify(row.discounts)}::jsonb, ${row.voucher_id},
      ${row.txid ?? null}, ${row.pix_key ?? null}, ${row.expires_at ?? null}::timestamptz,
      ${row.paid_at ?? null}::timestamptz, ${row.idempotency_key ?? null}, ${firstCheck}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz)
    returning id`);
  if (made && row.slip) {
    const { provider, dueDay, payableDay, lastDay, fullCents } = row.slip;
    await tx.one(sql`
      insert into payment_slip (tenant_id, payment_id, provider, due_day, payable_day, last_day, full_cents)
      values (${tx.tenantId}, ${made.id}, ${provider}, ${dueDay}::date, ${payableDay}::date, ${lastDay}::date,
        ${fullCents}::bigint)
      returning payment_id`);
  }
  if (made && row.card) {
    const { provider, brand, last4, holderName, parts, authentication, liabilityShift } = row.card;
    await tx.one(sql`
      insert into payment_card (tenant_id, payment_id, provider, brand, last4, holder_name, parts, authentication,
        liability_shift)
      values (${tx.tenantId}, ${made.id}, ${provider}, ${brand}, ${last4}, ${holderName}, ${parts}::int,
        ${authentication}::text, ${liabilityShift}::boolean)
      returning payment_id`);
  }
  const stored = made && (await paymentById(tx, made.id));
  if (!stored) throw new Error('The payment was not stored');
  return stored;
}
