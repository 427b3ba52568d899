import {
  ACQUIRERS,
  CNAB_DEFAULTS,
  CNAB_LAYOUTS,
  CNAB_TEXTS,
  DEFAULT_PAYMENT_SETTINGS,
  MOST_SLIP_NUMBER,
  PAYMENT_VARIANTS,
  SLIP_PROVIDERS,
  THREE_D_SECURE,
} from '@orbita/domain/tenancy';
import { z } from 'zod';
import { field, section } from './described.ts';
import { none } from './fields.ts';

const acquirer = z.strictObject({
  provider: z.enum(ACQUIRERS).describe('Acquirer.'),
  merchantId: z.string().min(1).max(60).describe('Number of the institution at the acquirer.'),
  softDescriptor: z.string().max(13).optional().describe('Text on the card statement.'),
  maxInstallments: z.number().int().min(1).max(24).optional().describe('Most instalments of one payment.'),
});
const DIGITS = 'use só números, sem traço nem dígito verificador';
const CHECK_DIGIT = 'use um número ou uma letra, ou deixe vazio';
const slipNumber = z.number().int().min(1).max(MOST_SLIP_NUMBER);
const cnab = z.strictObject({
  layout: z
    .enum(CNAB_LAYOUTS, `use um formato: ${CNAB_LAYOUTS.join(', ')}`)
    .describe(
      'How the bank orders its numbers: bb-7, bb-6, bb-6-long, bb-4 (Banco do Brasil, digits of the agreement), bradesco, caixa, itau, sicoob.',
    ),
  bankName: z
    .string()
    .regex(CNAB_TEXTS.bankName, 'use de 1 a 30 letras')
    .describe('Name of the bank, at most 30 characters.'),
  agency: z.string().regex(CNAB_TEXTS.agency, DIGITS).describe('Agency without its check digit.'),
  agencyDigit: z
    .string()
    .regex(CNAB_TEXTS.agencyDigit, CHECK_DIGIT)
    .default(CNAB_DEFAULTS.agencyDigit)
    .describe('Check digit of the agency, where the bank has one.'),
  account: z.string().regex(CNAB_TEXTS.account, DIGITS).describe('Account without its check digit.'),
  accountDigit: z
    .string()
    .regex(CNAB_TEXTS.accountDigit, CHECK_DIGIT)
    .default(CNAB_DEFAULTS.accountDigit)
    .describe('Check digit of the account.'),
  bothDigit: z
    .string()
    .regex(CNAB_TEXTS.bothDigit, CHECK_DIGIT)
    .default(CNAB_DEFAULTS.bothDigit)
    .describe('Check digit over agency and account, where the bank has one.'),
  company: none(z.string().regex(CNAB_TEXTS.company, 'use até 20 letras e números, sem traço')).describe(
    'What files call the company, at most 20 letters and digits; null = the number of the agreement.',
  ),
  fileWallet: z
    .string()
    .regex(CNAB_TEXTS.fileWallet, 'use um número')
    .default(CNAB_DEFAULTS.fileWallet)
    .describe('Wallet of the files, one digit; 1 = simple collection.'),
  species: z
    .string()
    .regex(CNAB_TEXTS.species, 'use dois números')
    .default(CNAB_DEFAULTS.species)
    .describe('Kind of debt, two digits: 02 = DM, 04 = DS.'),
  fileVersion: z
    .string()
    .regex(CNAB_TEXTS.fileVersion, 'use três números')
    .default(CNAB_DEFAULTS.fileVersion)
    .describe("Version of the file in the bank's manual."),
  lotVersion: z
    .string()
    .regex(CNAB_TEXTS.lotVersion, 'use três números')
    .default(CNAB_DEFAULTS.lotVersion)
    .describe("Version of the lot in the bank's manual."),
  modality: z
    .string()
    .regex(CNAB_TEXTS.modality, 'use dois números')
    .default(CNAB_DEFAULTS.modality)
    .describe('Modality of Sicoob, two digits.'),
  firstNumber: slipNumber
    .default(CNAB_DEFAULTS.firstNumber)
    .describe('First our-number (nosso número) that this product may use.'),
  lastNumber: slipNumber.describe('Last one. Other systems of the same agreement need numbers of their own.'),
});
const off = DEFAULT_PAYMENT_SETTINGS;
/** How candidates pay an institution (spec 14.2). */
export const payment = section({
  variant: field(
    z
      .enum(PAYMENT_VARIANTS, `must be exactly one payment variant: ${PAYMENT_VARIANTS.join(', ')}`)
      .default(off.variant),
    'What is charged; exactly one.',
  ),
  creditCard: field(z.boolean().default(off.creditCard), 'Offers credit card.'),
  slip: field(z.boolean().default(off.slip), 'Offers bank slip.'),
  pix: field(z.boolean().default(off.pix), 'Offers Pix.'),
  automaticPix: field(z.boolean().default(off.automaticPix), 'Offers Pix Automático for the instalments.'),
  disableSlipDaysBeforeIntakeEnd: field(
    z.number().int().min(0).max(90).default(off.disableSlipDaysBeforeIntakeEnd),
    'No slips in the last days of an intake.',
  ),
  cardProvider: field(
    none(z.enum(ACQUIRERS)),
    'Acquirer of new card payments; described in acquirersConfig.',
  ),
  acquirersConfig: field(
    z.array(acquirer).default([]),
    'Acquirers with which the institution has a contract.',
  ),
  threeDSecure: field(
    z.enum(THREE_D_SECURE).default(off.threeDSecure),
    'Whether the holder of a card confirms the payment (3-D Secure): never, where the card can, or always.',
  ),
  pixKey: field(none(z.string().min(1).max(77)), 'Pix key that receives.'),
  receiver: field(
    none(
      z.strictObject({
        name: z.string().min(1).max(25).describe('Name, at most 25 characters.'),
        city: z.string().min(1).max(15).describe('City, at most 15 characters.'),
        document: z
          .string()
          .regex(/^[A-Z0-9]{12}\d{2}$/, 'must be a CNPJ without marks')
          .describe('CNPJ without marks.'),
      }),
    ),
    'Who receives, as banks show it.',
  ),
  slipAgreement: field(
    none(
      z.strictObject({
        bank: z
          .string()
          .regex(/^\d{3}$/, 'must look like 109')
          .describe('Three digits of the bank.'),
        agreement: z.string().min(1).max(20).describe('Number of the agreement.'),
        wallet: z.string().min(1).max(10).describe('Wallet (carteira).'),
      }),
    ),
    'Agreement with the bank that issues slips.',
  ),
  slipProvider: field(
    z.enum(SLIP_PROVIDERS, `use ${SLIP_PROVIDERS.join(' ou ')}`).default(off.slipProvider),
    'cnab = files of CNAB 240 with any bank of cnab.layout; otherwise the bank whose API takes the slips.',
  ),
  cnab: field(none(cnab), 'Account and files of slipProvider cnab; null otherwise.'),
});
