import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Session, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { companionOf, forgetSession } from './session.ts';

/** Channel on which nodes notify each other of sessions that ended. */
export const REVOKED_CHANNEL = 'orbita_revoked';

/** Notifies this node and all others that a session ended. */
async function announceEnd(platform: Platform, tenantId: number, sessionId: string): Promise<void> {
  const key = `${tenantId}:${sessionId}`;
  forgetSession(platform, key);
  await platform.db.notify(REVOKED_CHANNEL, key);
}

/** Same as `announceEnd`, when a transaction commits: all nodes, including this one, are notified then. */
export function announceEndIn(tx: Tx, platform: Platform, sessionId: string): void {
  const key = `${tx.tenantId}:${sessionId}`;
  forgetSession(platform, key);
  tx.notify(REVOKED_CHANNEL, key);
}

/**
 * For changes of credentials: fails if the session has ended since the request began, and prevents it from ending until the
 * transaction is over.
 * @throws `UNAUTHENTICATED`
 */
export async function holdSession(tx: Tx, { sessionId }: Pick<Session, 'sessionId'>): Promise<void> {
  const open = await tx.one(sql`
    select id from login_session where tenant_id = ${tx.tenantId} and id = ${sessionId}::uuid and revoked_at is null
    for share`);
  if (!open) fail('UNAUTHENTICATED');
}

/** Ends one session on every node. */
export async function revokeSession(platform: Platform, tenant: Tenant, sessionId: string): Promise<void> {
  await platform.db.tenant(tenant.id).one(sql`
    update login_session set revoked_at = ${platform.clock.now()}
    where tenant_id = ${tenant.id} and id = ${sessionId} and revoked_at is null returning id`);
  await announceEnd(platform, tenant.id, sessionId);
}

/**
 * Ends the browser's previous session on sign-in: the new one replaces it, whoever it belonged to (S7). It is identified by the
 * companion cookie alone, because its token may be missing or expired.
 */
export async function replaceSession(
  platform: Platform,
  tenant: Tenant,
  tx: Tx,
  request: FastifyRequest,
): Promise<void> {
  const companion = companionOf(platform, request);
  if (!companion) return;
  const ended = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${platform.clock.now()}
    where tenant_id = ${tenant.id} and companion_hash = ${secretHash(companion)} and subscription_id is null
      and revoked_at is null returning id`);
  for (const { id } of ended) announceEndIn(tx, platform, id);
}
