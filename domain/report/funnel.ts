import {
  CLOSED_STATUSES,
  STATUS,
  STEP_CODES,
  type Status,
  type StepCode,
  type StepFacts,
  stepsOf,
} from '../subscription/index.ts';

/** What of an offer decides its steps. */
export type OfferSteps = Omit<
  StepFacts,
  'id' | 'status' | 'awaitsInstitution' | 'manualPaymentPurpose' | 'previousStatus'
>;

/** Where an application stands, as its row says it. */
type Stand = {
  status: number;
  /** Status before it stopped (8, 12, 13) or was to be paid at the counter (11); null in others. */
  left: Status | null;
  /** Its essay was delivered and is graded. */
  delivered: boolean;
};

/** Applications of one course of an offer that stand alike. */
export type StandingGroup = Stand & { offer: OfferSteps; course: string; count: number };

/** Of a step: who came to it, who is there, and who stopped there; a step that an offer lacks counts nobody of it. */
export type FunnelRow = { step: StepCode; label: string; reached: number; here: number; ended: number };
export type Funnel = { created: number; enrolled: number; rows: FunnelRow[] };

/** Labels of steps that are called differently by type or ingress, where several come together. */
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
 * The steps of applications, in their order, with those that nobody has left out. Whoever is enrolled stands at none, so that
 * here and ended of all steps and the enrolled together are the created, whatever was counted.
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

/** Statuses of whoever passed the selection, or needed none; of who stopped, the status she left. */
export const APPROVED_STATUSES: readonly Status[] = [
  STATUS.Evaluated,
  STATUS.TermsAccepted,
  STATUS.PendingClassSelection,
  STATUS.EnrollmentPending,
  STATUS.DocumentationPending,
  STATUS.Enrolled,
];
