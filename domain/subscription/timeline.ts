import { formatMoney } from '../foundation/index.ts';
import { correctedFields, correctedText } from '../person/index.ts';

/** What a timeline entry is about (spec 25.6.1). */
export const TIMELINE_KINDS = [
  'move',
  'message',
  'document',
  'essay',
  'payment',
  'acceptance',
  'link',
  'decision',
  'note',
  'view',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Filters of a timeline: everything, what the candidate sees, and what only the team reads. */
export const TIMELINE_FILTERS = ['all', 'visible', 'staff'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

const PURPOSES: Readonly<Record<string, string>> = {
  continue: 'continuar',
  payment: 'pagar',
  documents: 'enviar documentos',
  tax: 'taxa de inscrição',
  enrollment: 'matrícula',
};
const METHODS: Readonly<Record<string, string>> = {
  slip: 'boleto',
  'credit-card': 'cartão de crédito',
  pix: 'Pix',
  'automatic-pix': 'Pix Automático',
  manual: 'na instituição',
  waived: 'sem valor',
};
const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;

/** Sentences that only the institution's team reads, by what happened. */
export const timelineTexts = {
  saved: 'O texto da redação foi salvo',
  documentSent: (name: string) => `Arquivo recebido: ${name}`,
  documentReviewed: {
    approved: (name: string) => `Documento aprovado: ${name}`,
    rejected: (name: string) => `Documento recusado: ${name}`,
    waived: (name: string) => `Documento dispensado: ${name}`,
    reopened: (name: string) => `Decisão desfeita, documento em análise de novo: ${name}`,
  },
  essayStarted: (attempt: number) => `Redação, tentativa ${attempt}: começou`,
  essayEnded: (attempt: number) => `Redação, tentativa ${attempt}: entregue`,
  essayTimedOut: (attempt: number) => `Redação, tentativa ${attempt}: o tempo acabou`,
  essayGraded: (attempt: number, score?: number) =>
    score === undefined
      ? `Redação, tentativa ${attempt}: corrigida`
      : `Redação, tentativa ${attempt}: corrigida, nota ${score}`,
  attemptsGranted: (extra: number) => `Tentativas de redação a mais: ${extra}`,
  charged: (cents: number, method: string, purpose: string) =>
    `Cobrança de ${formatMoney(cents)}, ${named(METHODS, method)}, ${named(PURPOSES, purpose)}`,
  paid: (cents: number, method: string) => `Pagamento de ${formatMoney(cents)}, ${named(METHODS, method)}`,
  refunded: (cents: number) => `Devolução de ${formatMoney(cents)}`,
  contractVersion: (version: number) => `versão ${version}`,
  accepted: (contract: string) => `Contrato aceito: ${contract}`,
  voided: (contract: string) => `Aceite sem valor desde agora: ${contract}`,
  linkSent: (purpose: string) => `Link de acesso criado: ${named(PURPOSES, purpose)}`,
  linkRevoked: (purpose: string) => `Link de acesso cancelado: ${named(PURPOSES, purpose)}`,
  guardianLinkSent: 'Link do responsável enviado',
  cancellation: {
    confirmed: 'Cancelamento confirmado',
    denied: 'Cancelamento recusado',
    done: 'Cancelamento feito',
    withdrawn: 'Pedido de cancelamento retirado',
    open: 'Pedido de cancelamento recebido',
  },
  manualPayment: {
    settled: 'Pagamento na instituição confirmado',
    refused: 'Pagamento na instituição não encontrado',
  },
  analysis: (favourable: boolean) =>
    favourable ? 'Análise de disciplinas: favorável' : 'Análise de disciplinas: desfavorável',
  viewed: 'Visualização da página da pessoa',
  corrected: correctedText,
  released: (fields: readonly string[]) =>
    `Códigos liberados para o contato corrigido: ${correctedFields(fields)}`,
} as const;
