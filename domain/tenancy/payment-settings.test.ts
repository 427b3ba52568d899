import { describe, expect, it } from 'vitest';
import { PAYMENT_VARIANTS, parameterProblem, resolveParameter } from './index.ts';

const FULL = {
  creditCard: true,
  slip: true,
  pix: true,
  automaticPix: true,
  cardProvider: 'pagarme',
  acquirersConfig: [{ provider: 'cielo', merchantId: 'x', softDescriptor: 'y', maxInstallments: 24 }],
  threeDSecure: 'required',
  pixKey: 'chave@alfa.test',
  receiver: { name: 'N'.repeat(25), city: 'C'.repeat(15), document: '12ABC34501DE35' },
  slipAgreement: { bank: '001', agreement: 'A'.repeat(20), wallet: 'W'.repeat(10) },
  slipProvider: 'cnab',
  cnab: {
    ...{ layout: 'bb-7', bankName: 'B'.repeat(30), agency: '1'.repeat(5), agencyDigit: 'X' },
    ...{ account: '1'.repeat(12), accountDigit: 'X', bothDigit: '0', company: 'C'.repeat(20) },
    ...{ fileWallet: '1', species: '04', fileVersion: '101', lotVersion: '060', modality: '01' },
    ...{ firstNumber: 1, lastNumber: 999_999_999_999_999 },
  },
  variant: 'totalOrSemesterWithFallbackAndRecurrence',
  disableSlipDaysBeforeIntakeEnd: 90,
};
const SUPPORT = {
  ...{ enabled: true, title: 'T'.repeat(200), description: 'D'.repeat(500), phone: '5531900000000' },
  ...{ message: 'M'.repeat(500), hours: 'H'.repeat(200) },
};

describe('settings of several fields', () => {
  const [acquirer] = FULL.acquirersConfig;
  const { receiver, slipAgreement, cnab } = FULL;

  it('accept every field at its limit', () => {
    expect(resolveParameter('PaymentSettings', { institution: { PaymentSettings: FULL } })).toEqual(FULL);
    expect(resolveParameter('SupportWhatsapp', { institution: { SupportWhatsapp: SUPPORT } })).toEqual(
      SUPPORT,
    );
  });

  it.each([
    ...['creditCard', 'slip', 'pix', 'automaticPix'].map((field) => ({ [field]: 'true' })),
    { acquirersConfig: {} },
    { acquirersConfig: [acquirer, { ...acquirer, provider: 'stone' }] },
    { acquirersConfig: [{ ...acquirer, provider: '' }] },
    { acquirersConfig: [{ ...acquirer, merchantId: ' ' }] },
    { acquirersConfig: [{ ...acquirer, merchantId: 'x'.repeat(61) }] },
    { acquirersConfig: [{ ...acquirer, softDescriptor: 'x'.repeat(14) }] },
    { acquirersConfig: [{ ...acquirer, maxInstallments: 0 }] },
    { acquirersConfig: [{ ...acquirer, maxInstallments: 25 }] },
    { acquirersConfig: [{ ...acquirer, maxInstallments: 1.5 }] },
    { acquirersConfig: [{ ...acquirer, more: 1 }] },
    { acquirersConfig: [null] },
    { acquirersConfig: ['cielo'] },
    { cardProvider: '' },
    { pixKey: 'x'.repeat(78) },
    { pixKey: 5 },
    { receiver: { ...receiver, name: 'N'.repeat(26) } },
    { receiver: { ...receiver, city: 'C'.repeat(16) } },
    { receiver: { ...receiver, city: '' } },
    { receiver: { ...receiver, document: '12ABC34501DE3' } },
    { receiver: { ...receiver, document: '012ABC34501DE35' } },
    { receiver: { ...receiver, document: '12ABC34501DE350' } },
    { receiver: { ...receiver, document: '12ABC34501DEX5' } },
    { receiver: { ...receiver, document: '12abc34501de35' } },
    { receiver: { ...receiver, document: 12345678000195 } },
    { receiver: [receiver] },
    { receiver: undefined },
    { slipAgreement: { ...slipAgreement, bank: '0001' } },
    { slipAgreement: { ...slipAgreement, bank: 'a001' } },
    { slipAgreement: { ...slipAgreement, bank: '01' } },
    { slipAgreement: { ...slipAgreement, bank: 'ABC' } },
    { slipAgreement: { ...slipAgreement, bank: 341 } },
    { slipAgreement: { ...slipAgreement, agreement: 'A'.repeat(21) } },
    { slipAgreement: { ...slipAgreement, wallet: 'W'.repeat(11) } },
    { slipAgreement: { ...slipAgreement, wallet: ' ' } },
    { slipProvider: 'bank' },
    { slipProvider: null },
    { cnab: { ...cnab, layout: 'inter' } },
    { cnab: { ...cnab, bankName: ' ' } },
    { cnab: { ...cnab, agency: '1'.repeat(6) } },
    { cnab: { ...cnab, agency: '1-2' } },
    { cnab: { ...cnab, agencyDigit: '12' } },
    { cnab: { ...cnab, account: '' } },
    { cnab: { ...cnab, account: 1234 } },
    { cnab: { ...cnab, accountDigit: 'x' } },
    { cnab: { ...cnab, bothDigit: '-' } },
    { cnab: { ...cnab, company: '' } },
    { cnab: { ...cnab, fileWallet: '11' } },
    { cnab: { ...cnab, species: '4' } },
    { cnab: { ...cnab, fileVersion: '10' } },
    { cnab: { ...cnab, lotVersion: '0600' } },
    { cnab: { ...cnab, modality: '' } },
    { cnab: { ...cnab, firstNumber: 0 } },
    { cnab: { ...cnab, lastNumber: 1e15 } },
    { cnab: { ...cnab, other: 1 } },
    { disableSlipDaysBeforeIntakeEnd: 91 },
    { disableSlipDaysBeforeIntakeEnd: 0.5 },
    { variant: '' },
  ])('refuse full payment settings with %j', (change) => {
    expect(parameterProblem('PaymentSettings', { ...FULL, ...change })).toBe(
      'PaymentSettings must be a valid json',
    );
  });

  it.each([
    { creditCard: false, slip: false, pix: false, automaticPix: false },
    { cardProvider: null, acquirersConfig: [], pixKey: null, receiver: null, slipAgreement: null },
    { slipProvider: 'inter', cnab: null },
    { cnab: { ...cnab, agencyDigit: '', accountDigit: '', bothDigit: '', company: null } },
    { cardProvider: 'cielo' },
    { acquirersConfig: [{ provider: 'pagarme', merchantId: 'x'.repeat(60) }] },
    { acquirersConfig: [acquirer, { ...acquirer, softDescriptor: 'x'.repeat(13), maxInstallments: 1 }] },
    { pixKey: 'x'.repeat(77), disableSlipDaysBeforeIntakeEnd: 0 },
    ...PAYMENT_VARIANTS.map((variant) => ({ variant })),
  ])('accept full payment settings with %j', (change) => {
    expect(parameterProblem('PaymentSettings', { ...FULL, ...change })).toBeUndefined();
  });

  it.each([
    { title: ' ' },
    { title: 'T'.repeat(201) },
    { title: 1 },
    { enabled: null },
    { description: 'D'.repeat(501) },
    { description: 1 },
    { hours: 'H'.repeat(201) },
    { phone: '123456789' },
    { phone: '1234567890123456' },
    { phone: 'x5531900000000' },
    { phone: '5531900000000x' },
    { more: '' },
  ])('refuse a full support contact with %j', (change) => {
    expect(parameterProblem('SupportWhatsapp', { ...SUPPORT, ...change })).toContain('SupportWhatsapp');
  });

  it.each([
    { enabled: true, title: 'x' },
    { phone: '1234567890' },
    { phone: '123456789012345' },
    { description: '' },
  ])('accept the support contact %j', (contact) => {
    expect(parameterProblem('SupportWhatsapp', contact)).toBeUndefined();
  });

  it.each([
    { slip: 'yes' },
    { variant: 'both' },
    { disableSlipDaysBeforeIntakeEnd: -1 },
    { cardProvider: 'other' },
    { acquirersConfig: [{ provider: 'cielo' }] },
    { acquirersConfig: [{ provider: 'cielo', merchantId: 'x', maxInstallments: 40 }] },
    { receiver: { name: 'A', city: 'B', document: '123' } },
    { slipAgreement: { bank: '77', agreement: '1', wallet: '1' } },
    { pixKey: '' },
    { unknownToggle: true },
  ])('refuse payment settings %j', (value) => {
    expect(parameterProblem('PaymentSettings', value)).toContain('PaymentSettings');
  });

  it.each([
    { enabled: 'yes' },
    { title: '' },
    { phone: '+55 31 9' },
    { phone: 5531900000000 },
    { link: 'https://x.test' },
    { message: 'x'.repeat(501) },
  ])('refuse the support contact %j', (value) => {
    expect(parameterProblem('SupportWhatsapp', value)).toContain('SupportWhatsapp');
  });
});
