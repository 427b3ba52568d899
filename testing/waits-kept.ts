import sql from 'sql-template-tag';
import type { Platform } from '../api/platform/platform.ts';
import { shownStates } from '../api/subscription/shown-state.ts';
import { waitOfState } from '../api/subscription/wait.ts';

type Kept = { id: number; status: number; waits_for: string | null; waits_queue: string | null };

/**
 * Applications of a tenant of which the database keeps another answer to whom they wait for than the rule gives by all that is
 * known of them; and which statuses were looked at.
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
  // As of the beginning: what a date has become since is the job's to say.
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
