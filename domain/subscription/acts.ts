import type { ShownLine } from './shown-line.ts';
import { onBehalfTexts } from './texts.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { Actor } from './types.ts';

/** What the institution does for a candidate without a move of the application (D-85, 25.6.2). */
export const ACTS_ON_BEHALF = [
  'course-changed',
  'exam-score-asked',
  'document-sent',
  'document-covered',
  'disciplines-chosen',
  'section-saved',
  'deadline-extended',
  'discount-given',
  'discount-withdrawn',
  'applied',
] as const;
export type ActOnBehalf = (typeof ACTS_ON_BEHALF)[number];

/** Stands with every such act, so that nobody takes it for her own. */
export const BY_INSTITUTION = 'Feito pela instituição';

const TEXTS: Readonly<Record<ActOnBehalf, (subject: string) => string>> = {
  'course-changed': () => 'Seu curso ou polo mudou',
  'exam-score-asked': () => 'Sua nota do ENEM foi pedida',
  'document-sent': (name) => `Documento enviado: ${name}`,
  'document-covered': (name) => `Documento que já consta em outro: ${name}`,
  'disciplines-chosen': () => 'Suas disciplinas foram escolhidas',
  'section-saved': (name) => `Parte do seu questionário respondida: ${name}`,
  'deadline-extended': (until) => `Prazo estendido: ${until}`,
  applied: (paper) => `Inscrição feita no atendimento, com ${paper} em mãos`,
  'discount-given': (discount) => `Você ganhou um desconto: ${discount}`,
  'discount-withdrawn': (discount) => `A instituição retirou o desconto: ${discount}`,
};

/** The sentence of an act on the candidate's own page; `subject` names the document or section, if there is one. */
export const shownAct = (act: ActOnBehalf, subject: string | null): ShownLine => ({
  text: TEXTS[act](subject ?? ''),
  status: BY_INSTITUTION,
});

/** True for a move that the institution made in the candidate's place: why is for the team alone. */
export const isOnBehalf = ({ event, actor }: { event: string; actor: Actor }): boolean =>
  actor === 'operations' && onBehalfTexts[event as SubscriptionEvent] !== undefined;
