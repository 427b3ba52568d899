/** Reminders that a team member may send to many people at once; each uses an existing message (spec 16.2). */
export const REMINDERS = {
  continue: { label: 'Continuar a inscrição', template: 'N-05' },
  payment: { label: 'Prazo de pagamento', template: 'N-22' },
} as const;
export type ReminderKind = keyof typeof REMINDERS;
export const REMINDER_KINDS = Object.keys(REMINDERS) as [ReminderKind, ...ReminderKind[]];

/** Hours within which a person gets at most one reminder, and maximum number of applications per batch. */
export const REMINDER = { hours: 48, most: 500 } as const;

/** Why a selected person gets no reminder, in the order of the checks, in words for the team. */
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
  /** The next step of the application is up to the candidate. */
  waitsForPerson: boolean;
  /** Day by which a payment is due, `YYYY-MM-DD`; null when none is. */
  payUntil: string | null;
  today: string;
  /** The candidate has a contact that can receive the message. */
  reachable: boolean;
  /** When the candidate last got a reminder of any kind. */
  lastAt: Date | null;
  /** The candidate gets a reminder for another application in the same batch. */
  another: boolean;
};

/** Why the candidate gets no reminder about an application now; null when they get one. */
export function leftOut(kind: ReminderKind, facts: ReminderFacts, now: Date): LeftOut | null {
  if (!facts.waitsForPerson) return 'not-waiting';
  if (kind === 'payment' && (facts.payUntil === null || facts.payUntil < facts.today)) return 'no-deadline';
  if (!facts.reachable) return 'no-contact';
  if (facts.lastAt && now.getTime() - facts.lastAt.getTime() < REMINDER.hours * 3_600_000) return 'recent';
  return facts.another ? 'same-person' : null;
}
