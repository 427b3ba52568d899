import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisLeft, examBody, examProblems, scoreText, yearsOf } from './exam-values.ts';

const years = { oldest: 2010, latest: 2025 };
const good = { registration: '251000000005', year: '2025', truth: true };

describe('the form of the ENEM score', () => {
  it('requires every field', () => {
    expect(examProblems({ registration: ' ', year: '', truth: false }, years)).toEqual([
      { field: 'registration', message: 'Obrigatório.' },
      { field: 'year', message: 'Obrigatório.' },
      { field: 'truth', message: 'Obrigatório.' },
    ]);
    expect(examProblems(good, years)).toEqual([]);
  });

  it.each(['25100000', '25100000000', '2510000000055', '25100000000a', '(51) 0000 0005'])(
    'refuses %s',
    (registration) => {
      expect(examProblems({ ...good, registration }, years)).toEqual([
        { field: 'registration', message: 'Informe os 12 dígitos.' },
      ]);
    },
  );

  it.each([2009, 2026])('refuses the year %d', (year) => {
    expect(examProblems({ ...good, year: String(year) }, years)).toEqual([
      { field: 'year', message: 'Selecione uma opção.' },
    ]);
  });

  it('sends the twelve digits, however they were separated', () => {
    const separator = fc.constantFrom('', ' ', '.', '-', '. ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separator), { minLength: 12, maxLength: 12 }),
        (typed) => {
          const registration = typed.map(([digit, after]) => `${digit}${after}`).join('');
          const values = { ...good, registration };
          expect(examProblems(values, years)).toEqual([]);
          expect(examBody(values)).toEqual({
            registration: typed.map(([digit]) => digit).join(''),
            year: 2025,
          });
        },
      ),
    );
  });

  it('lists the accepted years, the latest first', () => {
    expect(yearsOf({ oldest: 2023, latest: 2025 })).toEqual([2025, 2024, 2023]);
    expect(yearsOf({ oldest: 2025, latest: 2024 })).toEqual([]);
  });
});

describe('the look-up of the ENEM score', () => {
  const expectedBy = '2026-01-12T10:20:00-03:00';
  const at = (time: string) => Date.parse(`2026-01-12T${time}-03:00`);

  it.each<[string, number]>([
    ['10:00:00', 1_200_000],
    ['10:19:59', 1000],
    ['10:20:00', 0],
    ['11:00:00', 0],
  ])('has at %s %d ms left', (time, left) => {
    expect(analysisLeft(expectedBy, at(time))).toBe(left);
  });

  it('is never late without a promised time', () => {
    expect(analysisLeft(null, at('23:00:00'))).toBeUndefined();
  });
});

it('shows one decimal', () => {
  expect([620, 620.25, 1000, 0].map(scoreText)).toEqual(['620,0', '620,3', '1.000,0', '0,0']);
});
