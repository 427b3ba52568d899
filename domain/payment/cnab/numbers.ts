import type { CnabLayout, CnabSettings, PaymentSettings } from '../../tenancy/index.ts';
import { BANK_OF_LAYOUT, type FreeField, writeFreeField } from '../boleto-free-field.ts';
import { modulo11Rest, weightedSum } from '../check-digits.ts';
import { standardBlock } from './remittance.ts';

type Agreement = NonNullable<PaymentSettings['slipAgreement']>;
/** Settings of an institution that exchanges slips with its bank by file. */
export type SlipsByFile = { agreement: Agreement; cnab: CnabSettings };

/** A numbered slip in the bank's formats. */
export interface NumberedSlip {
  freeField: string;
  /** Our-number as printed on the slip, with the bank's check digit. */
  printed: string;
  /** Account and our-number, the 34 positions in segments P and T. */
  block: string;
}

/** Number of digits available for the number itself, by layout. */
const WIDTH: Record<CnabLayout, number> = {
  'bb-7': 10,
  'bb-6': 5,
  // The bank allows seventeen digits, but a JavaScript number is only exact up to fifteen.
  'bb-6-long': 15,
  'bb-4': 7,
  bradesco: 11,
  caixa: 15,
  itau: 8,
  sicoob: 7,
};

/** The highest our-number of a layout. */
export const highestNumber = (layout: CnabLayout): number => 10 ** WIDTH[layout] - 1;

/** At Caixa, numbers issued by the client begin with this. */
const CAIXA_OWN = '14';

/** Banco do Brasil: weights 9 to 2 from the right, which is the negative of 2 to 9; ten is X. */
const bbDigit = (text: string): string => {
  const digit = (11 - modulo11Rest(text)) % 11;
  return digit === 10 ? 'X' : String(digit);
};

const TWO_TO_SEVEN = [2, 3, 4, 5, 6, 7];
/** Bradesco: remainder 1 gives P, remainder 0 gives 0. */
const bradescoDigit = (text: string): string => {
  const rest = weightedSum(text, TWO_TO_SEVEN) % 11;
  return rest === 1 ? 'P' : String(rest === 0 ? 0 : 11 - rest);
};

const caixaDigit = (text: string): string => {
  const digit = 11 - modulo11Rest(text);
  return String(digit > 9 ? 0 : digit);
};

function freeFieldOf({ agreement: given, cnab }: SlipsByFile, digits: string): FreeField {
  const { agreement, wallet } = given;
  const { agency, account, accountDigit, modality } = cnab;
  switch (cnab.layout) {
    case 'bb-7':
      return { layout: 'bb-7', agreement, ourNumber: digits, wallet };
    case 'bb-6':
      return { layout: 'bb-6', agreement, ourNumber: digits, agency, account, wallet };
    case 'bb-6-long':
      return { layout: 'bb-6-long', agreement, ourNumber: digits };
    case 'bb-4':
      return { layout: 'bb-4', agreement, ourNumber: digits, agency, account, wallet };
    case 'bradesco':
      return { layout: 'bradesco', agency, wallet, ourNumber: digits, account };
    case 'caixa':
      return { layout: 'caixa', beneficiary: agreement, ourNumber: CAIXA_OWN + digits };
    case 'itau':
      return { layout: 'itau', wallet, ourNumber: digits, agency, account, accountDigit };
    case 'sicoob':
      return {
        ...{ layout: 'sicoob', wallet, agency, modality, client: agreement },
        ...{ ourNumber: digits, installment: '1' },
      };
  }
}

/**
 * A slip with one of our numbers, as its bank writes it in barcode, print and files.
 * @throws RangeError when a number does not fit into the bank's field.
 */
export function numberedSlip(settings: SlipsByFile, number: number): NumberedSlip {
  const { agreement: given, cnab } = settings;
  if (!Number.isSafeInteger(number) || number < 1 || number > highestNumber(cnab.layout))
    throw new RangeError('The number is not one of this bank');
  const digits = String(number).padStart(WIDTH[cnab.layout], '0');
  const { agreement, wallet } = given;
  const freeField = writeFreeField(freeFieldOf(settings, digits));
  const slip = (printed: string, inFile: string, account: Partial<CnabSettings> = {}): NumberedSlip => ({
    freeField,
    printed,
    block: standardBlock({ ...cnab, ...account }, inFile),
  });
  switch (cnab.layout) {
    case 'bb-7': {
      const whole = agreement.padStart(7, '0') + digits;
      return slip(whole, whole);
    }
    case 'bb-6-long': {
      const whole = digits.padStart(17, '0');
      return slip(whole, whole);
    }
    case 'bb-6':
    case 'bb-4': {
      const body = agreement.padStart(cnab.layout === 'bb-6' ? 6 : 4, '0') + digits;
      const digit = bbDigit(body);
      return slip(`${body}-${digit}`, body + digit);
    }
    case 'bradesco': {
      const short = wallet.padStart(2, '0');
      const digit = bradescoDigit(short + digits);
      return slip(`${short}/${digits}-${digit}`, `${wallet.padStart(3, '0')}00000${digits}${digit}`);
    }
    case 'caixa': {
      const whole = CAIXA_OWN + digits;
      const block = agreement.padStart(6, '0') + '0'.repeat(11) + whole;
      return { freeField, printed: `${whole}-${caixaDigit(whole)}`, block };
    }
    case 'itau': {
      const [long, digit] = [wallet.padStart(3, '0'), freeField.charAt(11)];
      // The bank wants the check digit of the account in the last position of the account.
      const account = { accountDigit: '', bothDigit: cnab.accountDigit };
      return slip(`${long}/${digits}-${digit}`, `${long}${digits}${digit}`, account);
    }
    case 'sicoob': {
      const withDigit = freeField.slice(14, 22);
      const inFile = `${withDigit.padStart(10, '0')}01${cnab.modality}4`;
      return slip(`${withDigit.slice(0, 7)}-${withDigit.slice(7)}`, inFile);
    }
  }
}

/** Position of the number in the block of a return file; Caixa may shift it by one. */
const PLACES: Record<CnabLayout, readonly (readonly [from: number, to: number, before: string])[]> = {
  'bb-7': [[21, 31, '']],
  'bb-6': [[20, 25, '']],
  'bb-6-long': [[14, 31, '']],
  'bb-4': [[18, 25, '']],
  bradesco: [[22, 33, '']],
  caixa: [
    [18, 33, CAIXA_OWN],
    [19, 34, CAIXA_OWN],
  ],
  itau: [[17, 25, '']],
  sicoob: [[14, 23, '']],
};

/** The numbers that a 34-position block may contain; empty when it contains something else. */
export const numbersIn = (layout: CnabLayout, block: string): number[] =>
  PLACES[layout].flatMap(([from, to, before]) => {
    const digits = block.slice(from, to);
    const number = Number(digits);
    const meant =
      /^[0-9]+$/.test(digits) &&
      block.slice(from - before.length, from) === before &&
      number > 0 &&
      number <= highestNumber(layout);
    return meant ? [number] : [];
  });

/** Something missing or wrong that prevents slips from being created; `field` is a path within the payment settings. */
export type CnabProblem = { field: readonly string[]; message: string };

const problem = (field: readonly string[], message: string): CnabProblem => ({ field, message });

/** Why an institution cannot exchange slips by file; empty when it can or does not use them. */
export function cnabProblems(
  settings: Pick<PaymentSettings, 'slip' | 'slipProvider' | 'slipAgreement' | 'cnab' | 'receiver'>,
): CnabProblem[] {
  const { slip, slipProvider, slipAgreement: agreement, cnab, receiver } = settings;
  if (slipProvider !== 'cnab' || !slip) return [];
  const missing = [
    ...(cnab ? [] : [problem(['cnab'], 'Informe os dados da conta para boletos por arquivo (CNAB 240).')]),
    ...(agreement ? [] : [problem(['slipAgreement'], 'Informe banco, convênio e carteira dos boletos.')]),
    ...(receiver ? [] : [problem(['receiver'], 'Informe o recebedor: o arquivo leva nome e CNPJ.')]),
  ];
  if (!cnab || !agreement || missing.length > 0) return missing;
  const bank = BANK_OF_LAYOUT[cnab.layout];
  if (agreement.bank !== bank)
    return [
      problem(['cnab', 'layout'], `O formato ${cnab.layout} é do banco ${bank}, não do ${agreement.bank}.`),
    ];
  const highest = highestNumber(cnab.layout);
  if (cnab.lastNumber > highest)
    return [
      problem(
        ['cnab', 'lastNumber'],
        `O nosso número deste formato vai até ${highest}. Use um número menor.`,
      ),
    ];
  if (cnab.firstNumber > cnab.lastNumber)
    return [problem(['cnab', 'firstNumber'], 'O primeiro nosso número deve ser menor que o último.')];
  try {
    numberedSlip({ agreement, cnab }, cnab.lastNumber);
    return [];
  } catch {
    return [
      problem(
        ['cnab'],
        `Agência, conta, convênio ou carteira não cabem no código de barras do formato ${cnab.layout}. Use só números, sem dígito verificador.`,
      ),
    ];
  }
}
