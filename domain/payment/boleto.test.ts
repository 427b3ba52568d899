import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../foundation/index.ts';
import { formatLine, lineOf, printedBank, readBoleto, writeBarcode } from './index.ts';

// Published slips of each bank, with every digit recomputed: line, barcode, cents, due day, a day from which it is read.
const SLIPS: [string, string, string, number, string][] = [
  [
    'Itaú 109 due 2029',
    '34191.09008 01015.271248 80212.460002 4 25480000675787',
    '34194254800006757871090001015271248021246000',
    675_787,
    '2029-05-20',
  ],
  [
    'Daycoval after the restart',
    '70790.00118 21193.443609 08458.010868 4 10420000064539',
    '70794104200000645390001121193443600845801086',
    64_539,
    '2025-04-05',
  ],
  [
    'Daycoval before the restart',
    '70790.00118 21193.443609 08458.010785 2 99630000271112',
    '70792996300002711120001121193443600845801078',
    271_112,
    '2025-01-16',
  ],
  [
    'Itaú 109 of 2017',
    '34191.09008 22334.861238 45678.900007 7 72870000040000',
    '34197728700000400001090022334861234567890000',
    40_000,
    '2017-09-19',
  ],
  [
    'Banco do Brasil, agreement of 7',
    '00190.00009 01474.166004 00000.328179 1 68460000224674',
    '00191684600002246740000001474166000000032817',
    224_674,
    '2016-07-05',
  ],
  [
    'Banco do Brasil, agreement of 6',
    '00191.23876 90123.440423 00061.900189 2 37690000013500',
    '00192376900000135001238790123440420006190018',
    13_500,
    '2008-02-01',
  ],
  [
    'Bradesco 06',
    '23791.17209 60007.589645 52040.300502 5 42230000295295',
    '23795422300002952951172060007589645204030050',
    295_295,
    '2009-04-30',
  ],
  [
    'Santander 101',
    '03399.12347 56700.000005 00456.101013 1 69340000271716',
    '03391693400002717169123456700000000045610101',
    271_716,
    '2016-10-01',
  ],
  [
    'Caixa SIGCB',
    '10491.23456 60000.100044 00000.000646 1 70300000050000',
    '10491703000000500001234560000100040000000064',
    50_000,
    '2017-01-05',
  ],
  [
    'Sicoob 1',
    '75691.42776 01017.227800 00000.400010 1 69740000030000',
    '75691697400000300001427701017227800000040001',
    30_000,
    '2016-11-10',
  ],
  [
    'Inter 110',
    '07790.00116 10123.456708 00000.045864 2 69340000027615',
    '07792693400000276150001110123456700000004586',
    27_615,
    '2016-10-01',
  ],
  [
    'Sicredi',
    '74891.11927 00010.201564 05853.051026 3 78700000080000',
    '74893787000000800001119200010201560585305102',
    80_000,
    '2019-04-25',
  ],
  [
    'Banco do Brasil of 2026',
    '00190.00009 02874.611003 00000.321174 1 16560000129000',
    '00191165600001290000000002874611000000032117',
    129_000,
    '2026-12-10',
  ],
  [
    'Bradesco 09 of 2027',
    '23792.40506 90001.234567 78005.432105 9 16920000085000',
    '23799169200000850002405090001234567800543210',
    85_000,
    '2027-01-15',
  ],
  [
    'Sicoob on the day of the restart',
    '75691.42776 01017.227800 00000.580019 1 10000000064050',
    '75691100000000640501427701017227800000058001',
    64_050,
    '2025-02-22',
  ],
  [
    'Inter 112',
    '07790.00116 12123.456704 00000.432187 1 10020000000200',
    '07791100200000002000001112123456700000043218',
    200,
    '2025-02-24',
  ],
];

describe('published slips', () => {
  it.each(SLIPS)(
    '%s is read from its line and from its barcode',
    (_name, printed, barcode, cents, dueDate) => {
      const read = readBoleto(printed, dueDate);
      expect(read).toEqual({
        ok: true,
        boleto: { bank: barcode.slice(0, 3), dueDate, amountCents: cents, freeField: barcode.slice(19) },
        barcode,
        line: printed.replace(/[ .]/g, ''),
      });
      expect(readBoleto(barcode, dueDate)).toEqual(read);
    },
  );
  it.each(SLIPS)('%s is written again, digit by digit', (_name, printed, barcode, amountCents, dueDate) => {
    const given = { bank: barcode.slice(0, 3), dueDate, amountCents, freeField: barcode.slice(19) };
    expect(writeBarcode(given)).toBe(barcode);
    expect(formatLine(lineOf(barcode))).toBe(printed);
  });
});

it.each(['001-9', '033-7', '077-9', '104-0', '237-2', '341-7', '748-X', '756-0'])(
  'prints bank %s',
  (printed) => expect(printedBank(printed.slice(0, 3))).toBe(printed.replace('X', '0')),
);

const TODAY = '2026-11-23';
const INTER = '07791100200000002000001112123456700000043218';
const problemOf = (typed: string) => {
  const read = readBoleto(typed, TODAY);
  return read.ok ? 'read' : read.problem;
};

describe('invalid bank slips', () => {
  it('a utility or public bill, by line and by barcode', () => {
    expect(problemOf('83860000005096000190000008017823000034306271')).toBe('collection-slip');
    expect(problemOf('838600000050 096000190009 000801782309 000343062712')).toBe('collection-slip');
  });
  it.each([
    ['', 'length'],
    [INTER.slice(1), 'length'],
    [`${INTER}0`, 'length'],
    [`${lineOf(INTER)}0`, 'length'],
    [INTER.replace('0', 'O'), 'digits'],
    [`${INTER.slice(0, 40)}１２３４`, 'digits'],
  ])('%s: %s', (typed, problem) => expect(problemOf(typed)).toBe(problem));
  it('another currency, and a factor that means no day near today', () => {
    const digit = (barcode: string) =>
      [...'123456789'].map((one) => barcode.slice(0, 4) + one + barcode.slice(5)).map(problemOf);
    expect(digit(INTER.replace('0779', '0778')).filter((problem) => problem !== 'general-digit')).toEqual([
      'currency',
    ]);
    // Further back than banks look, and with the next cycle of factors further ahead than they look.
    const old = writeBarcode({
      ...{ bank: '077', dueDate: addDays(TODAY, -3_300), amountCents: 100, freeField: INTER.slice(19) },
    });
    expect(problemOf(old)).toBe('due-date');
    expect(problemOf(INTER)).toBe('read');
  });
  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readBoleto(text, TODAY).ok === 'boolean'));
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 40, maxLength: 50 });
    fc.assert(fc.property(digits, (one) => typeof readBoleto(one.join(''), TODAY).ok === 'boolean'));
  });
});

describe('values that cannot be written', () => {
  const given = { bank: '077', dueDate: TODAY, amountCents: 100, freeField: '0'.repeat(25) };
  it.each([
    { bank: '77' },
    { bank: '0777' },
    { bank: 'abc' },
    { freeField: '0'.repeat(24) },
    { freeField: `${'0'.repeat(25)}1` },
    { amountCents: -1 },
    { amountCents: 0.5 },
    { amountCents: 10_000_000_000 },
    { dueDate: '2026-02-30' },
    { dueDate: '1997-10-07' },
  ])('%j', (change) => expect(() => writeBarcode({ ...given, ...change })).toThrow(RangeError));
  it('the largest amount and none at all are possible', () => {
    expect(writeBarcode({ ...given, amountCents: 9_999_999_999 })).toContain('9999999999');
    const free = writeBarcode({ ...given, dueDate: null, amountCents: 0 });
    expect(readBoleto(free, TODAY)).toMatchObject({ ok: true, boleto: { dueDate: null, amountCents: 0 } });
    expect(() => lineOf(free.slice(1))).toThrow(RangeError);
  });
});

const digitsOf = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const anySlip = fc.record({
  bank: digitsOf(3).filter((bank) => !bank.startsWith('8')),
  dueDate: fc.option(
    fc.integer({ min: -3000, max: 5500 }).map((days) => addDays(TODAY, days)),
    { nil: null },
  ),
  amountCents: fc.integer({ min: 0, max: 9_999_999_999 }),
  freeField: digitsOf(25),
});

describe('any slip', () => {
  it('is the same after writing and reading, by barcode, line and printed line', () => {
    fc.assert(
      fc.property(anySlip, (boleto) => {
        const barcode = writeBarcode(boleto);
        for (const typed of [barcode, lineOf(barcode), formatLine(lineOf(barcode))])
          expect(readBoleto(typed, TODAY)).toMatchObject({ ok: true, boleto, barcode });
        expect(barcode[4]).not.toBe('0');
      }),
    );
  });
  it('is refused with one digit changed, but for due date and amount under the general digit 1', () => {
    const change = fc.record({ at: fc.nat({ max: 46 }), by: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(anySlip, change, (boleto, { at, by }) => {
        const line = lineOf(writeBarcode(boleto));
        // The sums 0, 1 and 10 all give the digit 1, so the standard itself cannot distinguish them.
        fc.pre(at < 33 || line[32] !== '1');
        const other = String((Number(line[at]) + by) % 10);
        expect(readBoleto(line.slice(0, at) + other + line.slice(at + 1), TODAY).ok).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
