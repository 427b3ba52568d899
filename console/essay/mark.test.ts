import { describe, expect, it } from 'vitest';
import { dueOf, isReview, queueOf } from './essay.ts';
import { beginning } from './kept.ts';
import {
  draftBody,
  gradeBody,
  type Mark,
  markOf,
  NO_MARK,
  problemsOf,
  refuses,
  scoreOf,
  sumSoFar,
} from './mark.ts';

const levels = [0, 40, 80, 120, 160, 200].map((points) => ({ points, text: `Vale ${points}` }));
const rubric = ['Norma', 'Tema', 'Argumentos', 'Coesão', 'Proposta'].map((label) => ({ label, levels }));
const plain = { rubric: null, minScore: 200, state: 'finished', subscriptionId: null } as const;
const ruled = { ...plain, rubric };
const mark = (more: Partial<Mark>): Mark => ({ ...NO_MARK, ...more });
const SILENT = 'Escreva o que a pessoa vai ler junto do resultado.';

describe('the score', () => {
  it.each([
    ['0', 0],
    ['640', 640],
    [' 1000 ', 1000],
    ['', undefined],
    ['1001', undefined],
    ['-1', undefined],
    ['640,5', undefined],
    ['1e3', undefined],
    ['10000', undefined],
  ])('%s is %s', (score, expected) => {
    expect(scoreOf(mark({ score }), plain)).toBe(expected);
  });

  it('is the sum of five selections, and empty before the fifth', () => {
    expect(scoreOf(mark({ competences: [160, 160, 120, 160] }), ruled)).toBeUndefined();
    expect(sumSoFar(mark({ competences: [160, 160, 120, 160] }), ruled)).toBe(600);
    expect(scoreOf(mark({ competences: [160, 160, 120, 160, 120] }), ruled)).toBe(720);
  });

  it('of a copy is zero, whatever was selected before', () => {
    expect(scoreOf(mark({ score: '900', hasPlagiarism: true }), plain)).toBe(0);
    expect(scoreOf(mark({ competences: [200], hasPlagiarism: true }), ruled)).toBe(0);
    expect(sumSoFar(mark({ competences: [200], hasPlagiarism: true }), ruled)).toBe(0);
  });
});

describe('before submission', () => {
  it.each<[string, Partial<Mark>, typeof plain | typeof ruled, object]>([
    ['a good score needs no comment', { score: '640' }, plain, {}],
    ['the minimum passes', { score: '200' }, plain, {}],
    ['below the minimum it needs one', { score: '199', feedback: ' ' }, plain, { feedback: SILENT }],
    ['a copy needs one', { hasPlagiarism: true }, plain, { feedback: SILENT }],
    ['a copy needs no choices', { hasPlagiarism: true, feedback: 'Cópia.' }, ruled, {}],
    ['a score is missing', {}, plain, { score: 'A nota vai de 0 a 1000, sem casas decimais.' }],
    [
      'a choice is missing',
      { competences: [40] },
      ruled,
      { competences: 'Escolha um nível para cada competência.' },
    ],
  ])('%s', (_what, given, essay, expected) => {
    expect(problemsOf(mark(given), essay)).toEqual(expected);
  });

  it('a review always needs a comment', () => {
    const review = { ...plain, state: 'graded' as const };
    expect(isReview(review)).toBe(true);
    expect(problemsOf(mark({ score: '900' }), review)).toEqual({ feedback: SILENT });
    expect(isReview({ state: 'graded', subscriptionId: 5001 })).toBe(false);
  });

  it('says when the candidate will not be approved', () => {
    expect(refuses(mark({ score: '199' }), plain)).toBe(true);
    expect(refuses(mark({ score: '200' }), plain)).toBe(false);
    expect(refuses(mark({}), plain)).toBe(false);
    expect(refuses(mark({ hasPlagiarism: true }), plain)).toBe(true);
  });
});

describe('the submission', () => {
  it('is the whole mark with the version that was read', () => {
    expect(gradeBody(mark({ score: '640', feedback: ' Boa tese. ', second: true }), plain, 3)).toEqual({
      score: 640,
      hasPlagiarism: false,
      feedback: 'Boa tese.',
      competences: null,
      version: 3,
      secondGrade: true,
    });
    expect(gradeBody(mark({ competences: [200, 0, 40, 80, 120] }), ruled, 1)).toMatchObject({
      score: 440,
      competences: [200, 0, 40, 80, 120],
    });
    expect(gradeBody(mark({ competences: [200], hasPlagiarism: true }), ruled, 1)).toMatchObject({
      score: 0,
      competences: null,
    });
  });

  it('of a draft is what there is, and is restored unchanged', () => {
    expect(draftBody(mark({ score: '64x' }), plain)).toMatchObject({ score: null, competences: null });
    const kept = draftBody(mark({ competences: [40], feedback: 'a ' }), ruled);
    expect(kept).toEqual({
      score: null,
      competences: [40, null, null, null, null],
      hasPlagiarism: false,
      feedback: 'a ',
    });
    const back = markOf({ ...kept, score: 640, savedAt: '' } as Parameters<typeof markOf>[0]);
    expect(back).toMatchObject({ score: '640', competences: [40, null, null, null, null], feedback: 'a ' });
  });
});

describe('a form starts', () => {
  const at = '2026-01-12T10:00:00-03:00';
  const draft = { mark: mark({ score: '500' }), savedAt: at };
  const kept = (after: number, score = '640') => ({
    mark: mark({ score }),
    changedAt: Date.parse(at) + after,
  });
  it('with what the tab keeps, unless something newer was typed elsewhere', () => {
    expect(beginning(undefined, undefined)).toEqual({ mark: NO_MARK, savedAt: undefined, unsaved: false });
    expect(beginning(kept(0), undefined)).toMatchObject({ mark: { score: '640' }, unsaved: true });
    expect(beginning(kept(5000), draft)).toMatchObject({ mark: { score: '640' }, unsaved: true });
    expect(beginning(kept(-5000), draft)).toMatchObject({
      mark: { score: '500' },
      unsaved: false,
      savedAt: at,
    });
    expect(beginning(undefined, draft)).toMatchObject({ mark: { score: '500' }, unsaved: false });
  });
  it('empty, if what was typed was deleted again', () => {
    expect(beginning(kept(5000, ''), draft).mark.score).toBe('');
  });
});

describe('an essay', () => {
  it.each([
    ['finished', 1, 'essays'],
    ['finished', 2, 'second-grades'],
    ['finished', 3, 'third-grades'],
    ['graded', 2, 'second-grades'],
    ['withdrawn', 1, undefined],
  ] as const)('%s in round %d waits in %s', (state, round, queue) => {
    expect(queueOf({ state, round, subscriptionId: null })).toBe(queue);
  });
  it('with a final grade is in no queue', () => {
    expect(queueOf({ state: 'graded', round: 1, subscriptionId: 5001 })).toBeUndefined();
  });
  it('is at risk in the last four hours', () => {
    const due = '2026-01-13T10:00:00Z';
    const risk = (now: string) => dueOf({ dueBy: due, since: null }, Date.parse(now)).risk;
    expect([risk('2026-01-13T05:59:00Z'), risk('2026-01-13T06:00:00Z'), risk(due)]).toEqual([
      'none',
      'at-risk',
      'late',
    ]);
  });
});
