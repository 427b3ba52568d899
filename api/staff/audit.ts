import { audit } from '../operations/audit.ts';
import type { HostContext } from '../platform/http/context.ts';
import { serviceOf } from './service.ts';
import type { StaffSession } from './session.ts';

/** Records what somebody of the team did with her own access: in, confirmed, out (spec 25.2.5). */
export const auditStaff = (
  { platform, tenant, request }: Pick<HostContext, 'platform' | 'tenant' | 'request'>,
  session: StaffSession,
  status: number,
): Promise<void> => audit(platform, [tenant.id], serviceOf(tenant, session, null), request, { status });
