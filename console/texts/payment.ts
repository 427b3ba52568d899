// Longer than other files: all texts of the team about money are together, so that each thing has a single name.
import type {
  Attention,
  ChargeState,
  CycleState,
  MoneyTermKind,
  MonthMark,
  RefundState,
  WayOut,
} from '@orbita/domain/payment';
import type { PersonName } from '@orbita/ui/person-name.ts';
import { attentionTexts } from './subscription.ts';

/** The explanation of a mark; `way` names the act (spec 25.11). */
export const markTexts: Readonly<Record<Attention | MonthMark, string>> = {
  'late-payment': 'O dinheiro veio depois do prazo da inscrição.',
  'second-payment': 'A mesma coisa foi paga duas vezes.',
  'payment-of-closed-charge': 'O dinheiro veio para uma cobrança que já tinha acabado.',
  'payment-of-ended-cycle': 'O dinheiro veio para um mês que já tinha acabado.',
  'amount-lower': 'Veio menos dinheiro do que foi pedido.',
  'amount-higher': 'Veio mais dinheiro do que foi pedido.',
  'status-not-moved': 'O pagamento vale, mas a inscrição não saiu do lugar.',
  'refund-failed': 'O banco recusou a devolução.',
  'comparison-difference': 'O banco e nós dizemos coisas diferentes deste pagamento.',
  chargeback: 'Quem pagou contestou a compra no cartão. A operadora pegou o dinheiro de volta.',
  'settlement-reversed': 'O banco desfez o recebimento.',
  unanswered:
    'O banco ou a operadora não diz o que houve com esta cobrança. Confira na conta antes de cobrar de novo. O aviso sai sozinho quando a resposta chegar.',
};

/** The same briefly, for lists. */
export const markNames: Readonly<Record<Attention | MonthMark, string>> = {
  ...attentionTexts.of,
  'payment-of-ended-cycle': 'Pago em mensalidade já encerrada',
};

export const stateNames: Readonly<Record<ChargeState, string>> = {
  created: 'Sendo criado',
  processing: 'Em análise',
  pending: 'Esperando pagamento',
  paid: 'Pago',
  denied: 'Recusado',
  expired: 'Vencido',
  cancelled: 'Encerrado',
  error: 'Não foi criado',
  refunded: 'Devolvido',
};

export const monthStates: Readonly<Record<CycleState, string>> = {
  planned: 'Ainda não cobrada',
  asked: 'Cobrada',
  scheduled: 'Pagamento marcado no banco',
  failed: 'Não foi paga',
  cancelled: 'Encerrada',
  paid: 'Paga',
};

export const refundStates: Readonly<Record<RefundState, string>> = {
  requested: 'Vai ao banco',
  processing: 'Sem resposta do banco',
  done: 'Devolvido',
  failed: 'Recusado pelo banco',
};

export const purposes = { tax: 'Taxa de inscrição', enrollment: 'Matrícula' } as const;

/** "Pagamentos" (25.11). */
export const listTexts = {
  title: (total: string) => (total === '1' ? '1 pagamento' : `${total} pagamentos`),
  loadingTitle: 'Pagamentos',
  lead: 'O que mudou por último vem primeiro.',
  leadPaid: 'Na ordem do dia em que o dinheiro veio.',
  caption: 'Pagamentos',
  number: 'Pagamento',
  application: 'Inscrição',
  what: 'O quê',
  method: 'Forma',
  amount: 'Valor',
  state: 'Situação',
  changed: 'Mudou em',
  show: 'Mostrar',
  all: 'Todos',
  marked: 'Com atenção',
  markedMonths: 'Mensalidades com atenção',
  toConfirm: 'A confirmar na instituição',
  anyState: 'Qualquer situação',
  anyMethod: 'Qualquer forma',
  from: 'Pago desde',
  until: 'Pago até',
  none: 'Nenhum pagamento encontrado',
  empty: 'Nenhum pagamento ainda',
  emptyHelp: 'Quando alguém for pagar, a cobrança aparece aqui.',
  clear: 'Limpar filtros',
  more: {
    refunds: 'Devoluções',
    differences: 'Diferenças',
    files: 'Arquivos do banco',
  },
} as const;

/** Search for payments. */
export const searchTexts = {
  label: 'Procurar um pagamento',
  q: 'Número',
  hint: 'Do extrato (txid, E2E), do boleto, do CPF, do passaporte ou da inscrição.',
  amount: 'Valor',
  amountWrong: 'Escreva o valor assim: 349,00.',
  day: 'Dia em que foi pago',
  dayMissing: 'Escolha também o dia.',
  missing: 'Escreva um número, ou um dia com o valor.',
  send: 'Procurar',
  busy: 'Procurando…',
  found: (count: number) => (count === 1 ? '1 pagamento encontrado' : `${count} pagamentos encontrados`),
  none: 'Nenhum pagamento encontrado.',
  noneHelp: 'Confira os números. De um valor, o dia também precisa ser o mesmo.',
  more: 'Há mais do que cabe aqui. Escreva um número mais exato.',
  back: 'Voltar para a lista',
  by: 'Achado por',
  months: (numbers: string) => `mensalidade ${numbers}`,
  kinds: {
    charge: 'número no banco',
    'end-to-end': 'E2E do Pix',
    return: 'número da devolução',
    'slip-line': 'linha do boleto',
    barcode: 'código de barras',
    'our-number': 'nosso número',
    cpf: 'CPF',
    document: 'documento',
    application: 'inscrição',
    payment: 'número do pagamento',
    amount: 'valor e dia',
  } satisfies Readonly<Record<MoneyTermKind | 'amount', string>>,
} as const;

/** Queues of marked money. */
export const moneyQueueTexts = {
  columns: {
    number: 'Número',
    why: 'O que houve',
    application: 'Inscrição',
  },
  heads: {
    attention: {
      label: 'Pagamentos com atenção',
      title: (total: string) =>
        total === '1' ? '1 pagamento pede atenção' : `${total} pagamentos pedem atenção`,
      none: 'Nenhum pagamento pede atenção.',
      noneHelp: 'Quando o dinheiro vier de um jeito que ninguém esperava, ele fica aqui.',
    },
    'month-attention': {
      label: 'Mensalidades com atenção',
      title: (total: string) =>
        total === '1' ? '1 mensalidade pede atenção' : `${total} mensalidades pedem atenção`,
      none: 'Nenhuma mensalidade pede atenção.',
      noneHelp: 'Aqui fica a mensalidade que veio de um jeito que ninguém esperava.',
    },
  },
  noneFree: 'Nada livre agora nesta fila.',
  over: 'Este item não espera mais nesta fila.',
  keyGroup: 'Pagamento da fila',
} as const;

/** One payment, or one month. */
export const chargeTexts = {
  title: (id: number) => `Pagamento ${id}`,
  loadingTitle: 'Pagamento',
  loading: 'Carregando o pagamento…',
  missing: 'Pagamento não encontrado ou de outra instituição.',
  toList: 'Ver pagamentos',
  marks: 'O que resolver',
  received: (money: string, asked: string) => `Recebido ${money} de ${asked}.`,
  left: (money: string) => `Restam ${money} para devolver.`,
  events: 'O que aconteceu',
  noEvents: 'Nada aconteceu ainda.',
  by: (name: PersonName) => `por ${name}`,
  facts: 'Este pagamento',
  amount: 'Valor pedido',
  got: 'Recebido',
  refunded: 'Devolvido',
  leftName: 'Resta para devolver',
  paidAt: 'Pago em',
  createdAt: 'Criado em',
  method: 'Forma',
  person: 'Pessoa',
  application: 'Inscrição',
  institution: 'Instituição',
  course: 'Curso',
  rows: 'Como o valor foi feito',
  provider: 'No banco ou na operadora',
  txid: 'Txid',
  number: 'Número lá',
  endToEnd: 'E2E do Pix',
  slipLine: 'Linha do boleto',
  ourNumber: 'Nosso número',
  dueDay: 'Vencimento',
  card: 'Cartão',
  cardOf: (brand: string, last4: string) => `${brand} final ${last4}`,
  refunds: 'Devoluções',
  refundBy: (name: PersonName, when: string) => `${name}, ${when}`,
  months: 'Mensalidades autorizadas',
  month: (number: number) => `Mensalidade ${number}`,
  due: (day: string) => `vence em ${day}`,
  refund: 'Devolver dinheiro',
  copied: 'Copiado',
} as const;

export const monthTexts = {
  ...chargeTexts,
  title: (id: number) => `Mensalidade ${id}`,
  loadingTitle: 'Mensalidade',
  loading: 'Carregando a mensalidade…',
  missing: 'Mensalidade não encontrada ou de outra instituição.',
  facts: 'Esta mensalidade',
  first: 'Pagamento que autorizou',
  dueDate: 'Vence em',
  askedFor: 'Cobrada para',
  retries: 'Novas tentativas',
  endCode: 'Motivo do banco',
  authorisation: 'Autorização',
  authorisations: {
    created: 'Ainda não dada',
    approved: 'Em vigor',
    rejected: 'Recusada',
    expired: 'Venceu',
    cancelled: 'Cancelada',
  },
} as const;

/** Actions on a mark: the button, and the texts of its dialog. */
export const wayTexts: Readonly<Record<WayOut, string>> = {
  refund: 'Devolver dinheiro',
  settle: 'Aceitar como pagamento',
  reinstate: 'Reativar a inscrição',
  compare: 'Comparar de novo',
  ignore: 'Marcar resolvido',
};

export const resolveTexts = {
  ignore: {
    title: 'Marcar resolvido',
    verb: 'Marcar resolvido',
    busy: 'Marcando…',
    done: 'Marcado como resolvido.',
    happens: 'A atenção sai. O dinheiro e a inscrição ficam como estão.',
  },
  settle: {
    title: 'Aceitar como pagamento',
    verb: 'Aceitar',
    busy: 'Aceitando…',
    done: 'O pagamento vale. A inscrição seguiu.',
    happens: 'Este dinheiro paga a inscrição, que segue para o passo que vem depois.',
    message: 'Pagamento confirmado, com o valor.',
  },
  reasonHint: 'Fica com o pagamento. A equipe lê.',
  audience: 'A equipe vê no pagamento, com seu nome.',
} as const;

/** "Devoluções". */
export const refundListTexts = {
  title: (total: string) => (total === '1' ? '1 devolução' : `${total} devoluções`),
  loadingTitle: 'Devoluções',
  lead: 'Sem resposta do banco não é recusa: o portal pergunta de novo sozinho. Não peça outra.',
  caption: 'Dinheiro devolvido ou a caminho',
  filter: 'Mostrar',
  all: 'Todas',
  waiting: 'Sem resposta do banco',
  of: 'De',
  amount: 'Valor',
  reason: 'Motivo',
  by: 'Quem pediu',
  at: 'Pedida em',
  state: 'Situação',
  none: 'Nenhuma devolução espera o banco.',
  empty: 'Nenhuma devolução ainda',
  emptyHelp: 'Quando alguém devolver dinheiro, aparece aqui.',
  approvals: 'Esperando outra pessoa',
} as const;

/** "Diferenças". */
export const differenceTexts = {
  title: (total: string) => (total === '1' ? '1 diferença' : `${total} diferenças`),
  loadingTitle: 'Diferenças',
  lead: 'Toda noite o portal compara o que tem com a lista de cada banco. Só o que não bate fica aqui.',
  caption: 'Diferenças entre o banco e o portal',
  filter: 'Mostrar',
  open: 'Sem explicação',
  applied: 'Corrigidas sozinhas',
  resolved: 'Explicadas',
  kind: 'O que não bate',
  ours: 'Aqui',
  theirs: 'No banco',
  reference: 'Número lá',
  provider: 'Banco ou operadora',
  found: 'Achada em',
  none: 'Nenhuma diferença sem explicação.',
  noneHelp: 'Os dois lados dizem a mesma coisa.',
  noneOther: 'Nada aqui ainda',
  kinds: {
    'unknown-here': 'O banco recebeu um pagamento que não temos',
    'missing-there': 'O banco não conhece esta cobrança',
    'other-amount': 'Os valores são diferentes',
    'other-state': 'A situação é diferente',
    'refund-missing': 'Devolvido aqui, mas não no banco',
    'refund-unknown': 'Devolvido no banco, mas não aqui',
  },
  stages: { open: 'em aberto', paid: 'pago', ended: 'encerrado', unsure: 'não se sabe' },
  side: (stage: string, asked: string, received: string) => `${stage}: pedido ${asked}, recebido ${received}`,
  sideBack: (refunded: string) => `, devolvido ${refunded}`,
  nothing: 'nada',
  explain: 'Explicar',
  resolve: {
    title: 'Explicar a diferença',
    verb: 'Explicar',
    busy: 'Gravando…',
    done: 'Diferença explicada.',
    happens: 'Ela sai da lista. Se os valores mudarem, volta a aparecer.',
    reasonHint: 'O que houve, e onde você viu.',
    audience: 'A equipe vê, com seu nome.',
  },
  compare: {
    open: 'Comparar agora',
    title: 'Comparar agora',
    verb: 'Comparar',
    busy: 'Pedindo…',
    institution: 'Instituição',
    happens: 'O portal pede a lista dos últimos três dias a cada banco. Leva alguns minutos.',
    done: 'A comparação começou. O que não bater aparece aqui.',
    none: 'Esta instituição não tem conta em banco para comparar.',
  },
  pending: (provider: string) => `Conciliação pendente: ${provider} não respondeu.`,
  next: (when: string) => `Nova tentativa em ${when}.`,
} as const;

/** "Arquivos do banco" (CNAB). */
export const fileTexts = {
  title: 'Arquivos do banco',
  lead: 'Boletos por arquivo: a remessa vai ao banco, o retorno vem dele.',
  returns: 'Retornos lidos',
  returnsCaption: 'Retornos do banco já lidos',
  remittances: 'Remessas',
  remittancesCaption: 'Remessas para o banco',
  file: 'Arquivo',
  fileOf: (bank: string, sequence: number) => `Banco ${bank}, nº ${sequence}`,
  place: 'Instituição',
  day: 'Dia',
  read: 'Lido em',
  by: 'Por',
  lines: 'Linhas',
  entries: 'Boletos',
  total: 'Soma',
  made: 'Feita em',
  noReturns: 'Nenhum retorno lido',
  noReturnsHelp: 'Envie o arquivo que o banco deu. Outra pessoa confere antes de valer.',
  noRemittances: 'Nenhuma remessa feita',
  noRemittancesHelp: 'Quando houver boletos novos, faça a remessa.',
  download: 'Baixar remessa',
  downloading: 'Baixando…',
  gone: 'Apagada depois de 90 dias',
  send: 'Enviar retorno',
  make: 'Fazer remessa',
  makeDialog: {
    verb: 'Fazer remessa',
    busy: 'Fazendo…',
    happens: 'O portal junta os boletos novos e os que acabaram. Depois é só baixar e enviar ao banco.',
    done: 'Remessa pronta para baixar.',
  },
  upload: {
    title: 'Enviar retorno do banco',
    verb: 'Pedir que outra pessoa confira',
    busy: 'Lendo o arquivo…',
    institution: 'Instituição',
    file: 'Arquivo do banco',
    fileHint: 'Como o banco deu, de até 2,5 MB.',
    fileMissing: 'Escolha o arquivo.',
    fileEmpty: 'O arquivo está vazio.',
    fileLarge: 'O arquivo passa de 2,5 MB. Um retorno tem no máximo 10.000 linhas.',
    unreadable: 'Não foi possível abrir o arquivo. Escolha de novo.',
    happens:
      'Nada muda ainda. Outra pessoa vê a soma e aprova. Aí cada linha vale uma vez só, mesmo que o arquivo venha de novo.',
    audience: 'Quem aprova vê quantas linhas e quanto dinheiro o arquivo traz.',
    problems: 'O que há de errado no arquivo',
  },
  outcomes: {
    applied: 'Registrado',
    'wrong-amount': 'Registrado, com outro valor',
    attention: 'Registrado, pede atenção',
    noted: 'Só anotado',
    repeated: 'Já tinha sido lido',
    conflict: 'Não confere com o que foi lido antes',
    'unknown-number': 'Não é daqui',
    unreadable: 'Não dá para ler',
  },
  summary: (counts: string) => counts || 'Nenhuma linha de boleto.',
  count: (count: number, what: string) => `${count} ${what.toLowerCase()}`,
} as const;

export const returnTexts = {
  title: (id: number) => `Retorno ${id}`,
  loadingTitle: 'Retorno do banco',
  loading: 'Carregando o retorno…',
  missing: 'Retorno não encontrado ou de outra instituição.',
  toList: 'Ver arquivos',
  lead: (by: PersonName, when: string) => `Lido por ${by} em ${when}.`,
  caption: 'O que houve com cada linha',
  line: 'Linha',
  outcome: 'Resultado',
  said: 'O que houve',
  paid: 'Valor',
  payment: 'Pagamento',
  none: 'Este arquivo foi lido antes de o portal guardar as linhas.',
} as const;
