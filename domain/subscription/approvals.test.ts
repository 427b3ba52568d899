import { describe, expect, it } from 'vitest';
import { essayApproves, examApproves, testApproves } from './guards.ts';

/** A score exactly at the minimum passes, one just below does not (spec 9.2, 10.1, TR-33). */
describe('exactly the minimum', () => {
  const exam = { average: 450, essay: 300, minimumAverage: 450, minimumEssay: 300, yearAccepted: true };
  it.each([
    ['both exactly the minimum', {}, true],
    ['an average a tenth below', { average: 449.9 }, false],
    ['an essay a tenth below', { essay: 299.9 }, false],
    ['an essay of zero where zero is enough', { essay: 0, minimumEssay: 0 }, false],
    ['an essay a tenth above zero where zero is enough', { essay: 0.1, minimumEssay: 0 }, true],
    ['an average of zero where zero is enough', { average: 0, minimumAverage: 0 }, true],
    ['a year that does not count', { yearAccepted: false }, false],
  ])('exam score: %s', (_what, change, approved) => {
    expect(examApproves({ ...exam, ...change })).toBe(approved);
  });

  it.each([
    ['exactly the minimum', {}, true],
    ['a tenth below', { score: 199.9 }, false],
    ['an essay part of zero', { essayScore: 0 }, false],
    ['an essay part a tenth above zero', { essayScore: 0.1 }, true],
    ['no essay part', { essayScore: null }, true],
  ])('scheduled test: %s', (_what, change, approved) => {
    expect(testApproves({ score: 200, minimum: 200, ...change })).toBe(approved);
  });

  it.each([
    ['exactly the minimum', {}, true],
    ['a tenth below', { score: 199.9 }, false],
    ['zero where zero is enough', { score: 0, minimum: 0 }, false],
    ['copied', { plagiarism: true }, false],
  ])('essay: %s', (_what, change, approved) => {
    expect(essayApproves({ score: 200, minimum: 200, plagiarism: false, ...change })).toBe(approved);
  });
});
