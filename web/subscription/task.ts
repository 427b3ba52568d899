import type { StepState } from '@orbita/domain/subscription';
import { taskTexts as t } from '../texts/portal.ts';
import { endOfIntake } from './deadline.ts';
import type { Step, SubscriptionCard } from './queries.ts';
import { stepRoute } from './routes.ts';

/** `act`: the person has something to do; `wait`: somebody else has; `done`: nobody. */
export type TaskKind = 'act' | 'wait' | 'done';

export type Task = {
  kind: TaskKind;
  /** The one button. */
  action: string;
  /** One sentence on what is missing. */
  next: string;
  href: string;
  /** Until when; what it is the end of. */
  deadline?: { at: Date; of: 'payment' | 'documents' | 'class' | 'applying' | 'enrolling' | 'test' };
};

type Row = { action: string; next: string; kind: TaskKind };
type Card = SubscriptionCard;
type Steps = readonly Pick<Step, 'code' | 'state'>[];

const act = (text: { action: string; next: string }): Row => ({ ...text, kind: 'act' });
const wait = (text: { action: string; next: string }): Row => ({ ...text, kind: 'wait' });
const done = (text: { action: string; next: string }): Row => ({ ...text, kind: 'done' });

const inReview = (steps: Steps) =>
  steps.some(({ code, state }) => code === 'analysis' && state === 'current');

const IN_REVIEW: Partial<Record<Card['offer']['ingressMode']['kind'], Row>> = {
  'online-essay': wait(t.essayInReview),
  'exam-score': wait(t.examInReview),
};

/** Status 1: what comes next depends on how candidates are selected, and on whether they already did their part. */
function subscribed(card: Card, steps: Steps): Row {
  const { kind } = card.offer.ingressMode;
  if (inReview(steps)) return IN_REVIEW[kind] ?? wait(t.inReview);
  switch (kind) {
    case 'online-essay':
      return act(t.essay);
    case 'scheduled-test':
      return act(t.test);
    case 'exam-score':
      return act(t.exam);
    case 'document-analysis':
      return act(t.selectionDocuments);
    default:
      return act(t.start);
  }
}

function payment(card: Card): Row {
  if (card.page === 'waitingPayment') return act(t.waitingPayment);
  if (card.page === 'paymentFailure') return act(t.paymentFailure);
  return act(card.subscriptionStatus === 17 ? t.tax : t.payment);
}

/** What the person does next, for each of the 20 statuses (spec 7.2, 8.1). */
const TABLE: Readonly<Record<number, (card: Card, steps: Steps) => Row>> = {
  1: subscribed,
  2: (_, steps) => wait(inReview(steps) ? t.testInReview : t.scheduled),
  3: (_, steps) => act(steps.some(({ code }) => code === 'result') ? t.approved : t.data),
  4: () => act(t.termsAccepted),
  5: (card) => (card.awaitsInstitution ? wait(t.documentsInReview) : act(t.documents)),
  6: payment,
  7: () => done(t.enrolled),
  8: () => done(t.blocked),
  9: () => done(t.unqualified),
  10: (_, steps) => (inReview(steps) ? wait(t.documentsInReview) : act(t.selectionDocuments)),
  11: () => wait(t.manualPayment),
  12: () => wait(t.pendingCancel),
  13: () => done(t.canceled),
  14: () => act(t.information),
  16: () => act(t.questionnaire),
  17: payment,
  18: (card) => (card.awaitsInstitution ? wait(t.interviewAwaited) : act(t.interview)),
  19: () => wait(t.inReview),
  20: () => wait(t.inReview),
  21: () => act(t.chooseClass),
};

const OWN: readonly (keyof Card['deadlines'])[] = ['payment', 'documents', 'class'];

/** The earliest deadline the server returned; without one, the end of the intake. */
function deadlineOf(card: Card): Task['deadline'] {
  const status = card.subscriptionStatus;
  if (status === 2) return card.hour ? { at: new Date(card.hour.dataHora), of: 'test' } : undefined;
  const dated = OWN.flatMap((of) => {
    const at = card.deadlines[of];
    return at === null ? [] : [{ at: new Date(at), of }];
  }).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (dated[0] || status === 5 || status === 6 || status === 17) return dated[0];
  const of = status === 3 || status === 4 || status === 21 ? 'enrolling' : 'applying';
  return { at: endOfIntake(card), of };
}

/** The next action of one application and its deadline. Unknown statuses are shown as being processed. */
export function taskOf(card: Card, steps: Steps = card.steps): Task {
  const row = TABLE[card.subscriptionStatus]?.(card, steps) ?? wait(t.processing);
  const deadline = row.kind === 'act' || card.subscriptionStatus === 2 ? deadlineOf(card) : undefined;
  return { ...row, href: stepRoute(card), ...(deadline && { deadline }) };
}

/** Number of done steps and of all steps, without skipped ones. */
export function progressOf(steps: readonly { state: StepState }[]): { done: number; total: number } {
  const drawn = steps.filter(({ state }) => state !== 'skipped');
  return { done: drawn.filter(({ state }) => state === 'done').length, total: drawn.length };
}

const DAY_MS = 86_400_000;

/** Due within a day, or past: the card that stands out (look, section 5). */
export const isUrgent = ({ kind, deadline }: Task, now: number): boolean =>
  kind === 'act' && deadline !== undefined && deadline.at.getTime() - now < DAY_MS;
