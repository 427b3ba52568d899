import { needsStrength } from '@orbita/domain/staff';
import { type Call, openersOf } from '@orbita/protocol/foundation';
import type { ActingStaff, Service } from './context.ts';
import { fail } from './errors.ts';

/** Rejects a call for which a team member must confirm their identity again, or more strongly (spec 25.2.4). */
export function checkConfirmed(confirm: Call['confirm'], proved: Proved, now: Date): void {
  const weak = confirm === 'strong' && proved.strength === null;
  if (weak) refuseWeak(proved);
  if (confirm && proved.reauthAt <= now)
    fail('REAUTH_REQUIRED', { extra: { methods: confirmations(proved) } });
}

/** Those with a passkey have to use it; those without one create it, if they may, or ask the administration. */
export function refuseWeak({ hasPasskey }: Pick<Proved, 'hasPasskey'>): never {
  return hasPasskey ? fail('REAUTH_REQUIRED', { extra: { methods: ['passkey'] } }) : fail('STRONGER_SIGN_IN');
}

/**
 * With a weak sign-in, rejects every call that shows or changes people in bulk, documents, money, privacy or the team (spec
 * 25.2.4); the harmless parts of the caller's roles remain open.
 */
export function checkStrength(call: Pick<Call, 'scope' | 'alsoScope'>, staff: ActingStaff): void {
  if (staff.strength === null && needsStrength(staff.grants, openersOf(call), call.alsoScope))
    refuseWeak(staff);
}

type Proved = Pick<ActingStaff, 'method' | 'reauthAt' | 'hasPasskey' | 'strength'>;

/** How a team member can confirm their identity: the same way they signed in, or more strongly. */
function confirmations({ method, hasPasskey }: Proved): string[] {
  if (method === 'code' || method === 'demo') return hasPasskey ? ['passkey', 'code'] : ['code'];
  return [method];
}

/** Like `checkConfirmed`, for a call of which only part requires it; does not apply to service tokens. */
export function requireConfirmed(
  { staff }: Pick<Service, 'staff'>,
  confirm: Call['confirm'],
  now: Date,
): void {
  if (staff) checkConfirmed(confirm, staff, now);
}
