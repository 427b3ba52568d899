import { addDays, startOfDay, toCents } from '@orbita/domain/foundation';
import { type MoneyTerm, type MoneyTermKind, moneyTermsOf } from '@orbita/domain/payment';
import type { Body } from '@orbita/protocol';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import { type ListedRow, PAYMENT_COLUMNS, PAYMENT_JOINS, presentPayment } from './listed-payments.ts';

const MOST = 20;
/** Number of payments considered per search method; if more match, some are left out. */
const LOOKED_AT = 200;

type Wish = Body<'POST /operations/payments/search'>;
type Caller = Pick<ServiceContext, 'tenant' | 'service'>;
type FoundBy = MoneyTermKind | 'amount';
type Row = ListedRow & { found_by: FoundBy[]; months: { id: number; number: number }[] | null };

/** Payments of the people selected by `people`. */
const ofPeople = (tenantId: number, people: Sql): Sql => sql`
  select y.id, null::bigint as month_id from subscription s
  join payment y on y.tenant_id = s.tenant_id and y.subscription_id = s.id
  where s.tenant_id = ${tenantId} and s.person_id in (${people})`;

/** Months selected by a condition on `c`, each with the payment that came with its authorisation. */
const ofMonths = (tenantId: number, those: Sql): Sql => sql`
  select r.payment_id as id, c.id as month_id from recurrence_cycle c
  join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
  where c.tenant_id = ${tenantId} and ${those}`;

const payments = (tenantId: number, those: Sql): Sql =>
  sql`select y.id, null::bigint as month_id from payment y where y.tenant_id = ${tenantId} and ${those}`;

/** Queries that find payments by one kind of term, each using an index. */
const WAYS: Readonly<Record<MoneyTermKind, (tenantId: number, value: string) => Sql[]>> = {
  charge: (tenantId, value) => [
    payments(tenantId, sql`y.txid = ${value}::text`),
    payments(tenantId, sql`y.provider_id = ${value}::text`),
    ofMonths(tenantId, sql`c.txid = ${value}::text`),
    sql`select r.payment_id as id, c.id as month_id from recurrence_try t
      join recurrence_cycle c on c.tenant_id = t.tenant_id and c.recurrence_id = t.recurrence_id and c.number = t.number
      join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
      where t.tenant_id = ${tenantId} and t.txid = ${value}::text`,
  ],
  'end-to-end': (tenantId, value) => [
    sql`select e.payment_id as id, null::bigint as month_id from payment_event e
      where e.tenant_id = ${tenantId} and e.provider_event = ${value}::text`,
    ofMonths(tenantId, sql`c.received->0->>'source' = ${value}::text`),
    ofMonths(tenantId, sql`c.received->1 is not null and c.received->1->>'source' = ${value}::text`),
  ],
  return: (tenantId, value) => [
    sql`select coalesce(f.payment_id, r.payment_id) as id, f.month_id from refund f
      left join recurrence_cycle c on c.tenant_id = f.tenant_id and c.id = f.month_id
      left join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
      where f.tenant_id = ${tenantId} and f.return_id = ${value}::text`,
  ],
  'slip-line': (tenantId, value) => [
    sql`select b.payment_id as id, null::bigint as month_id from payment_slip b
      where b.tenant_id = ${tenantId} and b.digitable_line = ${value}::text`,
  ],
  barcode: (tenantId, value) => [
    sql`select b.payment_id as id, null::bigint as month_id from payment_slip b
      where b.tenant_id = ${tenantId} and b.barcode = ${value}::text`,
  ],
  // Banks print their number with leading zeros, which people leave out.
  'our-number': (tenantId, value) => [
    sql`select b.payment_id as id, null::bigint as month_id from payment_slip b
      where b.tenant_id = ${tenantId} and b.our_number = any(${paddings(value)}::text[])`,
  ],
  cpf: (tenantId, value) => [
    ofPeople(
      tenantId,
      sql`select id from person where tenant_id = ${tenantId} and cpf = ${value}::text
        union select person_id from user_account where tenant_id = ${tenantId} and document_type = 'cpf'
          and document = ${value}::text`,
    ),
  ],
  document: (tenantId, value) => [
    ofPeople(
      tenantId,
      sql`select person_id from user_account where tenant_id = ${tenantId} and document_type in ('rne', 'passport')
        and document = ${value}::text`,
    ),
  ],
  application: (tenantId, value) => [payments(tenantId, sql`y.subscription_id = ${Number(value)}::bigint`)],
  payment: (tenantId, value) => [payments(tenantId, sql`y.id = ${Number(value)}::bigint`)],
};

const LONGEST_NUMBER = 20;
const paddings = (digits: string): string[] => {
  const bare = digits.replace(/^0+(?=\d)/, '');
  return Array.from({ length: LONGEST_NUMBER - bare.length + 1 }, (_, at) => '0'.repeat(at) + bare);
};

/** Each query of a search method, as rows `id, month_id, by`. */
const hits = (by: FoundBy, ways: readonly Sql[]): Sql[] =>
  ways.map((way) => sql`(select id, month_id, ${by}::text as by from (${way} limit ${LOOKED_AT}::int) one)`);

/** Payments of a day that the caller may see: at a deadline there are more than are looked at, and the newest are wanted. */
function onDay({ tenant, service }: Caller, { amount, paidOn }: Wish): Sql[] {
  if (!paidOn) return [];
  const { id: tenantId, timeZone: zone } = tenant;
  const cents = amount ? toCents(amount) : undefined;
  const asked =
    cents === undefined
      ? empty
      : sql` and (y.received_cents = ${cents}::bigint or y.amount_cents = ${cents}::bigint)`;
  return [
    payments(
      tenantId,
      sql`y.paid_at >= ${startOfDay(paidOn, zone)}::timestamptz
        and y.paid_at < ${startOfDay(addDays(paidOn, 1), zone)}::timestamptz${asked}
        ${ownedBy(tenantId, service, {}, sql`y.institution_id`)}
        order by y.paid_at desc, y.id desc`,
    ),
  ];
}

function checked({ q, amount, paidOn }: Wish): MoneyTerm[] {
  const typed = q?.trim() ? q : undefined;
  if (!typed && !paidOn)
    invalid([{ field: amount ? 'paidOn' : 'q', message: amount ? 'Escolha o dia.' : 'Obrigatório.' }]);
  const terms = typed ? moneyTermsOf(typed) : [];
  if (typed && terms.length === 0)
    invalid([
      { field: 'q', message: 'Escreva um número do extrato, do boleto, de um documento ou da inscrição.' },
    ]);
  return terms;
}

/**
 * Payments of the caller's institutions that match a term, or an amount on a day, most recently changed first (spec 25.11). A
 * later month is returned as its payment, with the month. Fails with 422 for a term that cannot identify money, and for an
 * amount without a day.
 */
export async function searchPayments(
  { platform, ...caller }: Caller & Pick<ServiceContext, 'platform'>,
  wish: Wish,
) {
  const { tenant, service } = caller;
  const { id: tenantId, timeZone } = tenant;
  const terms = checked(wish);
  const ways = [
    ...terms.flatMap(({ kind, value }) => hits(kind, WAYS[kind](tenantId, value))),
    ...(terms.length === 0 ? hits('amount', onDay(caller, wish)) : []),
  ];
  const rows = await platform.db.tenant(tenantId).many<Row>(sql`
    with hit as materialized (${join(ways, ' union all ')}),
    named as (
      select id, jsonb_agg(distinct by) as found_by, array_agg(distinct month_id) filter (where month_id is not null) as months
      from hit group by id)
    select ${PAYMENT_COLUMNS}, named.found_by, (
      select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number) order by c.number) from recurrence_cycle c
      where c.tenant_id = y.tenant_id and c.id = any(named.months)) as months
    from named join payment y on y.tenant_id = ${tenantId} and y.id = named.id ${PAYMENT_JOINS}
    where true${ownedBy(tenantId, service, {}, sql`y.institution_id`)}
    order by y.updated_at desc, y.id desc limit ${MOST + 1}::int`);
  return {
    data: rows.slice(0, MOST).map((row) => ({
      ...presentPayment(row, timeZone),
      foundBy: row.found_by,
      months: row.months ?? [],
    })),
    more: rows.length > MOST,
  };
}
