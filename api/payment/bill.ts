import { dayInZone, endOfDay, isMinorOn } from '@orbita/domain/foundation';
import {
  type Price,
  type PriceKind,
  type Purpose,
  payableKinds,
  paymentDeadline,
} from '@orbita/domain/payment';
import { STATUS } from '@orbita/domain/subscription';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { classFacts } from '../enrolment/index.ts';
import type { Runner } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { isIntakeActive, type SubscriptionState, settingsReader } from '../subscription/index.ts';

export type ListedPrice = Price & { id: number; description: string };

/** Everything the money of one subscription depends on. */
export type Bill = {
  state: SubscriptionState;
  settings: PaymentSettings;
  parameter: ReturnType<typeof settingsReader>;
  prices: ListedPrice[];
  tenantAlias: string;
  minor: boolean;
  /** Who pays by name: the guardian of a minor, else the candidate. */
  payer: { cpf: string; name: string } | null;
  now: Date;
  today: string;
  /** Last moment to pay; while the contract is not accepted, what would count if it were today. */
  deadline: Date;
  deadlineDay: string;
};

type More = {
  tenant_alias: string;
  payment: Partial<PaymentSettings>;
  guardian: { cpf: string; name: string } | null;
  descriptions: Record<string, string>;
};

/** Statuses on the way to the payment of the enrolment, in which its prices are already shown (spec 13.3). */
const ON_THE_WAY: readonly number[] = [STATUS.Evaluated, STATUS.TermsAccepted, STATUS.PendingClassSelection];

function deadlineOf(state: SubscriptionState, today: string, days: number): Date {
  // Before the contract a deadline can only be one of the fee, which is over.
  const known = state.status === STATUS.Evaluated ? null : state.payment_deadline;
  if (known) return known;
  return ON_THE_WAY.includes(state.status)
    ? paymentDeadline(today, days, state.last_day, state.time_zone)
    : endOfDay(state.last_day, state.time_zone);
}

/** Reads what the payment of a subscription needs besides its own state. */
export async function readBill(house: House, on: Runner, state: SubscriptionState): Promise<Bill> {
  const ids = state.prices.map(({ id }) => id);
  const more = await on.one<More>(sql`
    select t.alias as tenant_alias, i.payment,
      (select jsonb_build_object('cpf', g.cpf, 'name', g.name) from guardian g
       where g.tenant_id = i.tenant_id and g.subscription_id = ${state.id}) as guardian,
      (select coalesce(jsonb_object_agg(p.id::text, p.description), '{}') from price p
       where p.tenant_id = i.tenant_id and p.id = any(${ids}::bigint[])) as descriptions
    from institution i join tenant t on t.id = i.tenant_id
    where i.tenant_id = ${state.tenant_id} and i.id = ${state.institution_id}`);
  if (!more) throw new Error(`No institution ${state.institution_id}`);
  const now = house.clock.now();
  const today = dayInZone(now, state.time_zone);
  const parameter = settingsReader(state.settings);
  const minor = state.person_birth_date !== null && isMinorOn(state.person_birth_date, today);
  const own = state.person_cpf ? { cpf: state.person_cpf, name: state.person_name } : null;
  const deadline = deadlineOf(state, today, parameter('PaymentDeadlineDays'));
  return {
    state,
    settings: { ...DEFAULT_PAYMENT_SETTINGS, ...parameter('PaymentSettings'), ...more.payment },
    parameter,
    prices: state.prices.map((price) => ({ ...price, description: more.descriptions[price.id] ?? '' })),
    tenantAlias: more.tenant_alias,
    minor,
    payer: minor ? more.guardian : own,
    now,
    today,
    deadline,
    deadlineDay: dayInZone(deadline, state.time_zone),
  };
}

/** Status in which a purpose is paid. */
export const WAITING = { enrollment: STATUS.EnrollmentPending, tax: STATUS.PendingTax } as const;

export const isSettled = ({ state }: Pick<Bill, 'state'>, purpose: Purpose): boolean =>
  purpose === 'tax' ? state.is_tax_paid : state.is_paid;

/** Nothing can be paid yet, but what will be paid may be seen: the review before the contract, the choice of a class. */
export const isPreview = (bill: Pick<Bill, 'state'>, purpose: Purpose): boolean =>
  purpose === 'enrollment' && !isSettled(bill, purpose) && ON_THE_WAY.includes(bill.state.status);

/** Kinds of price that may be chosen for a purpose now. */
export const kindsOf = ({ settings, state }: Bill, purpose: Purpose): PriceKind[] =>
  payableKinds(purpose, settings.variant, {
    chargeFullSaleAmount: state.charge_full,
    semesterFullSaleAmount: state.charge_semester,
  });

export const pricesFor = (bill: Bill, purpose: Purpose): ListedPrice[] => {
  const kinds = kindsOf(bill, purpose);
  return bill.prices.filter(({ kind }) => kinds.includes(kind));
};

/** Refuses what may not be paid now, in the order of spec 14.7, up to the open charge. */
export function checkPayable(bill: Bill, purpose: Purpose): void {
  const { state } = bill;
  if (isSettled(bill, purpose)) fail('ALREADY_PAID');
  if (state.history.at(-1)?.event === 'class-hold-expired') fail('CLASS_HOLD_EXPIRED');
  if (state.status !== WAITING[purpose]) fail('NOT_PAYABLE', { extra: { status: state.status } });
  if (classFacts(state, bill.now).classHoldOver) fail('CLASS_HOLD_EXPIRED');
  if (!isIntakeActive(state, bill.today)) fail('INTAKE_INACTIVE');
  if (!state.offer_open) fail('OFFER_INACTIVE');
  if (bill.now >= bill.deadline) fail('NOT_PAYABLE', { extra: { status: state.status } });
}
