import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settleItem } from '../work/decision.ts';
import { changeSubscription } from './change.ts';
import { type ApplicationDecider, BY_SYSTEM, checkApplication } from './decision.ts';
import type { SubscriptionState } from './facts.ts';

/**
 * Stores the academic system's number on a locked application and notifies the portal and the candidate (N-27). Setting the
 * same number again changes nothing and notifies nobody. Fails with 409 `STATE_CONFLICT` when the candidate is not enrolled,
 * with 409 `STUDENT_NUMBER_TAKEN` when the institution already uses the number, and like `checkApplication`.
 */
export async function setStudentNumber(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  number: string,
  by: ApplicationDecider = BY_SYSTEM,
): Promise<void> {
  const { id, status } = row;
  if (status !== STATUS.Enrolled) fail('STATE_CONFLICT', { extra: { status } });
  await checkApplication(tx, platform, row, by);
  if (row.student_lyceum_id === number) return;
  const free = sql`not exists (
    select from subscription other where other.tenant_id = s.tenant_id
      and other.institution_id = s.institution_id and other.student_lyceum_id = ${number} and other.id <> s.id)`;
  const written = await changeSubscription(
    tx,
    id,
    platform.clock.now(),
    sql`student_lyceum_id = ${number}`,
    free,
  ).catch((error: unknown) => {
    // A concurrent transaction wrote the same number; only the unique index can detect that.
    if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  });
  if (!written) fail('STUDENT_NUMBER_TAKEN', { extra: { status } });
  await settleItem(tx, platform, { kind: 'application', id }, by.by);
  await emit(tx, platform, {
    stream: 'business',
    type: 'student.registered',
    subscriptionId: id,
    data: { studentLyceumId: number },
  });
  notify(tx, platform, {
    template: 'N-27',
    personId: row.person_id,
    subscriptionId: id,
    dedupe: `${id}:${number}`,
    data: { studentLyceumId: number },
  });
}
