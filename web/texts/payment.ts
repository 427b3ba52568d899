import type { ChosenMethod } from '@orbita/domain/payment';

const LIST = new Intl.ListFormat('pt-BR');

/** Texts of S-29 (spec 14.6). */
export const paymentTexts = {
  title: 'Pagamento',
  firstTitle: 'Primeiro pagamento',
  fee: 'Taxa de inscrição',
  feeOnly: (parts: readonly string[]) =>
    `${parts.length === 0 ? 'A taxa cobre a sua inscrição.' : `A taxa cobre a sua inscrição e a seleção: ${LIST.format(parts).toLowerCase()}.`} A taxa não substitui a matrícula.`,
  loading: 'Carregando formas de pagamento',
  loadFailed: 'Não foi possível carregar o pagamento.',
  retry: 'Tentar de novo',
  plan: 'Número de parcelas',
  whole: 'O que pagar',
  planNote: (count: number, first: string, equal: boolean, inTime: boolean) =>
    count === 1
      ? first
      : `${count} ${equal ? 'vezes' : 'parcelas, a primeira'} de ${first}${inTime ? ' pagando em dia' : ''}, sem juros`,
  payNow: 'Você paga agora',
  amountOf: 'Quanto você paga agora',
  calculating: 'Calculando…',
  now: 'Agora',
  nothing: 'Nada a pagar',
  simulationFailed: 'Não foi possível calcular o valor. Tente de novo.',
  how: 'Como chegamos a esse valor',
  base: (count: number) => (count > 1 ? `Parcela 1 de ${count}` : 'Valor'),
  discount: 'Desconto',
  voucherRow: (code: string) => `Cupom ${code}`,
  conditional: 'Desconto de pontualidade',
  afterDue: (amount: string) => `Depois do vencimento o valor volta a ${amount}.`,
  totalLine: (total: string, count: number, inTime: boolean) =>
    `Total ${total}${count > 1 ? ` em ${count} parcelas` : ''}${inTime ? ', pagando em dia' : ''}, sem juros.`,
  allInstallments: 'Ver todas as parcelas',
  installmentsCaption: 'Parcelas do plano',
  installment: (number: number, due: string) => `${number}ª parcela, vence em ${due}`,
  total: 'Total',
  conditions:
    'Juros de 0%. Em atraso valem a multa e os juros do contrato. Você pode quitar antes quando quiser.',
  methodLegend: 'Forma de pagamento',
  instant: 'Confirma na hora',
  atInstitution: (campus: string) => `Pague este valor em ${campus}`,
  notYet: 'Ainda não disponível por aqui. Escolha outra forma ou fale com a instituição.',
  voucherSummary: 'Tem um cupom de desconto?',
  voucher: 'Cupom de desconto',
  apply: 'Aplicar',
  applying: 'Aplicando…',
  remove: 'Remover',
  voucherWaits: 'O cupom ainda não foi aplicado. Aplique, ou apague o código para pagar sem ele.',
  voucherApplied: (code: string) => `Cupom ${code} aplicado.`,
  voucherStays: 'Não foi possível remover o cupom. Tente de novo.',
  voucherFailed: 'Não foi possível aplicar o cupom. Tente de novo.',
  pay: (amount: string, how: string) => `Pagar ${amount} ${how}`,
  payFree: 'Concluir sem pagar nada',
  payUnknown: 'Pagar',
  paying: 'Processando pagamento…',
  noAnswer: 'Não recebemos a resposta. Tente de novo: nada é cobrado duas vezes.',
  alreadyPaid: 'Pagamento já confirmado. Você será redirecionado para a próxima etapa.',
  openTitle: 'Pagamento em aberto',
  replace: 'Cancelar e gerar outro',
  keepOpen: 'Continuar com o pagamento em aberto',
  backToOpen: 'Voltar ao pagamento em aberto',
} as const;

/** How the main button names a payment method. */
export const payWith: Record<ChosenMethod, string> = {
  pix: 'com Pix',
  'automatic-pix': 'com Pix Automático',
  'credit-card': 'com cartão de crédito',
  slip: 'com boleto',
  manual: 'na instituição',
};

/** Texts of S-30c (spec 14.6). */
export const pixTexts = {
  title: 'Pague com Pix',
  code: 'Código Pix',
  copySection: 'Copiar código Pix',
  copy: 'Copiar código Pix',
  steps: ['Copie o código.', 'Volte aqui. A confirmação aparece sozinha.'],
  stepPaste: { before: 'No app do seu banco, escolha ', strong: 'Pix copia e cola', after: ' e cole.' },
  showQr: 'Mostrar QR Code',
  qrSection: 'QR Code',
  qr: 'QR Code do Pix',
  scan: 'Aponte a câmera do app do banco',
  expiresIn: 'Expira em',
  validUntil: (at: string) => `Código válido até ${at}`,
  waiting: 'Aguardando pagamento…',
  waitingHelp: 'Pode fechar a página: mandamos um e-mail.',
  otherMethod: 'Outra forma de pagamento',
  expired: 'O código Pix expirou.',
  expiredHelp: 'Nada foi cobrado. Se você já pagou com este código, a confirmação ainda aparece aqui.',
  renew: 'Gerar novo código',
  renewing: 'Gerando novo código…',
  failed: 'Não foi possível gerar a chave Pix. Tente de novo.',
  checking: 'Conferindo com o banco…',
  checkingHelp:
    'Seu pedido foi recebido e ainda não temos a resposta do banco. Nada é cobrado duas vezes. Pode fechar a página: mandamos um e-mail.',
  late: 'O banco está demorando para responder.',
  lateHelp: 'Nada foi cobrado ainda. A instituição já sabe. Você pode esperar ou pagar de outro jeito.',
  lateEnd: 'O banco ainda não disse se este código foi pago.',
  lateEndHelp:
    'A instituição já foi avisada. Se você pagou, não pague de novo: a confirmação ainda aparece aqui. Se não pagou, fale com a instituição.',
  otherTitle: 'Pagamento em andamento',
} as const;

/** Texts of S-30b (spec 14.6). */
export const slipTexts = {
  title: 'Seu boleto está pronto',
  titleWaiting: 'Boleto',
  waiting: 'Aguardando pagamento',
  amount: 'Valor até o vencimento',
  amountOnly: 'Valor',
  due: 'Vencimento',
  line: 'Linha digitável',
  copy: 'Copiar código',
  print: 'Imprimir boleto',
  printing: 'Abrindo boleto…',
  download: 'Baixar em PDF',
  downloading: 'Baixando…',
  notFetched: 'Não foi possível buscar o boleto para impressão.',
  afterDue: (amount: string) => `Depois do vencimento o valor volta a ${amount}.`,
  overdue: (amount: string) => `O vencimento passou. O valor agora é ${amount}.`,
  pixSummary: 'Pagar este boleto com Pix',
  pixNote: 'Confirma na hora. O boleto vale até você pagar de um dos dois jeitos.',
  next: 'O que acontece agora',
  steps: {
    pay: 'Pague no app do banco, na lotérica ou na agência.',
    confirm: 'A confirmação pode levar até 2 dias úteis.',
    noProof: 'Não precisa mandar comprovante.',
    notified: 'Avisamos por e-mail. Esta página muda sozinha.',
  },
  processing: 'Seu boleto está sendo processado. Aguarde alguns instantes.',
  byFile: 'O banco registra o boleto em até 1 dia útil.',
  processingHelp: 'Pode fechar a página: mandamos o boleto por e-mail.',
  late: 'O banco demora para registrar o boleto.',
  lateHelp:
    'A instituição já foi avisada. Pode fechar a página: mandamos o boleto por e-mail. Se o prazo estiver perto, fale com a instituição.',
  otherTitle: 'Quer confirmar na hora?',
  otherHelp: 'Com Pix a confirmação leva segundos. O boleto é cancelado quando você troca.',
  other: 'Trocar a forma de pagamento',
  ended: 'Este boleto não vale mais.',
  endedHelp: 'Nada foi cobrado. Já pagou? Aguarde aqui: o banco ainda avisa.',
  renew: 'Gerar novo boleto',
  renewing: 'Gerando boleto…',
  failed: 'Erro ao gerar o boleto. Tente de novo.',
  broken: 'Houve um erro com o seu boleto. Gere um novo.',
  days: 'Confirma em até 2 dias úteis',
} as const;

/** Texts of S-33 (spec 14.6). */
export const confirmedTexts = {
  title: 'Pagamento confirmado!',
  loading: 'Carregando o pagamento',
  receipt: 'Recibo',
  proof: 'Comprovante',
  amount: 'Valor',
  method: 'Forma de pagamento',
  waived: 'Situação',
  paidAt: 'Data e hora',
  number: 'Inscrição',
  next: {
    documents: 'Enviar documentos',
    enrolled: 'Ver minha matrícula',
    other: 'Ir para a próxima etapa',
  },
  left: {
    documents: 'Agora faltam os documentos.',
    enrolled: 'Sua matrícula está completa.',
    other: 'Continue para a próxima etapa.',
  },
  print: 'Imprimir recibo',
  printProof: 'Imprimir comprovante',
  printing: 'Abrindo recibo…',
} as const;
