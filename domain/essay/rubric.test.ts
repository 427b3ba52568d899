import { expect, it } from 'vitest';
import { isChosen, isRubric, type Rubric, sumOf } from './index.ts';

const rubric = (): Rubric =>
  ['Norma', 'Tema', 'Argumentos', 'Coesão', 'Proposta'].map((label) => ({
    label,
    levels: [0, 100, 200].map((points) => ({ points, text: `Nível ${points}` })),
  }));
const changed = (change: (given: Rubric) => unknown): unknown => {
  const given = rubric();
  return change(given) ?? given;
};
const level = (points: unknown, text: unknown = 'Nível') => ({ points, text }) as never;

it('a rubric has five competences with levels of different values', () => {
  expect(isRubric(rubric())).toBe(true);
  const largest = { label: 'x'.repeat(500), levels: Array.from({ length: 21 }, (_, at) => level(at * 10)) };
  expect(isRubric(rubric().map(() => largest))).toBe(true);
  const wrong: unknown[] = [
    null,
    {},
    [],
    'rubric',
    rubric().slice(0, 4),
    [...rubric(), ...rubric().slice(0, 1)],
    changed((given) => given.with(0, null as never)),
    changed((given) => given.with(0, [] as never)),
    changed(([first]) => void Object.assign(first ?? {}, { label: ' ' })),
    changed(([first]) => void Object.assign(first ?? {}, { label: 'x'.repeat(501) })),
    changed(([first]) => void Object.assign(first ?? {}, { weight: 1 })),
    changed(([first]) => void Object.assign(first ?? {}, { levels: 'all' })),
    ...[-1, 201, 0.5, '100', 100].map((points) =>
      changed(([first]) => void first?.levels.push(level(points))),
    ),
    changed(([first]) => void first?.levels.push(level(50, ''))),
    changed(([first]) => void first?.levels.push({ points: 50 } as never)),
    changed(([first]) => void first?.levels.splice(1)),
    changed(([first]) => {
      if (first) first.levels = Array.from({ length: 22 }, (_, points) => level(points));
    }),
  ];
  expect(wrong.filter((given) => isRubric(given))).toEqual([]);
});

it('a selection has one level per competence, and their sum is the score', () => {
  const choices = [0, 100, 200, 100, 0];
  expect(isChosen(rubric(), choices)).toBe(true);
  expect(sumOf(choices)).toBe(400);
  expect(isChosen(rubric(), [0, 100, 200, 100])).toBe(false);
  expect(isChosen(rubric(), [0, 100, 200, 100, 50])).toBe(false);
  expect(isChosen(rubric(), [...choices, 0])).toBe(false);
});
