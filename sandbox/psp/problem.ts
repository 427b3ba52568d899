import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export interface Violation {
  razao: string;
  propriedade: string;
  valor?: string;
}

/** Names of the standard's error types that this bank uses. */
export type ProblemName =
  | 'RequisicaoInvalida'
  | 'AcessoNegado'
  | 'NaoEncontrado'
  | 'ErroInternoDoServidor'
  | 'ServicoIndisponivel'
  | 'CobNaoEncontrado'
  | 'CobOperacaoInvalida'
  | 'CobConsultaInvalida'
  | 'CobVNaoEncontrada'
  | 'CobVOperacaoInvalida'
  | 'CobVConsultaInvalida'
  | 'PayloadLocationRecNaoEncontrado'
  | 'PayloadLocationRecConsultaInvalida'
  | 'RecNaoEncontrada'
  | 'RecOperacaoInvalida'
  | 'RecConsultaInvalida'
  | 'CobRNaoEncontrado'
  | 'CobROperacaoInvalida'
  | 'CobRConsultaInvalida'
  | 'PixNaoEncontrado'
  | 'PixConsultaInvalida'
  | 'PixDevolucaoInvalida'
  | 'PixDevolucaoNaoEncontrada'
  | 'WebhookRecOperacaoInvalida'
  | 'WebhookCobROperacaoInvalida'
  | 'WebhookOperacaoInvalida'
  | 'WebhookNaoEncontrado'
  | 'WebhookConsultaInvalida';

const TITLES: Record<ProblemName, string> = {
  RequisicaoInvalida: 'Requisição inválida',
  AcessoNegado: 'Acesso negado',
  NaoEncontrado: 'Não encontrado',
  ErroInternoDoServidor: 'Erro interno do servidor',
  ServicoIndisponivel: 'Serviço indisponível',
  CobNaoEncontrado: 'Cobrança não encontrada',
  CobOperacaoInvalida: 'Cobrança inválida',
  CobConsultaInvalida: 'Consulta inválida',
  CobVNaoEncontrada: 'Cobrança não encontrada',
  CobVOperacaoInvalida: 'Cobrança inválida',
  CobVConsultaInvalida: 'Consulta inválida',
  PayloadLocationRecNaoEncontrado: 'Location não encontrada',
  PayloadLocationRecConsultaInvalida: 'Consulta inválida',
  RecNaoEncontrada: 'Recorrência não encontrada',
  RecOperacaoInvalida: 'Recorrência inválida',
  RecConsultaInvalida: 'Consulta inválida',
  CobRNaoEncontrado: 'Cobrança não encontrada',
  CobROperacaoInvalida: 'Cobrança inválida',
  CobRConsultaInvalida: 'Consulta inválida',
  PixNaoEncontrado: 'Pix não encontrado',
  PixConsultaInvalida: 'Consulta inválida',
  PixDevolucaoInvalida: 'Devolução inválida',
  PixDevolucaoNaoEncontrada: 'Devolução não encontrada',
  WebhookRecOperacaoInvalida: 'Webhook inválido',
  WebhookCobROperacaoInvalida: 'Webhook inválido',
  WebhookOperacaoInvalida: 'Webhook inválido',
  WebhookNaoEncontrado: 'Webhook não encontrado',
  WebhookConsultaInvalida: 'Consulta inválida',
};

/** An answer of RFC 7807 with the types of API Pix. */
export class Problem extends Error {
  readonly type: ProblemName;
  readonly status: number;
  readonly violations: Violation[];

  constructor(status: number, type: ProblemName, detail: string, violations: Violation[] = []) {
    super(detail);
    this.type = type;
    this.status = status;
    this.violations = violations;
  }
}

/** Sends a problem; `violacoes` is omitted when empty, as in the standard's examples. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${problem.type}`,
    title: TITLES[problem.type],
    status: problem.status,
    detail: problem.message,
    correlationId: randomUUID(),
    ...(problem.violations.length > 0 ? { violacoes: problem.violations } : {}),
  };
  // Serialised here: the framework would otherwise replace the media type.
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(body));
}

/** Why something cannot happen at the payer's bank; a person or a test requested it, not a client of this bank. */
export class PaymentRefused extends Error {}
