import { type Call, needsTenant, opens } from '@orbita/protocol/foundation';
import { fail } from '../platform/http/errors.ts';
import type { Caller, ServiceCaller } from './identify.ts';

/** Refuses a known caller who may not make this call (403), or who names no tenant where needed (400). */
export function authorise(call: Call, caller: Caller): void {
  if (caller.auth === 'service') authoriseService(call, caller);
  if (caller.auth === 'candidate' && caller.session.scope !== 'candidate' && !call.accessKey)
    fail('FORBIDDEN');
}

function authoriseService(call: Call, { tenant, service, agrees }: ServiceCaller): void {
  if (!agrees) fail('TENANT_MISMATCH');
  if (!service.development && !opens(call, service.scopes)) fail('FORBIDDEN');
  // The context types of handlers rely on this check that a tenant is present.
  if (!tenant && needsTenant(call)) fail('TENANT_REQUIRED');
}
