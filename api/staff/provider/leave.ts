import sql from 'sql-template-tag';
import type { StaffContext } from '../../platform/http/context.ts';
import { consoleOf } from '../../tenancy/console.ts';
import { openRefreshToken } from './session-part.ts';

/**
 * Revokes what a session had from the institution's own sign-in, and returns the address where the browser can sign out there
 * too; undefined for a session with another sign-in method or a provider without such an address.
 */
export async function leaveProvider(
  ctx: Pick<StaffContext, 'platform' | 'tenant' | 'staff' | 'request'>,
): Promise<string | undefined> {
  const { platform, tenant, staff, request } = ctx;
  if (staff.method !== 'idp') return undefined;
  const { identityProvider } = await consoleOf(platform, tenant.id);
  if (!identityProvider) return undefined;
  const row = await platform.db.tenant(tenant.id).one<{ sealed: string | null }>(sql`
    select refresh_token as sealed from staff_session where tenant_id = ${tenant.id} and id = ${staff.sessionId}`);
  const token = row?.sealed ? openRefreshToken(platform, tenant.id, row.sealed) : undefined;
  const origin = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
  return platform.ports.staffProvider.leave(identityProvider, token, `${origin}/orbita/equipe/entrar`);
}
