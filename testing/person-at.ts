import type { Status } from '@orbita/domain/subscription';
import { applicant } from './applicant.ts';
import { type Enrolling, enrolling, type Place, type SignedIn, signedIn, type Waiting } from './enrolling.ts';
import type { Harness } from './harness.ts';
import type { Person } from './people.ts';
import { withDocuments } from './reviewing.ts';

/** Steps of an application, by the status in which somebody stands there; `docs/contributing.md` says what each means. */
export const STATUS = {
  applied: 1,
  analysis: 10,
  fee: 17,
  approved: 3,
  failed: 9,
  class: 21,
  payment: 6,
  documents: 5,
  enrolled: 7,
} as const;
/** A step by its name, or a status by its number where a test goes through several. */
export type Step = keyof typeof STATUS | Status;

const statusOf = (step: Step) => (typeof step === 'number' ? step : STATUS[step]);

/** Who has come to a step by calls, so that she has a password, an application of Administração and its number twice. */
export type Arrived = Awaited<ReturnType<typeof applicant>> & { id: number };
/** Who stands at a step by inserted rows. */
export type Standing = Enrolling & { subscriptionId: number };

/**
 * Makes a person of tenant `alfa` who stands at a step, without the way there: that has tests of its own, and `journey.ts` walks it.
 *
 * - `account`: signed in, without an application.
 * - a step of `STATUS`: with an application there. By default it is inserted as rows, which is quick; `given` names another offer.
 *   With a `person` the account and the application of Administração are made by calls, so that she can sign in by her password.
 * - `paid`: a `person` who accepted and paid; her documents are asked for.
 */
export function personAt(
  harness: Place,
  step: 'account',
  given?: Parameters<typeof signedIn>[1],
): Promise<SignedIn>;
export function personAt(harness: Harness, step: Step | 'paid', given: { person: Person }): Promise<Arrived>;
export function personAt(
  harness: Place,
  step: Step,
  given?: { emailConfirmed?: boolean; email?: string } & Waiting,
): Promise<Standing>;
export async function personAt(
  harness: Harness | Place,
  step: Step | 'account' | 'paid',
  given: { person?: Person } & Waiting & Parameters<typeof signedIn>[1] = {},
): Promise<SignedIn | Arrived | Standing> {
  const { person, ...place } = given;
  if (step === 'account') return signedIn(harness, place);
  if (person) {
    const made = await (step === 'paid'
      ? withDocuments(harness as Harness, person)
      : applicant(harness as Harness, person, statusOf(step)));
    return { ...made, id: made.subscriptionId };
  }
  if (step === 'paid') throw new Error('Who has paid came there by calls: name the person');
  const made = await enrolling(harness, place, statusOf(step));
  return { ...made, subscriptionId: made.id };
}
