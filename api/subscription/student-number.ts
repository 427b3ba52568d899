import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { changeSubscription } from './change.ts';
import type { SubscriptionState } from './facts.ts';

/**
 * Writes the number of the academic system on a locked application: only of enrolled candidates (409 `STATE_CONFLICT`
 * with the status), unique per institution (409 `STUDENT_NUMBER_TAKEN`). Tells the portal and the candidate (N-27); the
 * same number again changes and tells nothing.
 */
export async function setStudentNumber(
  tx: Tx,
  house: House,
  row: SubscriptionState,
  number: string,
): Promise<void> {
  const { id, status } = row;
  if (status !== STATUS.Enrolled) fail('STATE_CONFLICT', { extra: { status } });
  if (row.student_lyceum_id === number) return;
  const free = sql`not exists (
    select from subscription other where other.tenant_id = s.tenant_id
      and other.institution_id = s.institution_id and other.student_lyceum_id = ${number} and other.id <> s.id)`;
  const written = await changeSubscription(
    tx,
    id,
    house.clock.now(),
    sql`student_lyceum_id = ${number}`,
    free,
  ).catch((error: unknown) => {
    // Somebody else was given the number at this moment: the index saw what the statement could not yet.
    if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  });
  if (!written) fail('STUDENT_NUMBER_TAKEN', { extra: { status } });
  await emit(tx, house, {
    stream: 'business',
    type: 'student.registered',
    subscriptionId: id,
    data: { studentLyceumId: number },
  });
  await notify(tx, house, {
    template: 'N-27',
    personId: row.person_id,
    subscriptionId: id,
    dedupe: `${id}:${number}`,
    data: { studentLyceumId: number },
  });
}
