/** Texts of the frame around every step. */
export const frameTexts = {
  aside: 'Sua inscrição',
  steps: 'Suas etapas',
} as const;

/** Texts around the warning of an offer (S-12). */
export const warningTexts = {
  title: 'Atenção',
  body: 'Aviso da instituição',
  understood: 'Entendi',
} as const;

/** Texts of S-32, the closing of the journey (spec 8.6). */
export const enrolledTexts = {
  congratulations: (name: string) => `Parabéns, ${name}!`,
  done: 'Sua matrícula foi concluída.',
  documentTitle: 'Matrícula concluída',
  number: (number: string) => `Número de matrícula: ${number}`,
  numberPending: 'Seu número de matrícula será gerado em breve.',
  pass: 'Sua matrícula',
  campus: 'Campus/Polo',
  numberLabel: 'Número de matrícula',
  class: 'Turma',
  soon: 'Em breve',
  classStart: 'Início das aulas',
  modality: 'Modalidade',
  keep: 'Para guardar',
  contract: 'Contrato',
  contractNote: 'Abre a cópia para imprimir',
  receipt: 'Recibo do pagamento',
  proof: 'Comprovante de matrícula',
  proofNote: 'Abre a página para imprimir',
  documents: 'Documentos enviados',
  documentsNote: (count: number) => (count === 1 ? '1 aprovado' : `${count} aprovados`),
} as const;

/** Texts of the pages that explain a standstill (S-33c, S-39a–d) and of steps served elsewhere. */
export const standstillTexts = {
  'pending-cancel': {
    title: 'Cancelamento solicitado',
    text: 'Seu cancelamento foi solicitado e está em análise.',
    next: 'Avisaremos por e-mail quando a análise terminar. Enquanto isso, nada muda na sua inscrição.',
  },
  canceled: {
    title: 'Inscrição cancelada',
    text: 'Sua inscrição foi cancelada.',
    next: 'Você pode começar outra quando quiser.',
  },
  expired: {
    title: 'Prazo encerrado',
    text: 'O prazo do seu processo terminou.',
    next: 'Você pode começar uma nova inscrição.',
  },
  'paid-late': {
    title: 'Prazo encerrado',
    text: 'O prazo do seu processo terminou.',
    next: 'Recebemos seu pagamento após o prazo. A instituição entrará em contato.',
  },
  blocked: {
    title: 'Inscrição bloqueada',
    text: 'Sua inscrição está bloqueada. Entre em contato com a instituição.',
    next: '',
  },
  review: {
    title: 'Em análise',
    text: 'Recebemos suas informações. Avisaremos assim que a análise terminar.',
    next: 'Pode fechar esta página: ela se atualiza sozinha.',
  },
  'manual-payment': {
    title: 'Aguardando baixa',
    text: 'Estamos confirmando seu pagamento com a instituição.',
    next: 'Avisaremos por e-mail assim que ele for confirmado. Pode fechar esta página.',
  },
} as const;

const SAVED = 'O que você já enviou está guardado.';

/** Steps that are done together with the institution: what is awaited and what happens next. */
export const awaitedTexts = {
  other: {
    title: 'Em processamento',
    text: 'Sua inscrição está em processamento.',
    next: `Não há nada para fazer agora. ${SAVED}`,
  },
} as const;

/** What an application came back with: the reason stands where the person goes on. */
export const newsTexts = {
  missed: 'Você não compareceu à prova. Escolha uma nova data.',
  cancelled: 'A instituição cancelou o horário da sua prova. Escolha uma nova data.',
  'other-pole': 'A prova foi desmarcada porque o polo mudou. Escolha uma nova data.',
  paymentRefused: 'A instituição não localizou seu pagamento.',
  questionnaireReturned: (comment: string | null) =>
    comment ? `A instituição pediu ajustes: ${comment}` : 'A instituição pediu ajustes.',
  interviewRepeat: 'A instituição pediu uma nova entrevista.',
  stayed: 'A instituição não aceitou o cancelamento.',
  holdOver: 'A reserva da sua turma terminou. Escolha a turma outra vez.',
  reason: (reason: string) => `Motivo: ${reason}`,
} as const;

export const standstillActs = {
  newSubscription: 'Fazer nova inscrição',
  follow: 'Acompanhar inscrição',
  contact: 'Falar com a instituição',
} as const;

/** Texts of S-40 (spec 8.6). */
export const trackingTexts = {
  documentTitle: 'Acompanhar inscrição',
  path: 'Seu caminho',
  live: 'Esta página se atualiza sozinha',
  here: 'Você está aqui',
  classesFrom: (day: string) => `Aulas a partir de ${day}`,
} as const;

/** The news of S-40 by the page an application is on; others are called by their status. */
export const trackingTitles = {
  essay: 'Falta a redação',
  assessment: 'Falta a prova',
  'exam-score': 'Falta a nota do ENEM',
  review: 'Estamos analisando',
  result: 'O resultado saiu',
  'personal-data': 'Você foi aprovado(a)',
  payment: 'Falta o pagamento',
  waitingPayment: 'Aguardando o pagamento',
  paymentFailure: 'O pagamento não foi concluído',
  successfulPayment: 'Pagamento confirmado',
  documents: 'Faltam os documentos',
  'test-summary': 'Sua prova está marcada',
  'selection-documents': 'Faltam os documentos da inscrição',
  questionnaire: 'Falta o questionário',
  interview: 'Falta a entrevista',
  class: 'Falta escolher a turma',
  'tax-payment': 'Falta a taxa de inscrição',
  'manual-payment': 'Estamos confirmando o pagamento',
  information: 'Faltam algumas informações',
  enrolled: 'Matrícula concluída',
} as const;
