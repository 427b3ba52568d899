import { entryOf, formatCnpj, formatCpf, formatDate, formatMoney } from '@orbita/domain/foundation';

/** A party of a slip, as printed. */
export type SlipParty = {
  name: string;
  /** CPF or CNPJ digits as stored; empty if none is printed. */
  document: string;
  /** On one line; empty if unknown. */
  address: string;
};

/** Content of a printed slip. Days are `YYYY-MM-DD`, amounts are in cents. */
export type SlipDocument = {
  /** 44 digits; bank and digitable line are derived from them. */
  barcode: string;
  beneficiary: SlipParty;
  /** Agency and code of the beneficiary, in the bank's format (`0001/1234567`). */
  agreement: string;
  /** The contracting party: the guardian of a minor. */
  payer: SlipParty;
  /** The candidate, if somebody else pays. */
  onBehalfOf: string | null;
  /** The bank's number of the slip. */
  ourNumber: string;
  /** Our reference of the slip. */
  reference: string;
  wallet: string;
  issuedOn: string;
  dueDate: string;
  amountCents: number;
  /** Deducted if paid by that day. */
  discount: { cents: number; until: string } | null;
  /** Further lines for payer and cashier; at most six lines are printed, including the discount's. */
  instructions: readonly string[];
  /** BR Code of a slip that can also be paid with Pix. */
  pixCopyPaste: string | null;
};

const BANKS: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '077': 'Banco Inter',
  '104': 'Caixa',
  '237': 'Bradesco',
  '341': 'Itaú',
  '756': 'Sicoob',
};
export const bankName = (code: string): string => entryOf(BANKS, code) ?? `Banco ${code}`;

const formatDocument = (document: string): string =>
  document.length === 14 ? `CNPJ ${formatCnpj(document)}` : `CPF ${formatCpf(document)}`;

/** Name and document of a party on one line. */
export const partyLine = ({ name, document }: SlipParty): string =>
  document ? `${name} – ${formatDocument(document)}` : name;

/** Lines of the instructions: the discount first, so that it is not missed. */
export function instructionLines({ discount, amountCents, instructions }: SlipDocument): string[] {
  const until = discount && [
    `Pague até ${formatDate(discount.until)} com desconto de ${formatMoney(discount.cents)}: ${formatMoney(amountCents - discount.cents)}.`,
    `Depois deste dia, o valor é ${formatMoney(amountCents)}.`,
  ];
  return [...(until ?? []), ...instructions].slice(0, 6);
}

export const PAYMENT_PLACE = 'Pague no aplicativo do seu banco, em uma agência ou em uma lotérica.';
