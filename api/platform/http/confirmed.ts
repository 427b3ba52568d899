import { needsStrength } from '@orbita/domain/staff';
import { type Call, openersOf } from '@orbita/protocol/foundation';
import type { ActingStaff, Service } from './context.ts';
import { fail } from './errors.ts';

/** Refuses an act for which a person must prove again, or better, who she is (spec 25.2.4). */
export function checkConfirmed(confirm: Call['confirm'], proved: Proved, now: Date): void {
  const weak = confirm === 'strong' && proved.strength === null;
  if (weak) refuseWeak(proved);
  if (confirm && proved.reauthAt <= now)
    fail('REAUTH_REQUIRED', { extra: { methods: confirmations(proved) } });
}

/** Who has a passkey shows it; who has none makes one, if she may, or asks the administration. */
export function refuseWeak({ hasPasskey }: Pick<Proved, 'hasPasskey'>): never {
  return hasPasskey ? fail('REAUTH_REQUIRED', { extra: { methods: ['passkey'] } }) : fail('STRONGER_SIGN_IN');
}

/**
 * Refuses a weak sign-in whatever shows or changes people in bulk, documents, money, privacy or the team (spec 25.2.4); what it
 * opens is what the harmless parts of her roles open.
 */
export function checkStrength(call: Pick<Call, 'scope' | 'alsoScope'>, staff: ActingStaff): void {
  if (staff.strength === null && needsStrength(staff.grants, openersOf(call), call.alsoScope))
    refuseWeak(staff);
}

type Proved = Pick<ActingStaff, 'method' | 'reauthAt' | 'hasPasskey' | 'strength'>;

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
