/** Charges with a due date (`cobv`) of the Central Bank's API Pix 2.9.0; field names are the standard's. */
import type { AdditionalInfo, Charge } from './types.ts';

export interface Share {
  modalidade: number;
  valorPerc: string;
}

export interface Discount {
  modalidade: number;
  valorPerc?: string;
  descontoDataFixa?: { data: string; valorPerc: string }[];
}

export interface DueValue {
  original: string;
  multa?: Share;
  juros?: Share;
  abatimento?: Share;
  desconto?: Discount;
}

/** What the receiver requests: the part of a charge that a revision changes. */
export interface DueTerms {
  calendario: { dataDeVencimento: string; validadeAposVencimento: number };
  devedor: Record<string, string>;
  valor: DueValue;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: AdditionalInfo[];
}

export type DueCharge = Charge<DueTerms>;

/** Terms in force. */
export const dueTermsOf = (charge: DueCharge): DueTerms => charge.revisions[charge.revisions.length - 1]!;
