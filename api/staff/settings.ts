import type { Platform } from '../platform/platform.ts';
import { parametersOf } from '../tenancy/parameters.ts';

/** How long sessions of the team live at a tenant (spec 25.2.3, 25.2.4), and from when on openings are told (25.2.5). */
export async function staffSettings(platform: Platform, tenantId: number) {
  const parameter = await parametersOf(platform, tenantId);
  return {
    hours: parameter('StaffSessionHours'),
    /** Without input; calls in the background are none. */
    idleMinutes: parameter('StaffIdleMinutes'),
    /** How long after a sign-in or a confirmation acts are open that ask for a recent one. */
    recentMinutes: parameter('StaffReauthMinutes'),
    /** Different people that somebody opens within an hour before the administration hears of it. */
    readAlert: parameter('StaffReadAlert'),
  };
}
