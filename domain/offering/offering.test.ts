import { describe, expect, it } from 'vitest';
import {
  asksExpectedYear,
  bestVacancies,
  blocksIntake,
  type DeclaredSchooling,
  type EducationType,
  eligibilityProblem,
  expectedYearProblem,
  intakeEndFor,
  isActiveSubscription,
  isIntakeActive,
  searchForm,
  vacanciesState,
} from './index.ts';

const HIGH_SCHOOL = 'Este curso exige ensino médio concluído até o início das aulas.';
const DEGREE = 'Este curso exige graduação concluída até o início das aulas.';

describe('eligibility', () => {
  it.each<[EducationType, DeclaredSchooling, string | undefined]>([
    [1, { level: 'high-school' }, undefined],
    [1, { level: 'high-school-in-progress', expectedYear: 2026 }, undefined],
    [1, { level: 'high-school-in-progress', expectedYear: 2027 }, HIGH_SCHOOL],
    [1, { level: 'high-school-in-progress' }, HIGH_SCHOOL],
    [1, { level: 'degree-in-progress' }, undefined],
    [2, { level: 'high-school' }, DEGREE],
    [2, { level: 'degree-in-progress', expectedYear: 2026 }, undefined],
    [2, { level: 'degree-in-progress', expectedYear: 2027 }, DEGREE],
    [4, { level: 'degree' }, undefined],
    [4, { level: 'high-school-in-progress', expectedYear: 2025 }, DEGREE],
    [3, { level: 'high-school-in-progress' }, undefined],
  ])('type %i with %o', (type, schooling, problem) => {
    const demands = type === 3 ? [null] : ([null, 'high-school', 'degree'] as const);
    for (const demanded of demands) expect(eligibilityProblem(type, schooling, 2026, demanded)).toBe(problem);
  });
  it.each<['high-school' | 'degree', DeclaredSchooling, string | undefined]>([
    ['degree', { level: 'high-school' }, DEGREE],
    ['degree', { level: 'degree-in-progress', expectedYear: 2026 }, undefined],
    ['degree', { level: 'postgraduate' }, undefined],
    ['high-school', { level: 'high-school-in-progress', expectedYear: 2027 }, HIGH_SCHOOL],
    ['high-school', { level: 'high-school' }, undefined],
  ])('lets an extension offer require a %s: %o', (demanded, schooling, problem) => {
    expect(eligibilityProblem(3, schooling, 2026, demanded)).toBe(problem);
  });
  it('requires the year of unfinished schooling', () => {
    expect([asksExpectedYear('high-school-in-progress'), asksExpectedYear('degree')]).toEqual([true, false]);
  });
  it.each<[DeclaredSchooling, string | undefined]>([
    [{ level: 'high-school-in-progress' }, 'Obrigatório.'],
    [{ level: 'degree-in-progress', expectedYear: null }, 'Obrigatório.'],
    [{ level: 'degree-in-progress', expectedYear: 2025 }, undefined],
    [{ level: 'high-school-in-progress', expectedYear: 2024 }, 'Ano inválido.'],
    [{ level: 'high-school-in-progress', expectedYear: 0 }, 'Ano inválido.'],
    [{ level: 'high-school-in-progress', expectedYear: 2026.5 }, 'Ano inválido.'],
    [{ level: 'high-school-in-progress', expectedYear: 20261 }, 'Ano inválido.'],
    [{ level: 'high-school-in-progress', expectedYear: Number.NaN }, 'Ano inválido.'],
    [{ level: 'degree', expectedYear: 1990 }, undefined],
  ])('in 2026 %o: %s', (schooling, problem) =>
    expect(expectedYearProblem(schooling, '2026-01-12')).toBe(problem),
  );
});

describe('vacancies', () => {
  it.each([
    [50, 0, 'open'],
    [50, 45, 'last'],
    [50, 50, 'full'],
    [1, 0, 'last'],
    [0, 0, 'full'],
  ])('%i places, %i taken: %s', (vacancies, taken, state) => {
    expect(vacanciesState(vacancies, taken)).toBe(state);
  });
  it('uses the best pole', () => {
    expect(bestVacancies(['full', 'last'])).toBe('last');
    expect(bestVacancies([])).toBe('full');
  });
});

describe('intake', () => {
  const intake = { startDate: '2025-10-01', endDate: '2026-02-13' };
  it.each([
    ['2025-09-30', false],
    ['2025-10-01', true],
    ['2026-02-13', true],
    ['2026-02-14', false],
  ])('on %s: %s', (day, active) => {
    expect(isIntakeActive(intake, day)).toBe(active);
    expect(isIntakeActive({ ...intake, suspended: true }, day)).toBe(false);
  });
  it.each([
    [null, '2026-02-13'],
    ['2026-02-10', '2026-02-13'],
    ['2026-02-11', '2026-02-14'],
    ['2026-02-14', '2026-02-17'],
  ])('decided on %s ends %s', (decidedOn, end) => {
    expect(intakeEndFor('2026-02-13', decidedOn, 3)).toBe(end);
  });
  // A rejected application may move from 9 to 8, 12 and 13; the rejection still counts there (D-65).
  it.each([8, 9, 12, 13])('is closed by a refusal for cause in status %i, and by nothing else', (status) => {
    expect(blocksIntake({ status, refusedForCause: true })).toBe(true);
    expect(blocksIntake({ status, refusedForCause: false })).toBe(false);
    expect(isActiveSubscription({ status, refusedForCause: true })).toBe(true);
  });
  it.each([
    [1, true],
    [8, true],
    [9, false],
    [12, true],
    [13, false],
  ])('without such a refusal counts %i as active: %s', (status, active) => {
    expect(isActiveSubscription({ status, refusedForCause: false })).toBe(active);
  });
  it('searches without accents', () => {
    expect(searchForm(' Administração ')).toBe('administracao');
  });
});
