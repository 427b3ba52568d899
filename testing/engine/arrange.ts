import { STATUS, type Status } from '@orbita/domain/subscription';
import type { Head, Letter, Tail } from './catalogue.ts';
import { play } from './play.ts';
import { type Scenario, type Step, toApproved, toContract } from './scenarios.ts';
import type { Engine, Walker } from './walker.ts';

type Way = Omit<Scenario, 'row' | 'event' | 'letters' | 'from' | 'to'>;
type Rest = { status: Status; letters: readonly Letter[]; way: Way };

const ALL: readonly Letter[] = ['G', 'E', 'P', 'X', 'T'];
const after =
  (before: (letter: Letter) => readonly Step[], ...more: Step[]) =>
  (letter: Letter): readonly Step[] => [...before(letter), ...more];
const fee = (letter: Letter): readonly Step[] => (letter === 'T' ? ['use a voucher for the fee'] : []);
const rest = (
  status: Status,
  letters: readonly Letter[],
  steps: Way['steps'] | readonly Step[],
  given: { head?: Head; tail?: Tail; brought?: 'incomplete' } = {},
): Rest => ({
  status,
  letters,
  way: { steps: typeof steps === 'function' ? steps : () => steps, ...given },
});

const settled: readonly Step[] = ['take the payment', 'settle by hand'];

/** Statuses in which applications of each type can rest, and a way to reach each. 4 is always left at once (spec 8.2). */
const RESTS: readonly Rest[] = [
  rest(STATUS.Subscribed, ['G'], [], { head: 'test' }),
  rest(STATUS.Subscribed, ['E'], []),
  rest(STATUS.Scheduled, ['G'], ['book the test'], { head: 'test' }),
  rest(STATUS.Evaluated, ALL, toApproved),
  rest(STATUS.DocumentationPending, ALL, after(toContract, ...settled)),
  rest(STATUS.EnrollmentPending, ALL, toContract),
  rest(STATUS.Enrolled, ALL, after(toContract, ...settled, 'approve documents')),
  rest(STATUS.Blacklisted, ALL, after(toApproved, 'block')),
  rest(STATUS.Unqualified, ALL, after(toApproved, 'disqualify')),
  rest(STATUS.SubscriptionDocumentationPending, ['G', 'P', 'T'], fee, { head: 'documents' }),
  rest(STATUS.SubscriptionDocumentationPending, ['G'], [], { head: 'documents-test' }),
  rest(STATUS.ManualPaymentPending, ALL, after(toContract, 'take the payment')),
  rest(STATUS.PendingCancel, ALL, after(toContract, 'take the payment', 'cancel')),
  rest(STATUS.Canceled, ALL, after(toApproved, 'cancel')),
  rest(STATUS.PendingInformation, ALL, [], { brought: 'incomplete' }),
  rest(STATUS.PendingQuestionnaire, ['P', 'T'], fee, { head: 'questionnaire' }),
  rest(STATUS.PendingTax, ['T'], []),
  rest(STATUS.PendingInterview, ['P', 'T'], fee, { head: 'interview' }),
  rest(STATUS.PendingApproveInterview, ['P', 'T'], after(fee, 'arrange and hold the interview'), {
    head: 'interview',
  }),
  rest(STATUS.PendingApproveQuestionnaire, ['P', 'T'], after(fee, 'submit the questionnaire'), {
    head: 'questionnaire',
  }),
  rest(STATUS.PendingClassSelection, ALL, toContract, { tail: 'class' }),
];

/** Every such status of every type. */
export const PLACES = RESTS.flatMap(({ letters, ...one }) => letters.map((letter) => ({ letter, ...one })));

/** A new applicant in that status. */
export async function arrange(
  engine: Engine,
  { letter, status, way }: (typeof PLACES)[number],
): Promise<Walker> {
  const of = await play(engine, way, letter);
  const found = await of.status();
  if (found !== status) throw new Error(`${letter} came to ${found} instead of ${status}`);
  return of;
}
