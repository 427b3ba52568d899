import { describe, expect, it } from 'vitest';
import { ESSAY_MOVES, type EssayFacts, essayMove } from './index.ts';

// Expected table, copied by hand from spec 10.2; a dot means "not allowed". The essay was delivered at time-out and
// failed without plagiarism.
const MOVES = `
             start       finish   deliver  time-out  grade  new-attempt retake
not-started  in-progress .        .        .         .      .           .
in-progress  .           finished finished timed-out .      .           .
finished     .           .        .        .         graded withdrawn   .
timed-out    .           .        .        .         .      timed-out   .
graded       .           .        .        .         .      .           graded
withdrawn    .           .        .        .         .      .           .
`;
const [events = [], ...rows] = MOVES.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));
const of = (state: string, more: Partial<EssayFacts> = {}): EssayFacts =>
  ({ state, timedOut: true, approved: false, hasPlagiarism: false, ...more }) as EssayFacts;

describe('every event on every state of an essay', () => {
  const cases = rows.flatMap(([state = '', ...leads]) =>
    leads.map((to, at) => [state, events[at], to] as const),
  );
  it.each(cases)('%s, %s: %s', (state, event, to) => {
    expect(essayMove(of(state), event as 'grade') ?? '.').toBe(to);
  });
  it.each([
    [{ approved: true }, undefined],
    [{ approved: null }, undefined],
    [{ approved: undefined }, undefined],
    [{ hasPlagiarism: true }, undefined],
    [{ hasPlagiarism: null }, 'graded'],
  ])('a retake after a grade of %j is allowed: %s', (more, to) =>
    expect(essayMove(of('graded', more), 'retake')).toBe(to),
  );
  it('a text that the candidate delivered cannot be withdrawn', () => {
    expect(essayMove(of('finished', { timedOut: false }), 'new-attempt')).toBeUndefined();
  });
});

it('each event has its actors', () => {
  expect(ESSAY_MOVES.map(({ event, by }) => [event, by])).toEqual([
    ['start', 'candidate'],
    ['finish', 'candidate'],
    ['deliver', 'system'],
    ['time-out', 'system'],
    ['grade', 'operations'],
    ['new-attempt', 'candidate'],
    ['new-attempt', 'candidate'],
    ['retake', 'candidate'],
  ]);
});
