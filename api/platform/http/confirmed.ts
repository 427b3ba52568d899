import type { Call } from '@orbita/protocol/foundation';
import type { ActingStaff, Service } from './context.ts';
import { fail } from './errors.ts';

/** Refuses an act for which a person must prove again, or better, who she is (spec 25.2.4). */
export function checkConfirmed(confirm: Call['confirm'], proved: Proved, now: Date): void {
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

/** The same inside a call of which a part alone needs it; service tokens are not asked. */
export function requireConfirmed(
  { staff }: Pick<Service, 'staff'>,
  confirm: Call['confirm'],
  now: Date,
): void {
  if (staff) checkConfirmed(confirm, staff, now);
}
