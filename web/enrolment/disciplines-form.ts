import { electiveProblem } from '@orbita/domain/enrolment';
import type { Answer } from '@orbita/protocol';

export type DisciplineChoice = Answer<'GET /candidate/subscriptions/{id}/disciplines'>;
export type Discipline = DisciplineChoice['disciplines'][number];
/** Check boxes have string values. */
export type DisciplineValues = { electives: string[] };

/** The groups on S-27: `fixed` disciplines are taken or credited in any case, `electives` can be ticked. */
export function groupsOf({ disciplines }: DisciplineChoice): {
  fixed: Discipline[];
  electives: Discipline[];
} {
  const isFixed = ({ mandatory, accepted }: Discipline) => mandatory || accepted;
  return {
    fixed: disciplines.filter(isFixed),
    electives: disciplines.filter((one) => !isFixed(one)),
  };
}

/** The electives as saved before. */
export const savedElectives = (choice: DisciplineChoice): DisciplineValues => ({
  electives: groupsOf(choice)
    .electives.filter(({ chosen }) => chosen)
    .map(({ id }) => String(id)),
});

/** The ids to send. */
export const electiveIds = ({ electives }: DisciplineValues): number[] => electives.map(Number);

/** The server's rule on what may be ticked (spec 12.2). */
export function disciplineProblems(choice: DisciplineChoice, values: DisciplineValues) {
  const offered = choice.disciplines.filter(({ accepted }) => !accepted);
  const limits = { min: choice.electiveMin, max: choice.electiveMax };
  const message = electiveProblem(offered, electiveIds(values), limits);
  return message ? [{ field: 'electives', message }] : [];
}
