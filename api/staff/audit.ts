import { audit } from '../caller/audit/write.ts';
import type { HostContext, Service, StaffSession } from '../platform/http/context.ts';
import { serviceOf } from './service.ts';

/** Records what a staff member did with their own access: signed in, confirmed, signed out (spec 25.2.5). */
export const auditStaff = (
  { platform, tenant, request }: Pick<HostContext, 'platform' | 'tenant' | 'request'>,
  session: StaffSession,
): Promise<void> => audit(platform, [tenant.id], serviceOf(tenant, session, null), request, { status: 200 });

/** No one's session: what an institution's provider does, or people it sent whom the console refused. */
const ofProvider = (tenantId: number, operator: string): Service => ({
  tokenName: 'equipe',
  scopes: [],
  institutions: null,
  operator,
  development: false,
  tenantId,
  tokenId: null,
});

/** Records that a person sent by the provider was refused. */
export const auditRefused = (
  { platform, tenant, request }: Pick<HostContext, 'platform' | 'tenant' | 'request'>,
  operator: string,
  status: number,
): Promise<void> => audit(platform, [tenant.id], ofProvider(tenant.id, operator), request, { status });

/** Records that the provider ended a person's sessions. */
export const auditEnded = (
  { platform, request }: Pick<HostContext, 'platform' | 'request'>,
  tenantId: number,
  operator: string,
  { staffId, sessionId }: { staffId: number; sessionId: number },
): Promise<void> => {
  const staff = {
    id: staffId,
    sessionId,
    grants: [],
    role: null,
    method: 'idp',
    reauthAt: platform.clock.now(),
    hasPasskey: false,
    strength: null,
  } as const;
  return audit(platform, [tenantId], { ...ofProvider(tenantId, operator), staff }, request, { status: 200 });
};
