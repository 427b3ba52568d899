import { formatCnpj, formatCpf, formatDate, formatMoney } from '@orbita/domain/foundation';

/** A party of a slip as it is printed. */
export type SlipParty = {
  name: string;
  /** CPF or CNPJ as stored; empty where none is printed. */
  document: string;
  /** On one line; empty where it is not known. */
  address: string;
};

/** What a printed slip says. Days are `YYYY-MM-DD`, amounts cents. */
export type SlipDocument = {
  /** 44 digits; bank and digitable line follow from them. */
  barcode: string;
  beneficiary: SlipParty;
  /** Agency and code of the beneficiary, as the bank writes them (`0001/1234567`). */
  agreement: string;
  /** The contracting party: the guardian of a minor. */
  payer: SlipParty;
  /** The candidate, where somebody else pays. */
  onBehalfOf: string | null;
  /** Number of the slip at the bank. */
  ourNumber: string;
  /** Our number of the slip. */
  reference: string;
  wallet: string;
  issuedOn: string;
  dueDate: string;
  amountCents: number;
  /** Taken off when paid until that day. */
  discount: { cents: number; until: string } | null;
  /** Further lines for the payer and the cashier; at most six are printed. */
  instructions: readonly string[];
  /** BR Code of a slip that Pix pays as well. */
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
export const bankName = (code: string): string => BANKS[code] ?? `Banco ${code}`;

const formatDocument = (document: string): string =>
  document.length === 14 ? `CNPJ ${formatCnpj(document)}` : `CPF ${formatCpf(document)}`;

/** Name and document of a party in one line. */
export const partyLine = ({ name, document }: SlipParty): string =>
  document ? `${name} – ${formatDocument(document)}` : name;

/** Lines of the instructions: the discount first, because who reads no further must know it. */
export function instructionLines({ discount, amountCents, instructions }: SlipDocument): string[] {
  const until = discount && [
    `Pague até ${formatDate(discount.until)} com desconto de ${formatMoney(discount.cents)}: ${formatMoney(amountCents - discount.cents)}.`,
    `Depois deste dia, o valor é ${formatMoney(amountCents)}.`,
  ];
  return [...(until ?? []), ...instructions].slice(0, 6);
}

export const PAYMENT_PLACE = 'Pague no aplicativo do seu banco, em uma agência ou em uma lotérica.';
