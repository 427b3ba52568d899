import { formatAmount } from '../foundation/index.ts';

const money = (cents: number): string => `R$ ${formatAmount(cents)}`;

/**
 * One line that says what a request asks for, and why it could not be carried out (spec 25.4.4). The line contains no text that
 * somebody typed, because a name could read like part of the sentence; such text goes in the request's fields.
 */
export const approvalTexts = {
  refund: (cents: number, subscriptionId: number, outside: boolean) =>
    outside
      ? `Registrar a devolução de ${money(cents)}, já feita fora, da inscrição ${subscriptionId}`
      : `Devolver ${money(cents)} da inscrição ${subscriptionId}`,
  cancellation: (cents: number, subscriptionId: number) =>
    `Confirmar a saída da inscrição ${subscriptionId} e devolver ${money(cents)}`,
  settlement: (cents: number, subscriptionId: number) =>
    `Confirmar o recebimento de ${money(cents)} da inscrição ${subscriptionId}`,
  extension: (subscriptionId: number) => `Estender um prazo da inscrição ${subscriptionId}`,
  offerExtension: 'Estender um prazo de todas as inscrições em andamento de uma oferta',
  discount: (cents: number, subscriptionId: number) =>
    `Dar um desconto de até ${money(cents)} à inscrição ${subscriptionId}`,
  worthMore: (cents: number) => `O desconto agora valeria até ${money(cents)}, mais do que foi aprovado.`,
  erasure: (requestId: number) => `Apagar os dados de quem fez o pedido ${requestId}`,
  slipReturn: 'Ler um retorno do banco, que confirma boletos pagos',
  token: 'Criar um token de serviço',
  catalogue: 'Mudar o catálogo no que toca confiança ou dinheiro',
  moreChanges: (count: number) => `e mais ${count}`,
  catalogueChanged: 'O catálogo mudou desde este pedido. Gere o plano de novo e peça outra vez.',
  tooManyGrave: (most: number) =>
    `São mais de ${most} mudanças de confiança ou dinheiro, demais para uma pessoa conferir. Divida o plano.`,
  invite: 'Convidar uma pessoa para a equipe',
  grant: 'Mudar as funções de uma pessoa da equipe',
  disable: 'Tirar o acesso de uma pessoa da equipe',
  webhookAdd: 'Mandar avisos a um sistema novo',
  webhookChange: 'Mudar para onde vão avisos a um sistema',
  enable: 'Devolver o acesso a uma pessoa da equipe',
  lessLeft: (cents: number) => `Restam só ${money(cents)} para devolver.`,
  nothingLeft: 'Não resta nada para devolver.',
  roleEnded: 'Quem pediu não tem mais a função para isso.',
  /** "Seu pedido foi …" (NE-06). */
  outcome: {
    approved: 'aprovado',
    refused: 'recusado',
    expired: 'encerrado sem aprovação',
    failed: 'aprovado, mas não pôde ser feito',
  },
} as const;
