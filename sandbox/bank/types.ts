import { addDays, dayInZone, nextBusinessDay } from '@orbita/domain/foundation';
import { realNow } from '../clock.ts';

/** Types of Banco Inter's API Cobrança v3; field names are the bank's. */

export const ZONE = 'America/Sao_Paulo';

interface Payer {
  cpfCnpj: string;
  tipoPessoa: 'FISICA' | 'JURIDICA';
  nome: string;
  endereco: string;
  cidade: string;
  uf: string;
  cep: string;
  [more: string]: unknown;
}

/** What the client requested. */
export interface SlipTerms {
  seuNumero: string;
  valorNominal: number;
  dataVencimento: string;
  numDiasAgenda: number;
  pagador: Payer;
  desconto?: { codigo: string; quantidadeDias: number; taxa?: number; valor?: number };
  formasRecebimento: string[];
  [more: string]: unknown;
}

export type Situation =
  | 'EM_PROCESSAMENTO'
  | 'A_RECEBER'
  | 'ATRASADO'
  | 'RECEBIDO'
  | 'CANCELADO'
  | 'EXPIRADO'
  | 'FALHA_EMISSAO';

export interface StoredSlip {
  clientId: string;
  codigoSolicitacao: string;
  terms: SlipTerms;
  /** Day of issue, by the sandbox's clock. */
  dataEmissao: string;
  /** Real time in milliseconds at which the registration is complete; null = never. */
  registersAt: number | null;
  nossoNumero: string;
  codigoBarras: string;
  linhaDigitavel: string;
  txid: string;
  pixCopiaECola: string;
  /** How it ended, unless only time ended it. */
  end: {
    situacao: 'RECEBIDO' | 'CANCELADO' | 'EXPIRADO' | 'FALHA_EMISSAO';
    at: string;
    reason?: string;
  } | null;
  paid: { cents: number; origin: 'BOLETO' | 'PIX' } | null;
  /** Situation in the last notification sent automatically. */
  announced: Situation | null;
}

export interface BankWebhook {
  clientId: string;
  webhookUrl: string;
  criacao: string;
  atualizacao: string;
}

/** Amounts ending like this cannot be registered, just as certain test card numbers are denied (spec 2.5). */
const FAILING_CENTS = 13;

/** Last day on which the slip costs no more than on its due date. */
const payableDay = ({ terms }: StoredSlip): string => nextBusinessDay(terms.dataVencimento);

/** Last day on which the slip can be paid at all. */
export const lastDay = (slip: StoredSlip): string => {
  const agenda = addDays(slip.terms.dataVencimento, slip.terms.numDiasAgenda);
  const payable = payableDay(slip);
  return agenda > payable ? agenda : payable;
};

/** The situation of a slip: its end, or what follows from its registration and the day. */
export function situationOf(slip: StoredSlip, now: Date): Situation {
  if (slip.end) return slip.end.situacao;
  if (slip.registersAt === null || slip.registersAt > realNow()) return 'EM_PROCESSAMENTO';
  if (Math.round(slip.terms.valorNominal * 100) % 100 === FAILING_CENTS) return 'FALHA_EMISSAO';
  const today = dayInZone(now, ZONE);
  if (today > lastDay(slip)) return 'EXPIRADO';
  return today > payableDay(slip) ? 'ATRASADO' : 'A_RECEBER';
}

/** Cents owed on a day: the discount applies until its day, or the next business day after it. */
export function owedOn({ terms }: StoredSlip, day: string): number {
  const { desconto, valorNominal, dataVencimento } = terms;
  const full = Math.round(valorNominal * 100);
  if (!desconto || day > nextBusinessDay(addDays(dataVencimento, -desconto.quantidadeDias))) return full;
  return (
    full -
    Math.round(desconto.valor === undefined ? (full * (desconto.taxa ?? 0)) / 100 : desconto.valor * 100)
  );
}
