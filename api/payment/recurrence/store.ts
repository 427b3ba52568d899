import type { CycleState, MonthMark, RecurrenceEnder, RecurrenceState } from '@orbita/domain/payment';
import { LIVE_RECURRENCE_STATES, OPEN_CYCLE_STATES } from '@orbita/domain/payment';
import sql, { empty, type Sql } from 'sql-template-tag';
import { literals } from '../../platform/database/literals.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';

/** For `state in ${LIVE_RECURRENCE}`: authorisations that are pending or in force. */
export const LIVE_RECURRENCE: Sql = literals(LIVE_RECURRENCE_STATES);
/** For `state in ${OPEN_CYCLE}`: cycles that were neither paid nor ended. */
export const OPEN_CYCLE: Sql = literals(OPEN_CYCLE_STATES);

export type RecurrenceRow = {
  id: number;
  subscription_id: number;
  payment_id: number;
  method: 'automatic-pix' | 'credit-card';
  state: RecurrenceState;
  kind: 'fixed' | 'variable';
  amount_cents: number;
  day_of_month: number;
  payer_name: string | null;
  payer_cpf: string | null;
  provider_id: string | null;
  copy_paste: string | null;
  ended_by: RecurrenceEnder | null;
  end_code: string | null;
  cancel_at_provider: boolean;
  /** Number of lookups at the provider so far. */
  checks: number;
  /** When the payer agreed; kept after the authorisation ends. */
  approved_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A recurrence with what its provider needs. */
export type ProviderRecurrenceRow = RecurrenceRow & {
  tenant_alias: string;
  institution_code: string;
  course_name: string;
  time_zone: string;
  /** Our reference and the state of the charge for the first instalment. */
  first_txid: string | null;
  first_state: string;
  /** Due days of the first and last cycle, `YYYY-MM-DD`. */
  first_day: string;
  last_day: string;
};

/** Money received for a month; `source` is the end-to-end id of a Pix or our reference of the charge at the acquirer. */
type MonthMoney = { source: string; cents: number };

export type CycleRow = {
  id: number;
  recurrence_id: number;
  number: number;
  /** `YYYY-MM-DD`. */
  due_day: string;
  amount_cents: number;
  state: CycleState;
  txid: string | null;
  asked_day: string | null;
  retry_days: string[];
  received_cents: number | null;
  /** Everything received, including second payments. */
  received: MonthMoney[];
  attention: MonthMark[];
  ended_by: RecurrenceEnder | null;
  end_code: string | null;
  cancel_at_provider: boolean;
  /** The acquirer's id of the charge; null for one at a bank. */
  provider_id: string | null;
  /** Number of lookups of the charge so far. */
  checks: number;
  paid_at: Date | null;
  updated_at: Date;
};

/** A cycle with the amount refunded from it. */
export type CycleGivenBack = CycleRow & { refunded_cents: number };

/** A cycle with the due day of the next one, null for the last. */
export type CycleInPlan = CycleRow & { next_due_day: string | null };

const RECURRENCE = sql`r.id, r.subscription_id, r.payment_id, r.method, r.state, r.kind, r.amount_cents, r.day_of_month,
  r.payer_name, r.payer_cpf, r.provider_id, r.copy_paste, r.ended_by, r.end_code, r.cancel_at_provider, r.checks, r.approved_at,
  r.created_at, r.updated_at`;

/** SQL columns of a `CycleRow`, from `recurrence_cycle c`. */
const CYCLE = sql`c.id, c.recurrence_id, c.number, c.due_day, c.amount_cents, c.state, c.txid, c.asked_day, c.retry_days,
  c.received_cents, c.received, c.attention, c.ended_by, c.end_code, c.cancel_at_provider, c.provider_id, c.checks,
  c.paid_at, c.updated_at`;

/** SQL columns of a `CycleGivenBack`, from `recurrence_cycle c`. */
export const CYCLE_GIVEN_BACK = sql`${CYCLE}, (
  select coalesce(sum(f.amount_cents), 0)::bigint from refund f
  where f.tenant_id = c.tenant_id and f.month_id = c.id and f.state = 'done') as refunded_cents`;

const select = (where: Sql, tail: Sql = empty) =>
  sql`select ${RECURRENCE} from recurrence r where ${where} ${tail}`;

/** Reads a recurrence and locks it. */
export const lockRecurrence = (tx: Tx, id: number): Promise<RecurrenceRow | undefined> =>
  tx.one<RecurrenceRow>(select(sql`r.tenant_id = ${tx.tenantId} and r.id = ${id}`, sql`for update`));

/** The newest recurrence of an application, in any state. */
export const lastRecurrence = (on: Runner, subscriptionId: number): Promise<RecurrenceRow | undefined> =>
  on.one<RecurrenceRow>(
    select(
      sql`r.tenant_id = ${on.tenantId} and r.subscription_id = ${subscriptionId}`,
      sql`order by r.id desc limit 1`,
    ),
  );

export const recurrenceAtProvider = (on: Runner, id: number): Promise<ProviderRecurrenceRow | undefined> =>
  on.one<ProviderRecurrenceRow>(sql`
    select ${RECURRENCE}, t.alias as tenant_alias, i.code as institution_code, k.name as course_name, t.time_zone,
      y.txid as first_txid, y.state as first_state,
      (select min(c.due_day) from recurrence_cycle c where c.tenant_id = r.tenant_id and c.recurrence_id = r.id) as first_day,
      (select max(c.due_day) from recurrence_cycle c where c.tenant_id = r.tenant_id and c.recurrence_id = r.id) as last_day
    from recurrence r
    join tenant t on t.id = r.tenant_id
    join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
    join subscription s on s.tenant_id = r.tenant_id and s.id = r.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    join course k on k.tenant_id = s.tenant_id and k.id = s.course_id
    where r.tenant_id = ${on.tenantId} and r.id = ${id}`);

/** Cycles of a recurrence, ordered by number. */
export const cyclesOf = (on: Runner, recurrenceId: number): Promise<CycleGivenBack[]> =>
  on.many<CycleGivenBack>(sql`
    select ${CYCLE_GIVEN_BACK} from recurrence_cycle c
    where c.tenant_id = ${on.tenantId} and c.recurrence_id = ${recurrenceId} order by c.number`);

const IN_PLAN = sql`select ${CYCLE}, (select min(n.due_day) from recurrence_cycle n
    where n.tenant_id = c.tenant_id and n.recurrence_id = c.recurrence_id and n.number > c.number) as next_due_day
  from recurrence_cycle c`;

export const cycleInPlan = (
  on: Runner,
  recurrenceId: number,
  number: number,
): Promise<CycleInPlan | undefined> =>
  on.one<CycleInPlan>(sql`${IN_PLAN}
    where c.tenant_id = ${on.tenantId} and c.recurrence_id = ${recurrenceId} and c.number = ${number}`);

/** Reads a cycle and locks it. */
export const lockCycle = (tx: Tx, recurrenceId: number, number: number): Promise<CycleInPlan | undefined> =>
  tx.one<CycleInPlan>(sql`${IN_PLAN}
    where c.tenant_id = ${tx.tenantId} and c.recurrence_id = ${recurrenceId} and c.number = ${number} for update of c`);
