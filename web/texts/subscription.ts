import { nextTexts } from '@orbita/domain/subscription';
import type { PersonName } from '@orbita/ui/person-name.ts';

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

/** Texts of S-32, the completion of the journey (spec 8.6). */
export const enrolledTexts = {
  congratulations: (name: PersonName) => `Parabéns, ${name}!`,
  done: 'Sua matrícula foi concluída.',
  documentTitle: 'Matrícula concluída',
  number: (number: string) => `Número de matrícula: ${number}`,
  numberPending: 'Seu número de matrícula será gerado em breve.',
  pass: 'Sua matrícula',
  campus: 'Polo',
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
    text: 'Seu pedido para cancelar está em análise.',
    next: 'Quando a resposta sair, mandamos um e-mail. Até lá, nada muda na sua inscrição.',
  },
  canceled: {
    title: 'Inscrição cancelada',
    text: 'Sua inscrição foi cancelada.',
    next: 'Você pode começar outra quando quiser.',
  },
  expired: {
    title: 'Prazo encerrado',
    text: nextTexts.expired,
    next: 'Você pode fazer outra inscrição.',
  },
  'paid-late': {
    title: 'Prazo encerrado',
    text: 'O prazo do seu processo terminou.',
    next: 'Seu pagamento chegou depois do prazo. A instituição vai falar com você.',
  },
  blocked: {
    title: 'Inscrição bloqueada',
    text: 'A inscrição está bloqueada e não pode seguir. Fale com a instituição.',
    next: '',
  },
  review: {
    title: 'Em análise',
    text: 'Seus dados chegaram. Quando a resposta sair, mandamos um e-mail.',
    next: 'Pode fechar: a página muda sozinha.',
  },
  'manual-payment': {
    title: 'Conferindo o pagamento',
    text: 'Estamos conferindo seu pagamento com a instituição.',
    next: 'Quando der certo, mandamos um e-mail. Pode fechar a página.',
  },
} as const;

const SAVED = 'O que você já enviou está guardado.';

/** Steps done together with the institution: what is awaited and what happens next. */
export const awaitedTexts = {
  other: {
    title: 'Em processamento',
    text: 'Sua inscrição está em andamento.',
    next: `Não há nada para fazer agora. ${SAVED}`,
  },
} as const;

/** Why an application returned to a step, shown where the candidate continues. */
export const newsTexts = {
  missed: 'Você não compareceu à prova. Escolha uma nova data.',
  cancelled: 'A instituição não vai mais aplicar a prova nesse dia. Escolha outra data.',
  'other-pole': 'A prova foi desmarcada porque o polo mudou. Escolha uma nova data.',
  paymentRefused: 'A instituição não achou seu pagamento.',
  questionnaireReturned: (comment: string | null) =>
    comment ? `A instituição pediu ajustes: ${comment}` : 'A instituição pediu ajustes.',
  interviewRepeat: 'A instituição pediu outra entrevista.',
  stayed: 'O cancelamento não foi aceito.',
  holdOver: 'A reserva da sua turma terminou. Escolha a turma outra vez.',
  reason: (reason: string) => `Motivo: ${reason}`,
} as const;

export const standstillActs = {
  newSubscription: 'Fazer nova inscrição',
  follow: 'Acompanhar inscrição',
  sent: 'Ver o que enviei',
  contact: 'Falar com a instituição',
} as const;

/** What is to be paid at the institution (S-33c). */
export const thereTexts = {
  amount: (amount: string) => `Valor a pagar: ${amount}`,
  left: (amount: string) => `Seu pagamento veio menor. Faltam ${amount}.`,
  where: (campus: string) => `Pague em ${campus}. Se já pagou, não precisa fazer nada.`,
} as const;

/** Texts of S-40 (spec 8.6). */
export const trackingTexts = {
  documentTitle: 'Acompanhar inscrição',
  path: 'Seu caminho',
  live: 'A página muda sozinha',
  here: 'Você está aqui',
  inReview: 'Em análise',
  mayEnrol: 'Você já pode se matricular',
  classesFrom: (day: string) => `Aulas a partir de ${day}`,
} as const;

/** Titles of S-40 by the page an application is on; others are named by their status. */
export const trackingTitles = {
  essay: 'Falta a redação',
  assessment: 'Falta a prova',
  'exam-score': 'Falta a nota do ENEM',
  review: 'Estamos analisando',
  result: 'O resultado saiu',
  'personal-data': 'Você foi aprovado(a)',
  payment: 'Falta o pagamento',
  waitingPayment: 'Aguardando o pagamento',
  paymentFailure: 'O pagamento não deu certo',
  successfulPayment: 'Pagamento confirmado',
  documents: 'Faltam os documentos',
  'test-summary': 'Sua prova está marcada',
  'selection-documents': 'Faltam os documentos da inscrição',
  questionnaire: 'Falta o questionário',
  interview: 'Falta a entrevista',
  class: 'Falta escolher a turma',
  'tax-payment': 'Falta a taxa de inscrição',
  'manual-payment': 'Pagamento em conferência',
  information: 'Faltam alguns dados',
  enrolled: 'Matrícula concluída',
} as const;
