import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { lockSubscription } from '../subscription/index.ts';
import { maySee } from './lists.ts';

/**
 * Delivers the number of the academic system (spec 17.2, 17.5): only of enrolled candidates (409 `STATE_CONFLICT` with
 * the status), unique per institution (409 `STUDENT_NUMBER_TAKEN`). Tells the portal and the candidate (N-27); the
 * same number again changes and tells nothing. `read` gives the body, after the subscription was found.
 */
export function registerStudent(
  house: House,
  tenant: Tenant,
  service: Service,
  id: number,
  read: () => { studentLyceumId: string },
) {
  return house.db.write(tenant.id, async (tx) => {
    const row = await lockSubscription(tx, id);
    if (!maySee(service, row.institution_code)) fail('NOT_FOUND');
    const { studentLyceumId: number } = read();
    if (row.status !== STATUS.Enrolled) fail('STATE_CONFLICT', { extra: { status: row.status } });
    const done = { id, state: 'registered', subscriptionId: id, status: row.status };
    if (row.student_lyceum_id === number) return done;
    const written = await tx.one(sql`
      update subscription s set student_lyceum_id = ${number}, version = version + 1,
        updated_at = ${house.clock.now()}::timestamptz
      where s.tenant_id = ${tx.tenantId} and s.id = ${id} and not exists (
        select from subscription other where other.tenant_id = s.tenant_id
          and other.institution_id = s.institution_id and other.student_lyceum_id = ${number} and other.id <> s.id)
      returning s.id`);
    if (!written) fail('STUDENT_NUMBER_TAKEN', { extra: { status: row.status } });
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
    return done;
  });
}
