import sql from 'sql-template-tag';
import { REVOKED_CHANNEL } from '../../caller/end-session.ts';
import { forgetSession } from '../../caller/session.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Ends a person's sessions, except the caller's own, in the caller's transaction. The returned function notifies every node;
 * call it after the commit.
 */
export async function endSessions(
  platform: Platform,
  tx: Tx,
  personId: number,
  except: string | null = null,
): Promise<() => Promise<void>> {
  const ended = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${platform.clock.now()}
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and revoked_at is null
      and id is distinct from ${except}::uuid returning id`);
  return async () => {
    for (const { id } of ended) {
      const key = `${tx.tenantId}:${id}`;
      forgetSession(platform, key);
      await platform.db.notify(REVOKED_CHANNEL, key);
    }
  };
}
