/** Sub-steps of the page of status 3 (spec 12.1). */
const ENROLMENT_STEPS = {
  personal: 'Dados pessoais',
  schooling: 'Escolaridade e endereço',
  guardian: 'Responsável financeiro',
  disciplines: 'Disciplinas',
  review: 'Revisão e contrato',
} as const;

export type EnrolmentStep = keyof typeof ENROLMENT_STEPS;

export interface EnrolmentFacts {
  /** Under 18 today, in the tenant zone. */
  minor: boolean;
  /** The ingress mode asks for disciplines and the course has some for module 1. */
  useDisciplines: boolean;
  complete: { personal: boolean; schooling: boolean; guardian: boolean; disciplines: boolean };
}

export interface EnrolmentStepState {
  step: EnrolmentStep;
  label: string;
  state: 'done' | 'current' | 'todo';
  /** Going back is always possible; sub-steps cannot be skipped. */
  open: boolean;
}

const asked = ({ minor, useDisciplines }: EnrolmentFacts): EnrolmentStep[] => [
  'personal',
  'schooling',
  ...(minor ? (['guardian'] as const) : []),
  ...(useDisciplines ? (['disciplines'] as const) : []),
  'review',
];

const isDone = (step: EnrolmentStep, { complete }: EnrolmentFacts) => step !== 'review' && complete[step];

/** The sub-steps in their order; the first one that is not complete is the current one. */
export function enrolmentSteps(facts: EnrolmentFacts): EnrolmentStepState[] {
  const steps = asked(facts);
  const current = steps.findIndex((step) => !isDone(step, facts));
  return steps.map((step, at) => ({
    step,
    label: ENROLMENT_STEPS[step],
    state: at === current ? 'current' : isDone(step, facts) ? 'done' : 'todo',
    open: at <= current,
  }));
}

/** The `complete` block of the API; parts that do not apply are true (spec 12.4, chapter 24). */
export const completeness = ({ minor, useDisciplines, complete }: EnrolmentFacts) => ({
  personal: complete.personal,
  schooling: complete.schooling,
  guardian: !minor || complete.guardian,
  disciplines: !useDisciplines || complete.disciplines,
});

/** What is still missing before acceptance: `missing` of `DATA_INCOMPLETE`, and whether the guardian is missing (13.4). */
export function missingForContract(facts: EnrolmentFacts): {
  missing: ('personal' | 'schooling' | 'disciplines')[];
  guardian: boolean;
} {
  const done = completeness(facts);
  const parts = ['personal', 'schooling', 'disciplines'] as const;
  return { missing: parts.filter((part) => !done[part]), guardian: !done.guardian };
}
