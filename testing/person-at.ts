import type { Status } from '@orbita/domain/subscription';
import { applicant } from './applicant.ts';
import { type Enrolling, enrolling, type Place, type SignedIn, signedIn, type Waiting } from './enrolling.ts';
import type { Harness } from './harness.ts';
import type { Person } from './people.ts';
import { withDocuments } from './reviewing.ts';

/** Steps of an application, by its status at that step; `docs/contributing.md` explains each. */
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
/** A step by its name, or a status by its number for tests that go through several. */
export type Step = keyof typeof STATUS | Status;

const statusOf = (step: Step) => (typeof step === 'number' ? step : STATUS[step]);

/**
 * A person who reached a step by calls, and so has a password, an application to Administração and its number under two names.
 */
export type Arrived = Awaited<ReturnType<typeof applicant>> & { id: number };
/** A person placed at a step by inserted rows. */
export type Standing = Enrolling & { subscriptionId: number };

/**
 * Creates a person of tenant `alfa` at a step, without the way there: that has its own tests, and `journey.ts` walks it.
 *
 * - `account`: signed in, without an application.
 * - a step of `STATUS`: with an application at that step. By default it is inserted as rows, which is quick; `given` names
 * another offer. With a `person` the account and the application to Administração are made by calls, so that they can sign in
 * with their password.
 * - `paid`: a `person` who accepted and paid; their documents are required now.
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
