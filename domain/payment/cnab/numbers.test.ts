import { describe, expect, it } from 'vitest';
import {
  CNAB_DEFAULTS,
  CNAB_LAYOUTS,
  type CnabLayout,
  DEFAULT_PAYMENT_SETTINGS,
} from '../../tenancy/index.ts';
import {
  BANK_OF_LAYOUT,
  cnabProblems,
  highestNumber,
  lineOf,
  numberedSlip,
  numbersIn,
  readBoleto,
  type SlipsByFile,
  writeBarcode,
} from '../index.ts';

const OF: Record<CnabLayout, { agreement: string; wallet: string }> = {
  'bb-7': { agreement: '2874611', wallet: '17' },
  'bb-6': { agreement: '123879', wallet: '18' },
  'bb-6-long': { agreement: '123456', wallet: '16' },
  'bb-4': { agreement: '1234', wallet: '18' },
  bradesco: { agreement: '4321', wallet: '09' },
  caixa: { agreement: '123456', wallet: '14' },
  itau: { agreement: '99', wallet: '109' },
  sicoob: { agreement: '172278', wallet: '1' },
};
const settings = (layout: CnabLayout): SlipsByFile => ({
  agreement: { bank: BANK_OF_LAYOUT[layout], ...OF[layout] },
  cnab: {
    ...CNAB_DEFAULTS,
    ...{ layout, bankName: 'Banco', agency: '4042', account: '56789', accountDigit: '0', lastNumber: 99_999 },
  },
});

describe('a slip with our own number', () => {
  it.each(CNAB_LAYOUTS)('of %s has a barcode, and its block means the number', (layout) => {
    for (const number of [1, 42, highestNumber(layout)]) {
      const { freeField, block, printed } = numberedSlip(settings(layout), number);
      const bank = BANK_OF_LAYOUT[layout];
      const barcode = writeBarcode({ bank, dueDate: '2026-12-10', amountCents: 40_000, freeField });
      expect(readBoleto(lineOf(barcode), '2026-11-24')).toMatchObject({ ok: true, boleto: { freeField } });
      expect(block).toHaveLength(34);
      expect(numbersIn(layout, block)).toEqual([number]);
      expect(printed).toContain(String(number));
    }
    expect(() => numberedSlip(settings(layout), highestNumber(layout) + 1)).toThrow(RangeError);
    expect(() => numberedSlip(settings(layout), 0)).toThrow(RangeError);
    expect(numbersIn(layout, ' '.repeat(34))).toEqual([]);
    expect(numbersIn(layout, '0'.repeat(34))).toEqual([]);
  });
  it.each<[CnabLayout, number, string, string]>([
    ['bb-7', 321, '28746110000000321', '28746110000000321   '],
    ['bb-6', 1234, '12387901234-5', '123879012345        '],
    ['bb-4', 56, '12340000056-9', '123400000569        '],
    ['bb-6-long', 9, '00000000000000009', '00000000000000009   '],
    ['caixa', 6, '14000000000000006-5', '00014000000000000006'],
    ['sicoob', 21, '0000021-4', '000000021401014     '],
  ])('of %s, number %d, is printed %s and filed %s', (layout, number, printed, filed) => {
    const slip = numberedSlip(settings(layout), number);
    expect([slip.printed, slip.block.slice(14)]).toEqual([printed, filed]);
  });
  // The examples in the bank's manual.
  it('of Bradesco has the check digits P and 0', () => {
    const of = (number: number) => {
      const given = settings('bradesco');
      return numberedSlip({ ...given, agreement: { ...given.agreement, wallet: '19' } }, number).printed;
    };
    expect([2, 1, 6].map(of)).toEqual(['19/00000000002-8', '19/00000000001-P', '19/00000000006-0']);
  });
  it("of Itaú keeps the account's check digit separate", () => {
    const { block, printed, freeField } = numberedSlip(settings('itau'), 223_348);
    expect(block).toBe(`${'000000056789'} 0109${'00223348'}${freeField[11]}        `);
    expect(printed).toBe(`109/00223348-${freeField[11]}`);
  });
  it('is found in Caixa returns, which shift it by one position', () => {
    const { block } = numberedSlip(settings('caixa'), 77);
    expect(numbersIn('caixa', `${block.slice(1)} `)).toEqual([77]);
  });
});

describe('settings of slips by files', () => {
  const whole = {
    ...DEFAULT_PAYMENT_SETTINGS,
    slipProvider: 'cnab' as const,
    slipAgreement: settings('bb-7').agreement,
    cnab: settings('bb-7').cnab,
    receiver: { name: 'ALFA', city: 'BH', document: '12ABC34501DE35' },
  };
  const fields = (change: Partial<typeof whole>) =>
    cnabProblems({ ...whole, ...change }).map(({ field }) => field.join('.'));
  it('are complete, or report what is missing', () => {
    expect(cnabProblems(whole)).toEqual([]);
    expect(fields({ slip: false, receiver: null as never })).toEqual([]);
    expect(cnabProblems({ ...whole, slipProvider: 'inter', cnab: null })).toEqual([]);
    expect(cnabProblems({ ...whole, cnab: null, slipAgreement: null, receiver: null })).toHaveLength(3);
  });
  it('fit their bank', () => {
    expect(fields({ slipAgreement: { ...whole.slipAgreement, bank: '237' } })).toEqual(['cnab.layout']);
    expect(fields({ cnab: { ...whole.cnab, lastNumber: 10 ** 10 } })).toEqual(['cnab.lastNumber']);
    expect(fields({ cnab: { ...whole.cnab, firstNumber: 5, lastNumber: 4 } })).toEqual(['cnab.firstNumber']);
    expect(fields({ slipAgreement: { ...whole.slipAgreement, agreement: '12345678' } })).toEqual(['cnab']);
    expect(fields({ slipAgreement: { ...whole.slipAgreement, wallet: 'RG' } })).toEqual(['cnab']);
  });
});
