import type { ChargeState, CycleState, OwnEntry } from '@orbita/domain/payment';
import { ownStage } from '@orbita/domain/payment';
import { type MoneyProvider, moneyKind } from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';

/** One of our charges with the figures that are compared: a payment, or a month of a recurrence. */
export type OwnCharge = {
  reference: string;
  entry: OwnEntry;
  payment: { id: number; subscriptionId: number; providerId: string | null; dueDay: string | null } | null;
  cycle: { recurrence_id: number; number: number } | null;
};

type Row = {
  id: number;
  subscription_id: number;
  txid: string;
  state: ChargeState;
  provider_id: string | null;
  asked: number;
  due_day: string | null;
  removing: boolean;
  received: number;
  refunded: number;
  refunding: number;
};

/** SQL condition for our payments that were charged at a provider. */
const ofProvider = (provider: MoneyProvider): Sql => {
  const kind = moneyKind(provider);
  if (kind === 'pix') return sql`y.method in ('pix', 'automatic-pix')`;
  if (kind === 'slip')
    return sql`y.method = 'slip' and exists (select from payment_slip k
      where k.tenant_id = y.tenant_id and k.payment_id = y.id and k.provider = ${provider})`;
  return sql`y.method = 'credit-card' and exists (select from payment_card k
    where k.tenant_id = y.tenant_id and k.payment_id = y.id and k.provider = ${provider})`;
};

/** SQL condition for the months of recurrences that were charged at a provider; slip providers have none. */
const monthsOf = (provider: MoneyProvider): Sql =>
  moneyKind(provider) === 'pix'
    ? sql`r.method = 'automatic-pix'`
    : sql`r.method = 'credit-card' and exists (select from payment_card k
        where k.tenant_id = r.tenant_id and k.payment_id = r.payment_id and k.provider = ${provider})`;

const PAYMENT = sql`select y.id, y.subscription_id, y.txid, y.state, y.provider_id, b.due_day,
    coalesce(b.full_cents, y.amount_cents) as asked, y.remove_at_provider as removing,
    (select coalesce(sum((e.detail->>'amountCents')::bigint), 0)::bigint from payment_event e
     where e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received') as received,
    (select coalesce(sum(r.amount_cents), 0)::bigint from refund r where r.tenant_id = y.tenant_id
     and r.payment_id = y.id and r.return_id is not null and r.state = 'done') as refunded,
    (select coalesce(sum(r.amount_cents), 0)::bigint from refund r where r.tenant_id = y.tenant_id
     and r.payment_id = y.id and r.return_id is not null and r.state in ('requested', 'processing')) as refunding
  from payment y left join payment_slip b on b.tenant_id = y.tenant_id and b.payment_id = y.id`;

const ofRow = (row: Row): OwnCharge => ({
  reference: row.txid,
  entry: {
    stage: ownStage(row.state, row.received),
    ...{ asked: row.asked, received: row.received, refunded: row.refunded },
    ...{ refunding: row.refunding, removing: row.removing },
  },
  payment: {
    id: row.id,
    subscriptionId: row.subscription_id,
    providerId: row.provider_id,
    dueDay: row.due_day,
  },
  cycle: null,
});

const CYCLE_STAGE: Record<CycleRow['state'], OwnEntry['stage']> = {
  planned: 'unsure',
  asked: 'open',
  scheduled: 'open',
  paid: 'paid',
  failed: 'ended',
  denied: 'ended',
  cancelled: 'ended',
};

type CycleRow = {
  recurrence_id: number;
  number: number;
  txid: string;
  state: CycleState | 'denied';
  amount_cents: number;
  received_cents: number | null;
  cancel_at_provider: boolean;
  refunded: number;
  refunding: number;
};

/** Sum in cents of the refunds of a month; for a card month only those of the charge `txid`. */
const backOf = (txid: Sql, states: Sql): Sql => sql`(
    select coalesce(sum(f.amount_cents), 0)::bigint from refund f where f.tenant_id = c.tenant_id
      and f.month_id = c.id and f.return_id is not null and f.state in ${states}
      and (r.method <> 'credit-card' or f.end_to_end_id = ${txid}))`;
const BACK = sql`('done')`;
const GOING_BACK = sql`('requested', 'processing')`;

const CYCLE = sql`select c.recurrence_id, c.number, c.txid, c.state, c.amount_cents, c.received_cents, c.cancel_at_provider,
    ${backOf(sql`c.txid`, BACK)} as refunded, ${backOf(sql`c.txid`, GOING_BACK)} as refunding
  from recurrence_cycle c join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id`;

/** A month, or an earlier attempt to charge it by card, before the one that counts. */
const ofCycle = (row: CycleRow): OwnCharge => ({
  reference: row.txid,
  entry: {
    stage: CYCLE_STAGE[row.state],
    ...{ asked: row.amount_cents, received: row.received_cents ?? 0 },
    ...{ refunded: row.refunded, refunding: row.refunding, removing: row.cancel_at_provider },
  },
  payment: null,
  cycle: { recurrence_id: row.recurrence_id, number: row.number },
});

/** The tenant's charges by our reference, for any institution: two institutions may share an account. */
export async function ownCharges(on: Runner, references: readonly string[]): Promise<Map<string, OwnCharge>> {
  const payments = await on.many<Row>(
    sql`${PAYMENT} where y.tenant_id = ${on.tenantId} and y.txid = any(${references}::text[])`,
  );
  const cycles = await on.many<CycleRow>(
    sql`${CYCLE} where c.tenant_id = ${on.tenantId} and c.txid = any(${references}::text[])`,
  );
  const tries = await on.many<CycleRow>(sql`
    select y.recurrence_id, y.number, y.txid, y.state, y.amount_cents,
      case when y.state = 'paid' then y.amount_cents end as received_cents, false as cancel_at_provider,
      ${backOf(sql`y.txid`, BACK)} as refunded, ${backOf(sql`y.txid`, GOING_BACK)} as refunding
    from recurrence_try y
    join recurrence_cycle c on c.tenant_id = y.tenant_id and c.recurrence_id = y.recurrence_id and c.number = y.number
    join recurrence r on r.tenant_id = y.tenant_id and r.id = y.recurrence_id
    where y.tenant_id = ${on.tenantId} and y.txid = any(${references}::text[])`);
  const all = [...payments.map(ofRow), ...tries.map(ofCycle), ...cycles.map(ofCycle)];
  return new Map(all.map((one) => [one.reference, one]));
}

export type Scope = {
  tenantId: number;
  /** The report that is comparing; charges it has already seen are left out. */
  reportId: number;
  institutionId: number;
  provider: MoneyProvider;
  from: Date;
  until: Date;
  /** References of charges that could not be compared. */
  without: readonly string[];
};

/** The next of our charges that changed in a period and appeared on no list, oldest first. */
export async function unlistedCharges(on: Runner, scope: Scope, most: number): Promise<OwnCharge[]> {
  const { tenantId, reportId, institutionId, provider, from, until, without } = scope;
  const payments = await on.many<Row>(sql`${PAYMENT}
    where y.tenant_id = ${tenantId} and y.institution_id = ${institutionId} and y.txid is not null
      and y.updated_at >= ${from}::timestamptz and y.updated_at <= ${until}::timestamptz
      and y.compared_in is distinct from ${reportId}::bigint and ${ofProvider(provider)}
      and not (y.txid = any(${without}::text[]))
    order by y.updated_at, y.id limit ${most}::int`);
  if (payments.length > 0 || moneyKind(provider) === 'slip') return payments.map(ofRow);
  const cycles = await on.many<CycleRow>(sql`${CYCLE}
    join subscription s on s.tenant_id = r.tenant_id and s.id = r.subscription_id
    where c.tenant_id = ${tenantId} and c.txid is not null and s.institution_id = ${institutionId}
      and ${monthsOf(provider)}
      and c.updated_at >= ${from}::timestamptz and c.updated_at <= ${until}::timestamptz
      and c.compared_in is distinct from ${reportId}::bigint and not (c.txid = any(${without}::text[]))
    order by c.updated_at, c.recurrence_id, c.number limit ${most}::int`);
  return cycles.map(ofCycle);
}

/** Records that a report has compared these charges; their `updated_at` is left unchanged. */
export async function noteCompared(
  on: Runner,
  reportId: number,
  charges: readonly OwnCharge[],
): Promise<void> {
  const references = charges.map(({ reference }) => reference);
  await on.many(sql`update payment set compared_in = ${reportId}::bigint
    where tenant_id = ${on.tenantId} and txid = any(${references}::text[]) returning id`);
  if (charges.some(({ cycle }) => cycle))
    await on.many(sql`update recurrence_cycle set compared_in = ${reportId}::bigint
      where tenant_id = ${on.tenantId} and txid = any(${references}::text[]) returning number`);
}
