import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { forgetSession, REVOKED_CHANNEL } from '../session.ts';

/**
 * Ends the sessions of a person, but for the one that asks, in the transaction of what ends them. The answer tells
 * every node; call it after the commit.
 */
export async function endSessions(
  house: House,
  tx: Tx,
  personId: number,
  except: string | null = null,
): Promise<() => Promise<void>> {
  const ended = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${house.clock.now()}
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and revoked_at is null
      and id is distinct from ${except}::uuid returning id`);
  return async () => {
    for (const { id } of ended) {
      const key = `${tx.tenantId}:${id}`;
      forgetSession(house, key);
      await house.db.notify(REVOKED_CHANNEL, key);
    }
  };
}
