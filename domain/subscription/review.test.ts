import { describe, expect, it } from 'vitest';
import { isReviewed, mayBeSame, REFUSALS, reviewUntil } from './index.ts';

describe('the review of a decision (D-78)', () => {
  it("can be requested until the end of the fifteenth day in the tenant's time zone", () => {
    const until = reviewUntil(new Date('2026-01-12T23:30:00-03:00'), 'America/Sao_Paulo');
    expect(until.toISOString()).toBe(new Date('2026-01-27T23:59:59.999-03:00').toISOString());
  });

  it('covers refusals, not what leads back to one', () => {
    expect([...REFUSALS].sort()).toEqual([
      ...['analysis-rejected', 'disqualified', 'essay-rejected', 'exam-score-rejected'],
      ...['interview-rejected', 'questionnaire-rejected', 'test-rejected'],
    ]);
    expect(isReviewed('essay')).toBe(true);
    expect(isReviewed('extension')).toBe(false);
  });

  it.each([
    ['Banca', 'Banca', true],
    ['Banca / ana', 'Banca / ana', true],
    ['Banca / ana', 'Outra / ana', true],
    ['Banca / ana', 'Banca', true],
    ['Banca', 'Banca / ana', true],
    ['Banca / ana', 'Banca / bia', false],
    ['Banca', 'Revisão', false],
    ['Banca', 'Bancada', false],
    ['Banca', 'Revisão / ana', false],
  ])('%s and %s may be the same person: %s', (one, other, same) => {
    expect(mayBeSame(one, other)).toBe(same);
  });
});
