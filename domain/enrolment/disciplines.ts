export interface Discipline {
  id: number;
  mandatory: boolean;
}

export interface ElectiveLimits {
  min: number;
  max: number;
}

export const ELECTIVE_TEXT = ({ min, max }: ElectiveLimits): string =>
  `Selecione de ${min} a ${max} disciplinas eletivas.`;

/** Ids that count as chosen: mandatory ones always, electives as ticked, unknown ids never. */
export const chosenDisciplines = (offered: readonly Discipline[], ticked: readonly number[]): number[] =>
  offered.filter(({ id, mandatory }) => mandatory || ticked.includes(id)).map(({ id }) => id);

/** Text of what is wrong with the choice, or undefined (spec 12.2). */
export function electiveProblem(
  offered: readonly Discipline[],
  ticked: readonly number[],
  limits: ElectiveLimits,
): string | undefined {
  const electives = offered.filter(({ id, mandatory }) => !mandatory && ticked.includes(id)).length;
  const unknown = ticked.some((id) => !offered.some((discipline) => discipline.id === id));
  return unknown || electives < limits.min || electives > limits.max ? ELECTIVE_TEXT(limits) : undefined;
}
