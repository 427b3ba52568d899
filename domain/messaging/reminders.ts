/** What somebody of the team may remind many people of at once; each is a message that exists (spec 16.2). */
export const REMINDERS = {
  continue: { label: 'Continuar a inscrição', template: 'N-05' },
  payment: { label: 'Prazo de pagamento', template: 'N-22' },
} as const;
export type ReminderKind = keyof typeof REMINDERS;
export const REMINDER_KINDS = Object.keys(REMINDERS) as [ReminderKind, ...ReminderKind[]];

/** Hours in which a person gets one reminder at most, and applications of one batch. */
export const REMINDER = { hours: 48, most: 500 } as const;

/** Why somebody who was chosen gets none, in the order in which it is looked at, in words of the team. */
export const LEFT_OUT = {
  'not-waiting': 'A inscrição não espera pela pessoa',
  'no-deadline': 'Não há pagamento com prazo em aberto',
  'no-contact': 'Sem contato que receba a mensagem',
  recent: 'Já recebeu um lembrete nas últimas 48 horas',
  'same-person': 'Recebe este lembrete por outra inscrição',
} as const;
export type LeftOut = keyof typeof LEFT_OUT;
export const LEFT_OUT_NAMES = Object.keys(LEFT_OUT) as [LeftOut, ...LeftOut[]];

export type ReminderFacts = {
  /** The application waits for its person. */
  waitsForPerson: boolean;
  /** Day until which something is to be paid, `YYYY-MM-DD`; null where nothing is. */
  payUntil: string | null;
  today: string;
  /** Some contact of hers takes the message. */
  reachable: boolean;
  /** When a reminder of any kind was last sent to her. */
  lastAt: Date | null;
  /** Another application of hers is reminded in the same batch. */
  another: boolean;
};

/** Why a person gets no reminder about an application now; null where she gets it. */
export function leftOut(kind: ReminderKind, facts: ReminderFacts, now: Date): LeftOut | null {
  if (!facts.waitsForPerson) return 'not-waiting';
  if (kind === 'payment' && (facts.payUntil === null || facts.payUntil < facts.today)) return 'no-deadline';
  if (!facts.reachable) return 'no-contact';
  if (facts.lastAt && now.getTime() - facts.lastAt.getTime() < REMINDER.hours * 3_600_000) return 'recent';
  return facts.another ? 'same-person' : null;
}
