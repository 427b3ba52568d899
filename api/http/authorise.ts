import type { CallKey } from '@orbita/protocol';
import { type Call, needsTenant, opens } from '@orbita/protocol/foundation';
import { checkConfirmed, checkStrength } from '../platform/http/confirmed.ts';
import { fail } from '../platform/http/errors.ts';
import { checkShown } from '../staff/views/hidden.ts';
import type { Caller, ServiceCaller } from './identify.ts';

/** Refuses a known caller who may not make this call (403), or who names no tenant although one is needed (400). */
export function authorise(key: CallKey, call: Call, caller: Caller, now: Date): void {
  if (caller.auth === 'candidate' && caller.session.view) checkView(key, call);
  if (caller.auth === 'service') authoriseService(call, caller, now);
  if (caller.auth === 'staff') checkConfirmed(call.confirm, caller.staff, now);
  if (caller.auth === 'candidate' && caller.session.scope !== 'candidate' && !call.accessKey)
    fail('FORBIDDEN');
}

/** Calls without a session that change cookies or return something that works without a session. */
const ENTRIES = /^GET \/candidate\/(auth|documents\/links|print)\//;

/** Refuses everything in a view except what a link from a message may read (spec 25.6.3). */
function checkView(key: CallKey, call: Call): void {
  const reads = call.auth === 'candidate' ? call.accessKey : call.auth === 'public' && !ENTRIES.test(key);
  if (!key.startsWith('GET ') || !reads) fail('VIEW_ONLY');
  checkShown(key);
}

function authoriseService(call: Call, { tenant, service, agrees }: ServiceCaller, now: Date): void {
  if (!agrees) fail('TENANT_MISMATCH');
  if (service.staff) {
    // The institutions for which a person may make the call determine whether they may make it at all (spec 25.1.2).
    if (service.institutions?.length === 0) fail('FORBIDDEN');
    checkStrength(call, service.staff);
    checkConfirmed(call.confirm, service.staff, now);
  } else if (call.person || (!service.development && !opens(call, service.scopes))) fail('FORBIDDEN');
  // The context types of handlers rely on this check that a tenant is present.
  if (!tenant && needsTenant(call)) fail('TENANT_REQUIRED');
}
