import { PROOF } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Session, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type Asker = { platform: Platform; tenant: Pick<Tenant, 'id'>; session: Pick<Session, 'sessionId'> };

/** Until when the session's last proof of identity counts (spec 5.5); undefined if there is none that still does. */
export async function provedUntil({ platform, tenant, session }: Asker): Promise<Date | undefined> {
  const row = await platform.db.tenant(tenant.id).one<{ proved_at: Date | null }>(sql`
    select proved_at from login_session
    where tenant_id = ${tenant.id} and id = ${session.sessionId}::uuid and revoked_at is null`);
  if (!row?.proved_at) return undefined;
  const now = platform.clock.now().getTime();
  const until = row.proved_at.getTime() + PROOF.seconds * 1000;
  // If the clock was set back, a proof "in the future" must not count for longer.
  return until > now && row.proved_at.getTime() <= now ? new Date(until) : undefined;
}

/** Refuses a session whose holder hasn't proved their identity within the last minutes. @throws `REAUTH_REQUIRED` */
export async function requireProof(asker: Asker): Promise<void> {
  if (!(await provedUntil(asker))) fail('REAUTH_REQUIRED');
}
