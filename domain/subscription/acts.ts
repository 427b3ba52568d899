import type { ShownLine } from './shown-line.ts';
import { onBehalfTexts } from './texts.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { Actor } from './types.ts';

/** What the institution does for a candidate without changing the application's status (D-85, 25.6.2). */
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

/** Shown with every such act, so that candidates do not take it for their own. */
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

/** The sentence about an act on the candidate's page; `subject` names the document, section or other object, if there is one. */
export const shownAct = (act: ActOnBehalf, subject: string | null): ShownLine => ({
  text: TEXTS[act](subject ?? ''),
  status: BY_INSTITUTION,
});

/** Whether the institution made this move in the candidate's place; the reason is shown only to the team. */
export const isOnBehalf = ({ event, actor }: { event: string; actor: Actor }): boolean =>
  actor === 'operations' && onBehalfTexts[event as SubscriptionEvent] !== undefined;
