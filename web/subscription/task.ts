import { type NextKind, nextOf, type StepState } from '@orbita/domain/subscription';
import { endOfIntake } from './deadline.ts';
import type { Step, SubscriptionCard } from './queries.ts';
import { stepRoute } from './routes.ts';

export type Task = {
  kind: NextKind;
  /** Label of the only button. */
  action: string;
  /** One sentence about what is missing. */
  next: string;
  href: string;
  /** The deadline, and what it ends. */
  deadline?: { at: Date; of: 'payment' | 'documents' | 'class' | 'applying' | 'enrolling' | 'test' };
};

type Card = SubscriptionCard;
type Steps = readonly Pick<Step, 'code' | 'inReview'>[];

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
  const row = nextOf(card, steps);
  const deadline = row.kind === 'act' || card.subscriptionStatus === 2 ? deadlineOf(card) : undefined;
  return { ...row, href: stepRoute(card), ...(deadline && { deadline }) };
}

/** Number of done steps and of all steps, without skipped ones. */
export function progressOf(steps: readonly { state: StepState }[]): { done: number; total: number } {
  const drawn = steps.filter(({ state }) => state !== 'skipped');
  return { done: drawn.filter(({ state }) => state === 'done').length, total: drawn.length };
}

const DAY_MS = 86_400_000;

/** Due within a day, or overdue: such a card stands out (look, section 5). */
export const isUrgent = ({ kind, deadline }: Task, now: number): boolean =>
  kind === 'act' && deadline !== undefined && deadline.at.getTime() - now < DAY_MS;
