import sql from 'sql-template-tag';
import { announceEndIn } from '../../caller/end-session.ts';
import { livingAt } from '../../caller/session.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

export type SessionRow = {
  id: string;
  device: string | null;
  network: string | null;
  network_hash: string | null;
  method: string;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

/** Most sessions a person's page lists, most recently used first. */
const MOST = 100;

/** A person's open sessions, including tabs opened by links. */
export const livingOf = (on: Runner, personId: number, now: Date): Promise<SessionRow[]> =>
  on.many<SessionRow>(sql`
    select id, device, network, network_hash, method, remember, created_at, last_seen_at, expires_at
    from login_session where tenant_id = ${on.tenantId} and person_id = ${personId}::bigint and ${livingAt(now)}
    order by last_seen_at desc, created_at desc, id limit ${MOST}::int`);

/** Ends one of a person's sessions, or all but `except`; every node is notified on commit. Returns how many were ended. */
export async function endOwn(
  platform: Platform,
  tx: Tx,
  personId: number,
  which: { only: string } | { except: string },
): Promise<number> {
  const chosen = 'only' in which ? sql`id = ${which.only}::uuid` : sql`id <> ${which.except}::uuid`;
  const ended = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${platform.clock.now()}
    where tenant_id = ${tx.tenantId} and person_id = ${personId}::bigint and revoked_at is null and ${chosen}
    returning id`);
  for (const { id } of ended) announceEndIn(tx, platform, id);
  return ended.length;
}
