import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../api/platform/database/types.ts';
import { type SubscriptionState, stateOf } from '../api/subscription/facts.ts';

/** What others may change while an application is locked: its person, the catalogue, and places taken by others. */
const CHANGED_BY_OTHERS =
  /^(person_|offer_|course_|pole_|intake_|ingress_|institution_|document(_set_id|s_listed)$|vacancies_left$|settings$|prices$|owner_name$)/;

/**
 * Proves, in tests, that a state passed on equals the one that a read finds.
 * @throws with the names of the fields that differ
 */
export async function proveState(tx: Tx, handedOn: SubscriptionState): Promise<void> {
  const read = await stateOf(tx, handedOn.id);
  if (!read) throw new Error(`Application ${handedOn.id} vanished under its lock`);
  const names = new Set([...Object.keys(read), ...Object.keys(handedOn)]) as Set<keyof SubscriptionState>;
  const differ = [...names].filter(
    (name) => !CHANGED_BY_OTHERS.test(name) && !isDeepStrictEqual(handedOn[name], read[name]),
  );
  if (differ.length > 0)
    throw new Error(
      `The state of application ${handedOn.id} was handed on with another ${differ.map((name) => `${name} (${JSON.stringify(handedOn[name])} for ${JSON.stringify(read[name])})`).join(', ')}`,
    );
}
