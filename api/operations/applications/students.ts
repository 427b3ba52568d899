import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import type { Service } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { lockSubscription, setStudentNumber } from '../../subscription/index.ts';
import { maySee } from '../lists.ts';

/**
 * Delivers the number of the academic system (spec 17.2, 17.5), with the refusals of `setStudentNumber`. `read` gives
 * the body, after the subscription was found.
 */
export async function registerStudent(
  tx: Tx,
  house: House,
  service: Service,
  id: number,
  read: () => { studentLyceumId: string },
) {
  const row = await lockSubscription(tx, id);
  if (!maySee(service, row.institution_code)) fail('NOT_FOUND');
  await setStudentNumber(tx, house, row, read().studentLyceumId);
  return { id, state: 'registered', subscriptionId: id, status: row.status };
}
