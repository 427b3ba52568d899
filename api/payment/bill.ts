import { dayInZone, endOfDay, isMinorOn } from '@orbita/domain/foundation';
import {
  type PlanDates,
  type Price,
  type PriceKind,
  type Purpose,
  payableKinds,
  paymentDeadline,
} from '@orbita/domain/payment';
import { PAYMENT_STATUS, STATUS } from '@orbita/domain/subscription';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import { guardianAbroad } from '../enrolment/store.ts';
import type { Runner } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { isIntakeActive, pricesOf, type SubscriptionState, settingsReader } from '../subscription/facts.ts';
import { classFacts } from '../subscription/state/class.ts';

export type ListedPrice = Price & { id: number; description: string };

/** Everything that the payments of one subscription depend on. */
export type Bill = {
  state: SubscriptionState;
  settings: PaymentSettings;
  parameter: ReturnType<typeof settingsReader>;
  prices: ListedPrice[];
  tenantAlias: string;
  minor: boolean;
  /** The payer's name and CPF: the guardian's if the candidate is a minor, otherwise the candidate's. */
  payer: { cpf: string; name: string } | null;
  /** In Brazil. */
  payerHasAddress: boolean;
  payerLivesAbroad: boolean;
  /** Whether an acquirer has denied a card for the enrolment since the current contract was accepted (D-67). */
  cardDenied: boolean;
  now: Date;
  today: string;
  /** Payment deadline; until the contract is accepted, the deadline that accepting it today would set. */
  deadline: Date;
  deadlineDay: string;
};

type More = {
  tenant_alias: string;
  payment: Partial<PaymentSettings>;
  guardian: { cpf: string; name: string; own_address: boolean; abroad: boolean } | null;
  has_address: boolean;
  lives_abroad: boolean;
  card_denied: boolean;
  descriptions: Record<string, string>;
};

/** Statuses before the enrolment payment in which its prices are already shown (spec 13.3). */
const ON_THE_WAY: readonly number[] = [STATUS.Evaluated, STATUS.TermsAccepted, STATUS.PendingClassSelection];

const cardDenied = (subscriptionId: number): Sql => sql`exists(
  select from payment y
  join contract_acceptance a on a.tenant_id = y.tenant_id and a.subscription_id = y.subscription_id
    and a.voided_at is null
  where y.tenant_id = i.tenant_id and y.subscription_id = ${subscriptionId} and y.purpose = 'enrollment'
    and y.method = 'credit-card' and y.state = 'denied' and y.created_at >= a.accepted_at)`;

function deadlineOf(state: SubscriptionState, today: string, days: number): Date {
  // Before the contract, a stored deadline can only be that of the fee, which is already paid.
  const known = state.status === STATUS.Evaluated ? null : state.payment_deadline;
  if (known) return known;
  return ON_THE_WAY.includes(state.status)
    ? paymentDeadline(today, days, state.last_day, state.time_zone)
    : endOfDay(state.last_day, state.time_zone);
}

/** Reads everything that paying for a subscription needs besides its own state. */
export async function readBill(platform: Platform, on: Runner, state: SubscriptionState): Promise<Bill> {
  const ids = pricesOf(state).map(({ id }) => id);
  const more = await on.one<More>(sql`
    select t.alias as tenant_alias, i.payment,
      (select jsonb_build_object('cpf', g.cpf, 'name', g.name, 'own_address', g.address is not null,
          'abroad', ${guardianAbroad} is not null) from guardian g
       where g.tenant_id = i.tenant_id and g.subscription_id = ${state.id}) as guardian,
      exists(select from person_address a
       where a.tenant_id = i.tenant_id and a.person_id = ${state.person_id}) as has_address,
      exists(select from person_foreign_address f
       where f.tenant_id = i.tenant_id and f.person_id = ${state.person_id}) as lives_abroad,
      ${cardDenied(state.id)} as card_denied,
      (select coalesce(jsonb_object_agg(p.id::text, p.description), '{}') from price p
       where p.tenant_id = i.tenant_id and p.id = any(${ids}::bigint[])) as descriptions
    from institution i join tenant t on t.id = i.tenant_id
    where i.tenant_id = ${state.tenant_id} and i.id = ${state.institution_id}`);
  if (!more) throw new Error(`No institution ${state.institution_id}`);
  const now = platform.clock.now();
  const today = dayInZone(now, state.time_zone);
  const parameter = settingsReader(state.settings);
  const minor = state.person_birth_date !== null && isMinorOn(state.person_birth_date, today);
  const own = state.person_cpf ? { cpf: state.person_cpf, name: state.person_name } : null;
  const deadline = deadlineOf(state, today, parameter('PaymentDeadlineDays'));
  const guardian = minor ? more.guardian : null;
  const hasAddress = guardian?.own_address || (more.has_address && !guardian?.abroad);
  return {
    state,
    settings: { ...DEFAULT_PAYMENT_SETTINGS, ...parameter('PaymentSettings'), ...more.payment },
    parameter,
    prices: pricesOf(state).map((price) => ({ ...price, description: more.descriptions[price.id] ?? '' })),
    tenantAlias: more.tenant_alias,
    minor,
    payer: minor ? guardian && { cpf: guardian.cpf, name: guardian.name } : own,
    cardDenied: more.card_denied,
    payerHasAddress: hasAddress,
    payerLivesAbroad: !hasAddress && (more.lives_abroad || guardian?.abroad === true),
    now,
    today,
    deadline,
    deadlineDay: dayInZone(deadline, state.time_zone),
  };
}

/** Dates that determine the payment plan of this application (spec 14.1). */
export const planDatesOf = ({ deadlineDay, state, parameter }: Bill): PlanDates => ({
  deadlineDay,
  classStart: state.intake_class_start,
  dueDay: parameter('InstallmentDueDay'),
});

export const isSettled = ({ state }: Pick<Bill, 'state'>, purpose: Purpose): boolean =>
  purpose === 'tax' ? state.is_tax_paid : state.is_paid;

/**
 * Whether prices are shown although nothing can be paid yet: during the review before the contract or while choosing a class.
 */
export const isPreview = (bill: Pick<Bill, 'state'>, purpose: Purpose): boolean =>
  purpose === 'enrollment' && !isSettled(bill, purpose) && ON_THE_WAY.includes(bill.state.status);

/** Kinds of price that can currently be chosen for a purpose. */
export const kindsOf = ({ settings, state }: Bill, purpose: Purpose): PriceKind[] =>
  payableKinds(purpose, settings.variant, {
    chargeFullSaleAmount: state.charge_full,
    semesterFullSaleAmount: state.charge_semester,
  });

export const pricesFor = (bill: Bill, purpose: Purpose): ListedPrice[] => {
  const kinds = kindsOf(bill, purpose);
  return bill.prices.filter(({ kind }) => kinds.includes(kind));
};

/** Rejects a payment that is not currently allowed, in the order of spec 14.7, up to the check for an open charge. */
export function checkPayable(bill: Bill, purpose: Purpose): void {
  const { state } = bill;
  if (isSettled(bill, purpose)) fail('ALREADY_PAID');
  if (state.history.at(-1)?.event === 'class-hold-expired') fail('CLASS_HOLD_EXPIRED');
  if (state.status !== PAYMENT_STATUS[purpose]) fail('NOT_PAYABLE', { extra: { status: state.status } });
  if (classFacts(state, bill.now).classHoldOver) fail('CLASS_HOLD_EXPIRED');
  if (!isIntakeActive(state, bill.today)) fail('INTAKE_INACTIVE');
  if (!state.offer_open) fail('OFFER_INACTIVE');
  if (bill.now >= bill.deadline) fail('NOT_PAYABLE', { extra: { status: state.status } });
}
