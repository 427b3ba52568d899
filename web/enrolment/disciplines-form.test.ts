import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Discipline,
  type DisciplineChoice,
  disciplineProblems,
  electiveIds,
  groupsOf,
  savedElectives,
} from './disciplines-form.ts';

const one = (id: number, more: Partial<Discipline> = {}): Discipline => ({
  ...{ id, code: `PSI${id}`, name: `Disciplina ${id}`, workload: 40, group: null },
  ...{ mandatory: false, accepted: false, chosen: false, ...more },
});
const choice = (disciplines: Discipline[], electiveMin: number, electiveMax: number): DisciplineChoice => ({
  ...{ disciplines, electiveMin, electiveMax },
  analysis: { state: 'unused', accepted: [], term: null },
});
const usual = choice(
  [one(1, { mandatory: true }), one(2, { accepted: true }), one(3, { chosen: true }), one(4), one(5)],
  1,
  2,
);

describe('disciplines of the first period (S-27)', () => {
  it('are fixed when mandatory or accepted, otherwise they can be ticked', () => {
    const { fixed, electives } = groupsOf(usual);
    expect([fixed, electives].map((list) => list.map(({ id }) => id))).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect(savedElectives(usual)).toEqual({ electives: ['3'] });
  });

  const refused = [{ field: 'electives', message: 'Selecione de 1 a 2 disciplinas eletivas.' }];
  it.each([
    [[], refused],
    [['3'], []],
    [['3', '5'], []],
    [['3', '4', '5'], refused],
    [['2'], refused],
    [['99'], refused],
  ])('%j is validated as the server does', (electives, problems) => {
    expect(disciplineProblems(usual, { electives })).toEqual(problems);
  });

  it('come back as saved, whatever was chosen', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.func(fc.boolean()), (ids, chosen) => {
        const all = choice(
          ids.map((id) => one(id, { chosen: chosen(id) })),
          0,
          ids.length,
        );
        expect(electiveIds(savedElectives(all))).toEqual(ids.filter((id) => chosen(id)));
        expect(disciplineProblems(all, savedElectives(all))).toEqual([]);
      }),
    );
  });
});
