export interface Discipline {
  id: number;
  mandatory: boolean;
}

export interface ElectiveLimits {
  min: number;
  max: number;
}

const electives = (count: number): string =>
  count === 1 ? '1 disciplina eletiva' : `${count} disciplinas eletivas`;

/** How many electives to choose, used both as the instruction and as the error for a wrong number (S-27). */
export function ELECTIVE_TEXT({ min, max }: ElectiveLimits): string {
  if (min === max) return `Selecione ${electives(max)}.`;
  if (min === 0) return `Se quiser, selecione até ${electives(max)}.`;
  return `Selecione de ${min} a ${electives(max)}.`;
}

/** Chosen ids: all mandatory ones, the ticked electives, and no unknown ids. */
export const chosenDisciplines = (offered: readonly Discipline[], ticked: readonly number[]): number[] =>
  offered.filter(({ id, mandatory }) => mandatory || ticked.includes(id)).map(({ id }) => id);

/** Error text for the choice, or undefined (spec 12.2). */
export function electiveProblem(
  offered: readonly Discipline[],
  ticked: readonly number[],
  limits: ElectiveLimits,
): string | undefined {
  const electives = offered.filter(({ id, mandatory }) => !mandatory && ticked.includes(id)).length;
  const unknown = ticked.some((id) => !offered.some((discipline) => discipline.id === id));
  return unknown || electives < limits.min || electives > limits.max ? ELECTIVE_TEXT(limits) : undefined;
}

/**
 * The disciplines left to choose after a transfer analysis (spec 9.3): accepted disciplines are not offered, and accepted
 * electives count towards the required number.
 */
export function afterAnalysis<D extends Discipline>(
  offered: readonly D[],
  accepted: readonly number[],
  limits: ElectiveLimits,
): { offered: D[]; limits: ElectiveLimits } {
  const left = offered.filter(({ id }) => !accepted.includes(id));
  const electives = left.filter(({ mandatory }) => !mandatory).length;
  const spared = offered.filter(({ mandatory }) => !mandatory).length - electives;
  const within = (limit: number) => Math.min(Math.max(0, limit - spared), electives);
  return { offered: left, limits: { min: within(limits.min), max: within(limits.max) } };
}
