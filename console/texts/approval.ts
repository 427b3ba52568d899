import type { ApprovalKind, ApprovalState } from '@orbita/domain/approval';

/** Shown after requesting something that a second person must approve (spec 25.4.4). */
export const askedTexts = {
  title: 'Outra pessoa precisa aprovar',
  text: (summary: string, until: string) => `${summary}. O pedido vale até ${until}; nada foi feito ainda.`,
  aloneTitle: 'Ninguém mais pode aprovar',
  alone: (summary: string, when: string) =>
    `${summary}. A equipe toda foi avisada. Será feito sozinho em ${when}, se você não retirar o pedido.`,
  show: 'Ver o pedido',
} as const;

/** "Aprovações": requests and a second person's decision (spec 25.4.4). */
export const approvalTexts = {
  loadingTitle: 'Aprovações',
  waitingTitle: (count: string) => (count === '1' ? '1 pedido à espera' : `${count} pedidos à espera`),
  decidedTitle: 'Pedidos já encerrados',
  none: 'Nada esperando aprovação',
  noneHelp: 'Quando um pedido precisar de duas pessoas, ele fica aqui.',
  noneDecided: 'Ainda não há nada aqui',
  lead: 'Quem pede não aprova. Depois de 72 horas o pedido acaba sozinho.',
  filter: 'Situação',
  waiting: 'Esperando',
  decided: 'Encerrados',
  caption: 'Pedidos que precisam de uma segunda pessoa',
  summary: 'Pedido',
  kind: 'Tipo',
  amount: 'Valor',
  by: 'Quem pediu',
  asked: 'Pedido em',
  due: 'Prazo',
  until: (when: string) => `até ${when}`,
  state: 'Situação',
  mine: 'você',
} as const;

export const kindWords: Record<ApprovalKind, string> = {
  refund: 'Devolução',
  cancellation: 'Saída com devolução',
  settlement: 'Recebimento na instituição',
  'slip-return': 'Retorno do banco',
  extension: 'Prazo',
  discount: 'Desconto',
  erasure: 'Exclusão de dados',
  token: 'Token de serviço',
  grant: 'Funções da equipe',
  access: 'Acesso da equipe',
  catalogue: 'Mudar o catálogo',
  webhook: 'Endereço de integração',
};

export const stateWords: Record<ApprovalState, string> = {
  waiting: 'Esperando',
  approved: 'Aprovado',
  refused: 'Recusado',
  withdrawn: 'Retirado',
  expired: 'Acabou o prazo',
  failed: 'Não pôde ser feito',
};

/** The effects of a request, as its second person reads them. */
export const fieldTexts = {
  title: 'O que será feito',
  caption: 'O que este pedido faz, com o que vale antes e depois',
  what: 'O quê',
  before: 'Antes',
  after: 'Depois',
  lookTwice: 'Leia duas vezes',
} as const;

/** One request and the possible decisions. */
export const requestTexts = {
  title: (id: number) => `Pedido ${id}`,
  loading: 'Carregando o pedido…',
  lead: (id: number, kind: string) => `Pedido nº ${id} · ${kind}`,
  missing: 'Este pedido não existe ou é de outra instituição.',
  toList: 'Ver aprovações',
  facts: 'Quem pediu e até quando',
  email: 'E-mail de quem pediu',
  by: 'Quem pediu',
  asked: 'Quando',
  ends: 'Vale até',
  where: 'Onde',
  everywhere: 'todas as instituições',
  application: 'Inscrição',
  state: 'Situação',
  outcome: 'Como terminou',
  decidedBy: 'Quem decidiu',
  endedAt: 'Terminou em',
  decisionReason: 'Motivo da decisão',
  failure: 'Por que não foi feito',
  refund: 'Devolução',
  refundStates: {
    requested: 'pedida ao banco',
    processing: 'em andamento no banco',
    done: 'feita',
    failed: 'recusada pelo banco',
  },
  own: 'Você pediu. Outra pessoa precisa aprovar.',
  alone: (when: string) =>
    `Ninguém mais pode aprovar. A equipe toda foi avisada, e o pedido será feito sozinho em ${when}.`,
  notYours: 'Só outra pessoa pode dizer sim ou não a ele.',
  approve: 'Aprovar',
  approving: 'Aprovando…',
  approveTitle: 'Aprovar este pedido?',
  approveHelp: 'Ao aprovar, o que foi pedido é feito agora. Os nomes das duas pessoas ficam no histórico.',
  forever: 'Dados apagados não voltam.',
  refuse: 'Recusar',
  refusing: 'Recusando…',
  refuseTitle: 'Recusar este pedido?',
  refuseHelp: 'Nada é feito. Quem pediu lê o motivo.',
  refuseReason: 'Motivo da recusa',
  reasonMissing: 'Escreva o motivo.',
  withdraw: 'Retirar pedido',
  withdrawing: 'Retirando…',
  withdrawTitle: 'Retirar este pedido?',
  withdrawHelp: 'Ninguém poderá mais aprovar. Você pode pedir de novo.',
  cancel: 'Cancelar',
  approved: 'Pedido aprovado. Já está feito.',
  bank: 'O banco não respondeu. A devolução está registrada e será consultada sozinha; não peça outra.',
  bankRefused: 'O banco não aceitou a devolução. Veja os pagamentos com atenção.',
  refused: 'Pedido recusado.',
  withdrawn: 'Pedido retirado.',
  failed: (why: string) => `Aprovado, mas não pôde ser feito: ${why}`,
  token: 'Mostrar o token',
  showing: 'Mostrando…',
  tokenTitle: 'Token de serviço',
  tokenField: 'Token',
  close: 'Fechar',
} as const;
