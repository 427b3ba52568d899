import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modulo10 } from './check-digits.ts';
import { BANK_OF_LAYOUT, type FreeField, writeFreeField } from './index.ts';

const itau = (wallet: string, ourNumber: string, agency: string, account: string, accountDigit: string) =>
  ({ layout: 'itau', wallet, ourNumber, agency, account, accountDigit }) as const;
const sicoob = (agency: string, client: string, ourNumber: string): FreeField => ({
  ...{ layout: 'sicoob', wallet: '1', agency, modality: '01', client, ourNumber, installment: '1' },
});

/** Free fields of published slips, with the values that the banks used. */
const PUBLISHED: [FreeField, string][] = [
  [itau('109', '10152', '1248', '2124', '6'), '1090001015271248021246000'],
  [itau('109', '223348', '1234', '56789', '0'), '1090022334861234567890000'],
  [{ layout: 'bb-7', agreement: '1474166', ourNumber: '328', wallet: '17' }, '0000001474166000000032817'],
  [{ layout: 'bb-7', agreement: '2874611', ourNumber: '321', wallet: '17' }, '0000002874611000000032117'],
  [
    {
      ...{ layout: 'bb-6', agreement: '123879', ourNumber: '1234', agency: '4042' },
      ...{ account: '61900', wallet: '18' },
    },
    '1238790123440420006190018',
  ],
  [
    { layout: 'bradesco', agency: '1172', wallet: '06', ourNumber: '75896452', account: '403005' },
    '1172060007589645204030050',
  ],
  [
    { layout: 'bradesco', agency: '2405', wallet: '09', ourNumber: '12345678', account: '54321' },
    '2405090001234567800543210',
  ],
  [
    { layout: 'santander', beneficiary: '1234567', ourNumber: '456', wallet: '101' },
    '9123456700000000045610101',
  ],
  [{ layout: 'caixa', beneficiary: '123456', ourNumber: '14000000000000006' }, '1234560000100040000000064'],
  [sicoob('4277', '172278', '4'), '1427701017227800000040001'],
  // The example in the bank's manual for the check digit of its our-number: 21 becomes 21-8.
  [sicoob('1', '19', '21'), '1000101000001900000218001'],
  [
    { layout: 'inter', agency: '1', wallet: '110', operation: '1234567', ourNumber: '458' },
    '0001110123456700000004586',
  ],
  [
    { layout: 'inter', agency: '0001', wallet: '112', operation: '1234567', ourNumber: '4321' },
    '0001112123456700000043218',
  ],
];

describe('the free field of a bank', () => {
  it.each(PUBLISHED)('%j', (given, field) => expect(writeFreeField(given)).toBe(field));

  it('of some Itaú wallets excludes branch and account from its check digit', () => {
    const short = writeFreeField(itau('126', '12345678', '1248', '2124', '6'));
    expect(short[11]).toBe(String(modulo10('12612345678')));
    expect(writeFreeField(itau('126', '12345678', '9999', '2124', '6'))[11]).toBe(short[11]);
    const usual = (agency: string) => writeFreeField(itau('109', '12345678', agency, '2124', '6'))[11];
    expect(usual('1249')).not.toBe(usual('1248'));
  });
  it('of an Itaú agreement ends with a check digit over everything before it', () => {
    const field = writeFreeField({
      ...{ layout: 'itau-agreement', wallet: '198', ourNumber: '12345678' },
      ...{ yourNumber: '1234567', agreement: '12345' },
    });
    expect(field).toBe(`198${'12345678'}${'1234567'}${'12345'}${modulo10('19812345678123456712345')}0`);
  });
  it('of Banco do Brasil holds an our-number of 17 or an agreement of 4', () => {
    expect(writeFreeField({ layout: 'bb-6-long', agreement: '123456', ourNumber: '9' })).toBe(
      '1234560000000000000000921',
    );
    expect(
      writeFreeField({
        ...{ layout: 'bb-4', agreement: '1234', ourNumber: '56', agency: '789', account: '12', wallet: '18' },
      }),
    ).toBe('1234000005607890000001218');
  });
  // Check digits of the three banks, for numbers whose sums have the remainders that are special cases.
  it.each([
    ['1', '9'],
    ['14', '0'],
    ['45', '0'],
    ['6', '0'],
    ['5', '1'],
  ])('of Santander: our-number %s has the digit %s', (ourNumber, digit) =>
    expect(writeFreeField({ layout: 'santander', beneficiary: '1', ourNumber, wallet: '101' })[20]).toBe(
      digit,
    ),
  );
  it.each([
    ['1', '9'],
    ['6', '0'],
    ['14', '0'],
    ['45', '0'],
  ])('of Caixa: beneficiary %s has the digit %s', (beneficiary, digit) =>
    expect(writeFreeField({ layout: 'caixa', beneficiary, ourNumber: '14000000000000001' })[6]).toBe(digit),
  );

  it.each([
    { ourNumber: '12345678901' },
    { ourNumber: '' },
    { ourNumber: '-1' },
    { ourNumber: '1 ' },
    { wallet: 'A12' },
    { operation: '12345678' },
    { agency: '10001' },
  ])('is not written with %j', (change) => {
    const given = { layout: 'inter', agency: '0001', wallet: '112', operation: '1', ourNumber: '1' } as const;
    expect(() => writeFreeField({ ...given, ...change })).toThrow(RangeError);
  });
  it('has 25 digits and another value for every our-number', () => {
    const number = fc.nat({ max: 9_999_999 });
    fc.assert(
      fc.property(number, number, (one, other) => {
        const fields = [one, other].map((value) => PUBLISHED.map(([given]) => withNumber(given, value)));
        for (const field of fields.flat()) expect(field).toMatch(/^[0-9]{25}$/);
        if (one % 100_000 !== other % 100_000)
          fields[0]?.forEach((field, at) => void expect(field).not.toBe(fields[1]?.[at]));
      }),
    );
  });
  it('belongs to a bank', () => {
    expect(new Set(Object.values(BANK_OF_LAYOUT)).size).toBe(7);
    for (const [given] of PUBLISHED) expect(BANK_OF_LAYOUT[given.layout]).toMatch(/^[0-9]{3}$/);
  });
});

const withNumber = (given: FreeField, value: number) =>
  writeFreeField({ ...given, ourNumber: String(given.layout === 'bb-6' ? value % 100_000 : value) });
