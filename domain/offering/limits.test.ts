import { describe, expect, it } from 'vitest';
import {
  asksExpectedYear,
  bestVacancies,
  ELIGIBILITY_TEXTS,
  eligibilityProblem,
  INGRESS_KINDS,
  intakeEndFor,
  isEvaluated,
  VACANCY_LABELS,
} from './index.ts';

it('three ingress kinds have an evaluation', () => {
  expect(INGRESS_KINDS.filter(isEvaluated)).toEqual(['online-essay', 'scheduled-test', 'exam-score']);
});

describe('a late decision of the institution (D-57)', () => {
  it.each([
    [null, '2026-02-13'],
    ['2026-02-09', '2026-02-13'],
    ['2026-02-10', '2026-02-13'],
    ['2026-02-11', '2026-02-14'],
    ['2026-02-13', '2026-02-16'],
    ['2026-03-01', '2026-03-04'],
  ])('on %s: until %s', (decidedOn, end) => expect(intakeEndFor('2026-02-13', decidedOn, 3)).toBe(end));
});

it('the best pole counts, and each state has its text', () => {
  expect(
    [['full', 'open', 'last'], ['full', 'last'], ['full'], []].map((states) =>
      bestVacancies(states as never),
    ),
  ).toEqual(['open', 'last', 'full', 'full']);
  expect(VACANCY_LABELS).toEqual({ open: 'Vagas abertas', last: 'Últimas vagas', full: 'Sem vagas' });
});

describe('unfinished schooling must end by the year in which classes start', () => {
  it('the year is asked for two levels', () => {
    const levels = [
      'high-school-in-progress',
      'high-school',
      'degree-in-progress',
      'degree',
      'postgraduate',
    ] as const;
    expect(levels.filter(asksExpectedYear)).toEqual(['high-school-in-progress', 'degree-in-progress']);
  });
  it.each([
    [2026, true],
    [2027, false],
    [null, false],
    [undefined, false],
  ])('%s: %s', (expectedYear, passes) => {
    const problem = (type: 1 | 2, level: 'high-school-in-progress' | 'degree-in-progress') =>
      eligibilityProblem(type, { level, expectedYear }, 2026, null);
    expect(problem(1, 'high-school-in-progress')).toBe(passes ? undefined : ELIGIBILITY_TEXTS.highSchool);
    expect(problem(2, 'degree-in-progress')).toBe(passes ? undefined : ELIGIBILITY_TEXTS.degree);
  });
});
