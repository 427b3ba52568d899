/** Types of the Central Bank's API Pix 2.9.0; field names are the standard's. */

type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

export interface Debtor {
  cpf?: string;
  cnpj?: string;
  nome: string;
}

export interface AdditionalInfo {
  nome: string;
  valor: string;
}

/** What the receiver requests: the part of a charge that a revision changes. */
export interface ChargeTerms {
  calendario: { expiracao: number };
  valor: { original: string; modalidadeAlteracao?: number };
  chave: string;
  devedor?: Debtor;
  solicitacaoPagador?: string;
  infoAdicionais?: AdditionalInfo[];
}

/** A refund as requested; its outcome follows from `settlesAt`. */
export interface StoredReturn {
  id: string;
  rtrId: string;
  valor: string;
  descricao?: string;
  askedAt: string;
  settledAt: string;
  /** Real time in milliseconds: the bank's own duration, not the test clock's. */
  settlesAt: number;
  refused: boolean;
}

export interface ReceivedPix {
  endToEndId: string;
  txid: string;
  valor: string;
  /** By name: original, and fine, interest, rebate and discount of a charge with a due date. */
  componentesValor: Record<string, { valor: string }>;
  chave: string;
  horario: string;
  infoPagador: string;
  devolucoes?: StoredReturn[];
}

export interface Charge<Terms = ChargeTerms> {
  clientId: string;
  txid: string;
  createdAt: string;
  locationId: number;
  location: string;
  copyPaste: string;
  status: ChargeStatus;
  /** Every revision, the current one last; the standard's `revisao` is the index. */
  revisions: Terms[];
  pix: ReceivedPix[];
}

export interface Webhook {
  clientId: string;
  chave: string;
  webhookUrl: string;
  /** Notifications are sent as a bare list. */
  list?: boolean;
  createdAt: string;
}

/** Terms in force. */
export const termsOf = (charge: Charge): ChargeTerms => charge.revisions[charge.revisions.length - 1]!;

/** Instant after which a payer's bank no longer pays; expiry is computed, as it is not a status of the standard. */
export const expiresAt = (charge: Charge): Date =>
  new Date(Date.parse(charge.createdAt) + termsOf(charge).calendario.expiracao * 1000);
