import { describe, expect, it } from 'vitest';
import {
  type ExamScores,
  examAverage,
  examRegistration,
  examScoreErrors,
  examYear,
  latestExamYear,
  lookUpsLeft,
  normaliseRegistration,
} from './exam-score.ts';

const scores = (all: number, more: Partial<ExamScores> = {}): ExamScores => ({
  languages: all,
  humanities: all,
  sciences: all,
  mathematics: all,
  essay: all,
  ...more,
});

describe('registration number and year', () => {
  it('is a number of twelve digits', () => {
    expect(examRegistration('25100000')).toBe('Informe os 12 dígitos.');
    expect(examRegistration('2510000000001')).toBe('Informe os 12 dígitos.');
    expect(examRegistration('25100000000a')).toBe('Informe os 12 dígitos.');
    expect(examRegistration('')).toBeUndefined();
    expect(examRegistration('251000000005')).toBeUndefined();
    expect(normaliseRegistration(' 2510.0000.0005 ')).toBe('251000000005');
  });

  it('is a year of the list', () => {
    const rule = examYear(2010, 2025);
    expect(rule(null)).toBe('Obrigatório.');
    for (const wrong of [2009, 2026, 2015.5]) expect(rule(wrong)).toBe('Selecione uma opção.');
    for (const right of [2010, 2025]) expect(rule(right)).toBeUndefined();
    expect(latestExamYear(0, '2026-01-12')).toBe(2025);
    expect(latestExamYear(2024, '2026-01-12')).toBe(2024);
  });
});

describe('scores', () => {
  it('average to one decimal, half up', () => {
    expect(examAverage(scores(620))).toBe(620);
    expect(examAverage(scores(700, { essay: 0 }))).toBe(560);
    expect(examAverage(scores(449.9, { essay: 450.2 }))).toBe(450);
    expect(examAverage(scores(500, { essay: 500.3 }))).toBe(500.1);
    expect(examAverage(scores(0.1, { essay: 0 }))).toBe(0.1);
  });

  it('lie between 0 and 1000 with one decimal', () => {
    expect(examScoreErrors(scores(999.9))).toEqual([]);
    expect(examScoreErrors(scores(500, { essay: 1000.1, sciences: 1.25 })).map(({ field }) => field)).toEqual(
      ['scores.sciences', 'scores.essay'],
    );
  });
});

it('counts only answered look-ups', () => {
  expect(lookUpsLeft([])).toBe(3);
  expect(lookUpsLeft(['failed', 'failed', 'analysing', 'not-found'])).toBe(2);
  expect(lookUpsLeft(['not-found', 'rejected', 'rejected', 'approved'])).toBe(0);
});
