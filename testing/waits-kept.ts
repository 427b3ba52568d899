import sql from 'sql-template-tag';
import type { Platform } from '../api/platform/platform.ts';
import { shownStates } from '../api/subscription/shown-state.ts';
import { waitOfState } from '../api/subscription/wait.ts';

type Kept = { id: number; status: number; waits_for: string | null; waits_queue: string | null };

/**
 * Applications of a tenant for which the stored answer to whom they are waiting for differs from the rule's; and which statuses
 * were checked.
 */
export async function waitsKept(
  platform: Platform,
  tenantId: number,
): Promise<{ wrong: string[]; statuses: ReadonlySet<number> }> {
  const kept = await platform.db
    .tenant(tenantId)
    .many<Kept>(
      sql`select id, status, waits_for, waits_queue from subscription where tenant_id = ${tenantId}`,
    );
  const states = await shownStates(platform, tenantId, sql`true`);
  const byId = new Map(states.map((row) => [row.id, row]));
  // As of the beginning: the job updates what depends on dates.
  const before = new Date(0);
  const wrong = kept.flatMap((one) => {
    const row = byId.get(one.id);
    const wait = row && waitOfState(row, before);
    const said = wait ? `${wait.for} ${wait.queue ?? ''}` : 'nobody';
    const stored = one.waits_for ? `${one.waits_for} ${one.waits_queue ?? ''}` : 'nobody';
    return said === stored ? [] : [`${one.id} in ${one.status}: kept ${stored}, but waits for ${said}`];
  });
  return { wrong, statuses: new Set(kept.map(({ status }) => status)) };
}
