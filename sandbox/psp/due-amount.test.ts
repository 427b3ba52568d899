import { describe, expect, it } from 'vitest';
import { amountOn, businessDaysBetween, lastPayableDay } from './due-amount.ts';
import type { DueTerms } from './due-types.ts';

const terms = (due: string, validity: number, valor: Partial<DueTerms['valor']> = {}): DueTerms => ({
  calendario: { dataDeVencimento: due, validadeAposVencimento: validity },
  devedor: { cpf: '11122233396', nome: 'Candidata Um' },
  valor: { original: '100.00', ...valor },
  chave: 'financeiro@alfa.test',
});

// Examples A to G of `validadeAposVencimento` in the description of API Pix 2.9.0.
it.each([
  ['A', '2020-10-20', 4, '2020-10-26'],
  ['B', '2020-12-25', 0, '2020-12-28'],
  ['C', '2020-12-25', 1, '2020-12-29'],
  ['D', '2020-12-25', 3, '2020-12-31'],
  ['E', '2020-12-25', 4, '2021-01-04'],
  ['F', '2021-08-27', 5, '2021-09-01'],
  ['G', '2021-08-28', 5, '2021-09-06'],
])('example %s: due %s with validity %i can be paid until %s', (_id, due, validity, last) => {
  expect(lastPayableDay(terms(due, validity))).toBe(last);
});

describe('the amount of a charge with a due date', () => {
  const DUE = '2026-03-05';
  it.each([
    ['on the day', DUE, {}, 10_000],
    ['before the day', '2026-03-01', { multa: { modalidade: 2, valorPerc: '3.00' } }, 10_000],
    // The example of `componentesValor`: two days late, with a fine of 3 % and interest of 1 % a day.
    [
      'with fine and interest',
      '2026-03-07',
      { multa: { modalidade: 2, valorPerc: '3.00' }, juros: { modalidade: 2, valorPerc: '1.00' } },
      10_500,
    ],
    [
      'with fixed ones',
      '2026-03-07',
      { multa: { modalidade: 1, valorPerc: '5.00' }, juros: { modalidade: 1, valorPerc: '0.30' } },
      10_560,
    ],
    ['with interest per month', '2026-03-20', { juros: { modalidade: 3, valorPerc: '2.00' } }, 10_100],
    ['with interest per year', '2026-03-15', { juros: { modalidade: 4, valorPerc: '36.50' } }, 10_100],
    ['with interest per business day', '2026-03-09', { juros: { modalidade: 6, valorPerc: '1.00' } }, 10_200],
    ['less a rebate', DUE, { abatimento: { modalidade: 1, valorPerc: '10.00' } }, 9_000],
    ['less a rebate in percent', DUE, { abatimento: { modalidade: 2, valorPerc: '10.00' } }, 9_000],
    [
      'with the earliest limit that was kept',
      '2026-02-20',
      {
        desconto: {
          modalidade: 1,
          descontoDataFixa: [
            { data: '2026-03-05', valorPerc: '5.00' },
            { data: '2026-02-20', valorPerc: '12.00' },
          ],
        },
      },
      8_800,
    ],
    [
      'after the limit',
      '2026-03-02',
      { desconto: { modalidade: 2, descontoDataFixa: [{ data: '2026-03-01', valorPerc: '5.00' }] } },
      10_000,
    ],
    ['per day before', '2026-03-01', { desconto: { modalidade: 3, valorPerc: '1.00' } }, 9_600],
    ['per business day before', '2026-03-01', { desconto: { modalidade: 4, valorPerc: '1.00' } }, 9_600],
    ['per cent a day before', '2026-03-03', { desconto: { modalidade: 5, valorPerc: '1.50' } }, 9_700],
  ] as const)('%s, %s', (_what, day, valor, total) => {
    expect(amountOn(terms(DUE, 30, valor as Partial<DueTerms['valor']>), day).total).toBe(total);
  });
  it('of a Saturday is the same on the Monday after', () => {
    const late = { multa: { modalidade: 1, valorPerc: '5.00' } };
    expect(amountOn(terms('2026-03-07', 30, late), '2026-03-09').total).toBe(10_000);
    expect(amountOn(terms('2026-03-07', 30, late), '2026-03-10').total).toBe(10_500);
  });
  it('counts business days without weekends', () => {
    expect(businessDaysBetween('2026-03-05', '2026-03-09')).toBe(2);
    expect(businessDaysBetween('2026-03-09', '2026-03-05')).toBe(0);
  });
});
