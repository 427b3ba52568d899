import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterMarks,
  type Grade,
  isApproved,
  joinedFeedback,
  type MarkRules,
  needsFeedback,
  SECOND_GRADES,
} from './index.ts';

const RULES: MarkRules = { secondGrade: 'near-minimum', margin: 50, maxDifference: 150, minScore: 200 };
const mark = (score: number, hasPlagiarism = false): Grade => ({ score, hasPlagiarism });
const COPY = mark(0, true);
const outcomeOf = (marks: Grade[], rules: Partial<MarkRules> = {}, asked = false) => {
  const after = afterMarks(marks, { ...RULES, ...rules }, asked);
  return after.state === 'graded' ? after.grade : after.state;
};

describe('a first mark (spec 25.7)', () => {
  it.each([
    // Above the margin around the minimum the mark is the grade; at its edge and below it is not.
    ['near-minimum', 640, mark(640)],
    ['near-minimum', 251, mark(251)],
    ['near-minimum', 250, 'second-grade'],
    ['near-minimum', 200, 'second-grade'],
    ['near-minimum', 199, 'second-grade'],
    ['near-minimum', 0, 'second-grade'],
    ['on-request', 199, mark(199)],
    ['on-request', 640, mark(640)],
    ['always', 640, 'second-grade'],
    ['always', 0, 'second-grade'],
  ] as const)('%s, %i', (secondGrade, score, after) => {
    expect(outcomeOf([mark(score)], { secondGrade })).toEqual(after);
  });

  it('of plagiarism needs a second one near the minimum, like every refusal', () => {
    expect(outcomeOf([COPY])).toBe('second-grade');
    expect(outcomeOf([COPY], { secondGrade: 'always' })).toBe('second-grade');
    expect(outcomeOf([COPY], { secondGrade: 'on-request' })).toEqual(COPY);
    expect(outcomeOf([COPY], { minScore: 0, margin: 0 })).toBe('second-grade');
  });

  it('is followed by a second one whenever somebody requests it', () => {
    for (const secondGrade of SECOND_GRADES)
      expect(outcomeOf([mark(900)], { secondGrade }, true)).toBe('second-grade');
  });
});

describe('a second mark', () => {
  it.each([
    // Journey K03 of 25.24.
    [mark(230), mark(250), mark(240)],
    [mark(245), mark(150), 'third-grade'],
    [COPY, COPY, COPY],
    // The mean is rounded half up.
    [mark(230), mark(251), mark(241)],
    [mark(0), mark(1), mark(1)],
    // Both pass, and differ by exactly the allowed amount, or by one more.
    [mark(300), mark(450), mark(375)],
    [mark(300), mark(451), 'third-grade'],
    [mark(451), mark(300), 'third-grade'],
    // One of them fails.
    [mark(200), mark(199), 'third-grade'],
    [mark(199), mark(200), 'third-grade'],
    // One of them found a copy.
    [COPY, mark(0), 'third-grade'],
    [mark(100), COPY, 'third-grade'],
  ])('case %#', (first, second, after) => {
    expect(outcomeOf([first, second])).toEqual(after);
  });
});

const score = fc.integer({ min: 0, max: 1000 });
const anyMark: fc.Arbitrary<Grade> = fc
  .tuple(score, fc.boolean())
  .map(([points, hasPlagiarism]) => mark(hasPlagiarism ? 0 : points, hasPlagiarism));
const anyRules: fc.Arbitrary<MarkRules> = fc.record({
  secondGrade: fc.constantFrom(...SECOND_GRADES),
  margin: score,
  maxDifference: score,
  minScore: score,
});

describe('any marks', () => {
  it('by two graders give a grade between them that both would give, or go to the lead', () => {
    fc.assert(
      fc.property(anyMark, anyMark, anyRules, fc.boolean(), (first, second, rules, asked) => {
        const after = afterMarks([first, second], rules, asked);
        expect(afterMarks([second, first], rules, asked)).toEqual(after);
        const same = isApproved(first, rules.minScore) === isApproved(second, rules.minScore);
        if (after.state !== 'graded') {
          expect(after.state).toBe('third-grade');
          return;
        }
        expect(same).toBe(true);
        expect(isApproved(after.grade, rules.minScore)).toBe(isApproved(first, rules.minScore));
        expect(after.grade.hasPlagiarism).toBe(second.hasPlagiarism);
        expect(Number.isInteger(after.grade.score)).toBe(true);
        expect(after.grade.score).toBeGreaterThanOrEqual(Math.min(first.score, second.score));
        expect(after.grade.score).toBeLessThanOrEqual(Math.max(first.score, second.score));
      }),
    );
  });

  it('end with the third, whatever it is', () => {
    fc.assert(
      fc.property(anyMark, anyMark, anyMark, anyRules, (first, second, third, rules) => {
        expect(outcomeOf([first, second, third], rules)).toEqual(third);
      }),
    );
  });

  it('are final when the first refuses only in on-request mode, and never once a second one is requested', () => {
    fc.assert(
      fc.property(anyMark, anyRules, (first, rules) => {
        expect(outcomeOf([first], { ...rules, secondGrade: 'on-request' })).toEqual(first);
        expect(outcomeOf([first], { ...rules, secondGrade: 'always' })).toBe('second-grade');
        expect(outcomeOf([first], rules, true)).toBe('second-grade');
        const refuses = first.hasPlagiarism || first.score < rules.minScore;
        const near = outcomeOf([first], { ...rules, secondGrade: 'near-minimum' });
        if (refuses) expect(near).toBe('second-grade');
        else expect(near).toEqual(first.score > rules.minScore + rules.margin ? first : 'second-grade');
      }),
    );
  });
});

it('comments of two marks are shown one after the other', () => {
  expect(joinedFeedback(['Bom começo.', null])).toBe('Bom começo.');
  expect(joinedFeedback(['Bom começo.', 'Faltou concluir.'])).toBe('Bom começo.\n\nFaltou concluir.');
  expect(joinedFeedback([null, '  '])).toBeNull();
});

it('a refused candidate reads the reason', () => {
  expect([mark(199), COPY, mark(200)].map((one) => needsFeedback(one, 200))).toEqual([true, true, false]);
  expect(needsFeedback(mark(0), 0)).toBe(true);
});
