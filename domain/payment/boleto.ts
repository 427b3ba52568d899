import type { Cents } from '../foundation/index.ts';
import { modulo10, modulo11Rest } from './check-digits.ts';
import { dueDayOf, dueFactor } from './due-factor.ts';

/**
 * Bank slip (boleto de cobrança): a 44-digit barcode and a 47-digit digitable line with the same contents (FEBRABAN). Digits:
 * bank 3, currency 9, general check digit, due-date factor 4, amount 10, the bank's free field 25.
 */
export interface Boleto {
  /** Three-digit bank code (`077`). */
  bank: string;
  /** `YYYY-MM-DD`; null for a slip without due date. */
  dueDate: string | null;
  /** 0 = the payer chooses the amount, as on credit card bills. */
  amountCents: Cents;
  /** 25 digits, laid out differently by each bank (`writeFreeField`). */
  freeField: string;
}

const MOST_CENTS = 9_999_999_999;
const LINE = 47;
const BARCODE = 44;
const COLLECTION_LINE = 48;

/** The general check digit of a barcode, computed from the other 43 digits; it is never 0. */
const generalDigit = (others: string): string => {
  const digit = 11 - modulo11Rest(others);
  return String(digit > 9 ? 1 : digit);
};

/**
 * Barcode of a slip, 44 digits.
 * @throws RangeError for an amount above R$ 99.999.999,99, a bank or free field of another length, or no real due date.
 */
export function writeBarcode({ bank, dueDate, amountCents, freeField }: Boleto): string {
  if (!/^[0-9]{3}$/.test(bank)) throw new RangeError('A bank has three digits');
  if (!/^[0-9]{25}$/.test(freeField)) throw new RangeError('A free field has 25 digits');
  if (!Number.isInteger(amountCents) || amountCents < 0 || amountCents > MOST_CENTS)
    throw new RangeError('The amount does not fit into ten digits of cents');
  const head = `${bank}9`;
  const tail = `${dueFactor(dueDate)}${String(amountCents).padStart(10, '0')}${freeField}`;
  return `${head}${generalDigit(head + tail)}${tail}`;
}

const withDigit = (text: string) => `${text}${modulo10(text)}`;

/** Digitable line (47 digits, no separators) of a barcode. @throws RangeError when the barcode does not have 44 digits. */
export function lineOf(barcode: string): string {
  if (!/^[0-9]{44}$/.test(barcode)) throw new RangeError('A barcode has 44 digits');
  const free = barcode.slice(19);
  return [
    withDigit(barcode.slice(0, 4) + free.slice(0, 5)),
    withDigit(free.slice(5, 15)),
    withDigit(free.slice(15)),
    barcode.slice(4, 19),
  ].join('');
}

/** The line as it is printed: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`. */
export const formatLine = (line: string): string =>
  line.replace(
    /^([0-9]{5})([0-9]{5})([0-9]{5})([0-9]{6})([0-9]{5})([0-9]{6})([0-9])([0-9]{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );

/** A bank code as printed on slips, with its modulo-11 digit: `077-9`. */
export function printedBank(bank: string): string {
  const digit = 11 - modulo11Rest(bank);
  return `${bank}-${digit > 9 ? 0 : digit}`;
}

/**
 * Why something is not a bank slip: `collection-slip` = a bill of a utility or public office (arrecadação), which is paid in
 * another way; `due-date` = the factor gives no day close enough to today.
 */
type BoletoProblem =
  | 'digits'
  | 'length'
  | 'collection-slip'
  | 'field-digit'
  | 'general-digit'
  | 'currency'
  | 'due-date';
export type BoletoReading =
  | { ok: true; boleto: Boleto; barcode: string; line: string }
  | { ok: false; problem: BoletoProblem };

const bad = (problem: BoletoProblem): BoletoReading => ({ ok: false, problem });

/** The barcode inside a line; undefined when one of its three field check digits is wrong. */
function barcodeIn(line: string): string | undefined {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  if (fields.some((field) => withDigit(field.slice(0, -1)) !== field)) return undefined;
  const [first = '', second = '', third = ''] = fields.map((field) => field.slice(0, -1));
  return first.slice(0, 4) + line.slice(32) + first.slice(4) + second + third;
}

/**
 * Reads a barcode (44 digits) or a digitable line (47), with or without dots, blanks and hyphens. `today` (`YYYY-MM-DD`) is
 * needed to interpret the due-date factor. Only the general check digit protects due date and amount; when it is 1, a few changes
 * to them produce the same digit and go unnoticed.
 */
export function readBoleto(typed: string, today: string): BoletoReading {
  const text = typed.replace(/[\s.-]/g, '');
  if (!/^[0-9]*$/.test(text)) return bad('digits');
  if (text.startsWith('8') && (text.length === BARCODE || text.length === COLLECTION_LINE))
    return bad('collection-slip');
  if (text.length !== BARCODE && text.length !== LINE) return bad('length');
  const barcode = text.length === LINE ? barcodeIn(text) : text;
  if (barcode === undefined) return bad('field-digit');
  if (generalDigit(barcode.slice(0, 4) + barcode.slice(5)) !== barcode[4]) return bad('general-digit');
  if (barcode[3] !== '9') return bad('currency');
  const dueDate = dueDayOf(barcode.slice(5, 9), today);
  if (dueDate === undefined) return bad('due-date');
  const boleto = {
    bank: barcode.slice(0, 3),
    dueDate,
    amountCents: Number(barcode.slice(9, 19)),
    freeField: barcode.slice(19),
  };
  return { ok: true, boleto, barcode, line: lineOf(barcode) };
}
