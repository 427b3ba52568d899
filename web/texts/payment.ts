import type { ChosenMethod } from '@orbita/domain/payment';

/** Texts of S-29 (spec 14.6). */
export const paymentTexts = {
  title: 'Pagamento',
  firstTitle: 'Primeiro pagamento',
  fee: 'Taxa de inscrição',
  feeOnly: 'A taxa não substitui a matrícula.',
  loading: 'Carregando formas de pagamento',
  loadFailed: 'Não foi possível carregar o pagamento.',
  retry: 'Tentar novamente',
  plan: 'Número de parcelas',
  whole: 'O que pagar',
  required: 'Obrigatório.',
  planNote: (count: number, each: string, inTime: boolean) =>
    count === 1 ? each : `${count} vezes de ${each}${inTime ? ' pagando em dia' : ''}, sem juros`,
  payNow: 'Você paga agora',
  amountOf: 'Quanto você paga agora',
  choosePlan: 'Escolha o número de parcelas para ver o valor.',
  chooseWhole: 'Escolha o que pagar para ver o valor.',
  calculating: 'Calculando…',
  simulationFailed: 'Não foi possível calcular o valor. Tente novamente.',
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
  voucherKept: 'É o cupom da sua inscrição. Aplique para ver o desconto.',
  voucherWaits: 'O cupom ainda não foi aplicado. Aplique, ou apague o código para pagar sem ele.',
  voucherApplied: (code: string) => `Cupom ${code} aplicado.`,
  voucherFailed: 'Não foi possível aplicar o cupom. Tente novamente.',
  pay: (amount: string, how: string) => `Pagar ${amount} ${how}`,
  payFree: 'Concluir sem pagar nada',
  payUnknown: 'Pagar',
  paying: 'Processando pagamento…',
  noAnswer: 'Não recebemos a resposta. Tente novamente: nada é cobrado duas vezes.',
  alreadyPaid: 'Pagamento já confirmado. Você será redirecionado para a próxima etapa.',
  openTitle: 'Pagamento em aberto',
  replace: 'Cancelar e gerar outro',
  keepOpen: 'Continuar com o pagamento em aberto',
  backToOpen: 'Voltar ao pagamento em aberto',
} as const;

/** How the main button names a method. */
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
  waitingHelp:
    'Outra pessoa vai pagar? Envie o código para ela. Pode fechar esta página: avisaremos por e-mail.',
  share: 'Enviar para quem vai pagar',
  otherMethod: 'Outra forma de pagamento',
  expired: 'O código Pix expirou.',
  expiredHelp: 'Nada foi cobrado. Se você já pagou com este código, a confirmação ainda aparece aqui.',
  renew: 'Gerar novo código',
  renewing: 'Gerando novo código…',
  failed: 'Não foi possível gerar a chave Pix. Tente novamente.',
  checking: 'Conferindo com o banco…',
  checkingHelp:
    'Seu pedido foi recebido e ainda não temos a resposta do banco. Nada é cobrado duas vezes. Pode fechar esta página: avisaremos por e-mail.',
  otherTitle: 'Pagamento em andamento',
} as const;

/** Texts of S-33 (spec 14.6). */
export const confirmedTexts = {
  title: 'Pagamento confirmado!',
  receipt: 'Recibo',
  amount: 'Valor',
  method: 'Forma de pagamento',
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
  printing: 'Abrindo recibo…',
} as const;
