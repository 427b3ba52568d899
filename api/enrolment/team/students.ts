import { deciderName } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { setStudentNumber } from '../../subscription/student-number.ts';

/**
 * Stores the student number of the academic system (spec 17.2, 17.5), with the refusals of `setStudentNumber`. `read` parses the
 * body after the subscription was found.
 */
export async function registerStudent(
  tx: Tx,
  platform: Platform,
  service: Service,
  id: number,
  read: () => { studentLyceumId: string; version?: number | undefined },
) {
  const row = await lockSubscription(tx, id);
  if (!maySee(service, row.institution_code)) fail('NOT_FOUND');
  const { studentLyceumId, version } = read();
  await setStudentNumber(tx, platform, row, studentLyceumId, {
    decider: service,
    seen: version,
    by: deciderName(service),
  });
  return { id, state: 'registered', subscriptionId: id, status: row.status };
}
