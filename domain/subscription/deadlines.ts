import { addDays, isRealDay } from '../foundation/index.ts';
import { STATUS, type Status } from './statuses.ts';
import { statusesWith } from './transitions.ts';

/**
 * Deadlines that a candidate can miss and the institution may extend (spec 25.6.2). `steps` is the end of the selection: essay,
 * test, ENEM, questionnaire, interview, data and contract all end with it. Not included are time limits that candidates can
 * restart themselves (a Pix code, a class reservation, a link) or that measure performance (the time of an essay).
 */
export const DEADLINES = {
  steps: { label: 'Etapas da seleção e dados da matrícula', subject: 'etapas' },
  payment: { label: 'Pagamento', subject: 'pagamento' },
  documents: { label: 'Documentos da matrícula', subject: 'documentos' },
} as const satisfies Record<string, { label: string; subject: string }>;
export type Deadline = keyof typeof DEADLINES;
export const DEADLINE_NAMES = Object.keys(DEADLINES) as [Deadline, ...Deadline[]];

/** Maximum number of days from today to which a deadline may be extended; candidates who need more apply in another intake. */
export const DEADLINE_MOST_DAYS = 180;

/** Current last days, `YYYY-MM-DD`: of the selection, and of payment and documents if set. */
export type LastDays = { end: string; payment: string | null; documents: string | null };

const OPEN_IN: Readonly<Record<Deadline, readonly Status[]>> = {
  steps: statusesWith('intake-expired'),
  payment: statusesWith('payment-deadline-expired'),
  documents: [STATUS.DocumentationPending],
};

/** Deadlines that apply in a status. */
export const deadlinesIn = (status: Status): Deadline[] =>
  DEADLINE_NAMES.filter((one) => OPEN_IN[one].includes(status));

/** Statuses in which a deadline applies. */
export const statusesUnder = (deadline: Deadline): readonly Status[] => OPEN_IN[deadline];

/** The last day of a deadline. Payment is never possible after the end of the selection, whatever the payment deadline says. */
export function lastDayOf(deadline: Deadline, { end, payment, documents }: LastDays): string {
  if (deadline === 'documents') return documents ?? end;
  return deadline === 'payment' && payment !== null && payment < end ? payment : end;
}

export type Extension =
  | { refused: null; days: LastDays }
  | { refused: 'not-open' | 'not-later' | 'no-day' | 'past' | 'too-late' };

/** Why a day cannot be a new deadline, or undefined if it can. */
export function extensionDayProblem(
  until: string,
  today: string,
): 'no-day' | 'past' | 'too-late' | undefined {
  if (!isRealDay(until)) return 'no-day';
  if (until < today) return 'past';
  return until > addDays(today, DEADLINE_MOST_DAYS) ? 'too-late' : undefined;
}

/**
 * The last days after extending a deadline, which never makes it earlier. The end of the selection moves along with a later
 * payment deadline, because otherwise it would prevent the payment.
 */
export function extendDeadline(
  deadline: Deadline,
  until: string,
  now: { status: Status; today: string; days: LastDays },
): Extension {
  const { status, today, days } = now;
  if (!OPEN_IN[deadline].includes(status)) return { refused: 'not-open' };
  const problem = extensionDayProblem(until, today);
  if (problem) return { refused: problem };
  if (until <= lastDayOf(deadline, days)) return { refused: 'not-later' };
  if (deadline === 'documents') return { refused: null, days: { ...days, documents: until } };
  const end = until > days.end ? until : days.end;
  const payment = deadline === 'payment' && days.payment !== null ? until : days.payment;
  return { refused: null, days: { ...days, end, payment } };
}

/** Text about an extension for the candidate: "pagamento até 20/02/2026". */
export const extensionSubject = (deadline: Deadline, shownDay: string): string =>
  `${DEADLINES[deadline].subject} até ${shownDay}`;

/** Why a day is refused, shown below its field. */
export const extensionTexts = {
  'not-open': 'Este prazo não está correndo nesta inscrição.',
  nobody: 'Este prazo não corre para ninguém desta oferta agora.',
  'not-later': 'Escolha um dia depois do prazo de agora.',
  'no-day': 'Este dia não existe.',
  past: 'Escolha um dia a partir de hoje.',
  'too-late': `O prazo vai até ${DEADLINE_MOST_DAYS} dias a partir de hoje.`,
} as const;
