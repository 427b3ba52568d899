import {
  CLOSED_STATUSES,
  STATUS,
  STEP_CODES,
  type Status,
  type StepCode,
  type StepFacts,
  stepsOf,
} from '../subscription/index.ts';

/** Facts of an offer that determine its steps. */
export type OfferSteps = Omit<
  StepFacts,
  'id' | 'status' | 'awaitsInstitution' | 'manualPaymentPurpose' | 'previousStatus'
>;

/** Where an application stands, according to its row. */
type Stand = {
  status: number;
  /** Status before the application stopped (8, 12, 13) or waited for payment at the counter (11); null in other statuses. */
  left: Status | null;
  /** The essay was delivered and is being graded. */
  delivered: boolean;
};

/** Applications for one course of an offer that stand at the same point. */
export type StandingGroup = Stand & { offer: OfferSteps; course: string; count: number };

/**
 * Numbers of a step: applications that reached it, are at it now, and ended at it. Applications whose offer lacks the step are
 * not counted.
 */
export type FunnelRow = { step: StepCode; label: string; reached: number; here: number; ended: number };
export type Funnel = { created: number; enrolled: number; rows: FunnelRow[] };

/** Labels for steps whose name depends on type or ingress, when several are combined. */
const MIXED: Readonly<Partial<Record<StepCode, string>>> = { assessment: 'Avaliação', payment: 'Pagamento' };

function standOf({ offer, status, left, delivered }: StandingGroup) {
  const steps = stepsOf({
    ...offer,
    id: 0,
    status,
    awaitsInstitution: delivered,
    ...(left === null ? {} : { previousStatus: left }),
    manualPaymentPurpose: left === STATUS.PendingTax ? 'tax' : 'enrollment',
  });
  const at = steps.findIndex(({ state }) => state !== 'done');
  return { steps, at: at === -1 ? steps.length - 1 : at };
}

/**
 * The steps of applications, in order, without steps that no application has. Enrolled applications are at no step, so that
 * `here` and `ended` of all steps plus the enrolled always add up to the created ones.
 */
export function funnelOf(groups: readonly StandingGroup[]): Funnel {
  const rows = new Map<StepCode, FunnelRow>();
  let created = 0;
  let enrolled = 0;
  for (const group of groups) {
    const { steps, at } = standOf(group);
    created += group.count;
    for (const { code, label } of steps.slice(0, at + 1)) {
      const row = rows.get(code) ?? { step: code, label, reached: 0, here: 0, ended: 0 };
      if (row.label !== label) row.label = MIXED[code] ?? label;
      row.reached += group.count;
      rows.set(code, row);
    }
    const row = rows.get(steps[at]?.code ?? 'subscription');
    if (group.status === STATUS.Enrolled) enrolled += group.count;
    else if (row) row[CLOSED_STATUSES.includes(group.status) ? 'ended' : 'here'] += group.count;
  }
  return { created, enrolled, rows: STEP_CODES.flatMap((code) => rows.get(code) ?? []) };
}

/** Statuses of applications that passed the selection or needed none; for those that stopped, the status they left. */
export const APPROVED_STATUSES: readonly Status[] = [
  STATUS.Evaluated,
  STATUS.TermsAccepted,
  STATUS.PendingClassSelection,
  STATUS.EnrollmentPending,
  STATUS.DocumentationPending,
  STATUS.Enrolled,
];
