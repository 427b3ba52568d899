import type { CallKey } from '@orbita/protocol';
import { type Call, needsTenant, opens } from '@orbita/protocol/foundation';
import type { ActingStaff } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { checkShown } from '../staff/views/hidden.ts';
import type { Caller, ServiceCaller } from './identify.ts';

/** Refuses a known caller who may not make this call (403), or who names no tenant where needed (400). */
export function authorise(key: CallKey, call: Call, caller: Caller, now: Date): void {
  if (caller.auth === 'candidate' && caller.session.view) checkView(key, call);
  if (caller.auth === 'service') authoriseService(call, caller, now);
  if (caller.auth === 'staff') checkConfirmed(call, caller.staff, now);
  if (caller.auth === 'candidate' && caller.session.scope !== 'candidate' && !call.accessKey)
    fail('FORBIDDEN');
}

/** Calls without a session that change cookies or hand out what works without one. */
const ENTRIES = /^GET \/candidate\/(auth|documents\/links|print)\//;

/** Refuses a view everything but what a link of a message reads (spec 25.6.3). */
function checkView(key: CallKey, call: Call): void {
  const reads = call.auth === 'candidate' ? call.accessKey : call.auth === 'public' && !ENTRIES.test(key);
  if (!key.startsWith('GET ') || !reads) fail('VIEW_ONLY');
  checkShown(key);
}

/** Refuses an act for which a person must prove again, or better, who she is (spec 25.2.4). */
function checkConfirmed({ confirm }: Call, proved: Proved, now: Date): void {
  const weak = confirm === 'strong' && proved.method === 'code';
  if (weak && !proved.hasPasskey) fail('STRONGER_SIGN_IN');
  if (weak || (confirm && proved.reauthAt <= now))
    fail('REAUTH_REQUIRED', { extra: { methods: weak ? ['passkey'] : confirmations(proved) } });
}

type Proved = Pick<ActingStaff, 'method' | 'reauthAt' | 'hasPasskey'>;

/** How a person may confirm who she is: as she came in, or better. */
function confirmations({ method, hasPasskey }: Proved): string[] {
  if (method === 'code' || method === 'demo') return hasPasskey ? ['passkey', 'code'] : ['code'];
  return [method];
}

function authoriseService(call: Call, { tenant, service, agrees }: ServiceCaller, now: Date): void {
  if (!agrees) fail('TENANT_MISMATCH');
  if (service.staff) {
    // Which institutions a person may make the call for says whether she may make it at all (spec 25.1.2).
    if (service.institutions?.length === 0) fail('FORBIDDEN');
    checkConfirmed(call, service.staff, now);
  } else if (call.person || (!service.development && !opens(call, service.scopes))) fail('FORBIDDEN');
  // The context types of handlers rely on this check that a tenant is present.
  if (!tenant && needsTenant(call)) fail('TENANT_REQUIRED');
}
