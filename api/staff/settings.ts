import { type ParameterName, type ParameterValue, resolveParameter } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { parametersOf } from '../tenancy/parameters.ts';

type Read = <N extends ParameterName>(name: N) => ParameterValue<N>;

const settingsOf = (parameter: Read) => ({
  hours: parameter('StaffSessionHours'),
  /** Minutes without input; background calls don't count as input. */
  idleMinutes: parameter('StaffIdleMinutes'),
  /** Minutes after a sign-in or confirmation during which acts that require a recent one are allowed. */
  recentMinutes: parameter('StaffReauthMinutes'),
  /** Number of different people a member may open within an hour before the administration is notified. */
  readAlert: parameter('StaffReadAlert'),
  /** Minutes between two rechecks of a session with the institution's own sign-in. */
  recheckMinutes: parameter('StaffIdpRecheckMinutes'),
});

/**
 * How long staff sessions last at a tenant (spec 25.2.3, 25.2.4), and when openings are reported (25.2.5). From the node's
 * cache; for use outside transactions.
 */
export const staffSettings = async (platform: Platform, tenantId: number) =>
  settingsOf(await parametersOf(platform, tenantId));

/** The same within a transaction. */
export async function staffSettingsIn(tx: Tx) {
  const rows = await tx.many<{ internal_value: string; value: unknown }>(sql`
    select internal_value, value from parameter where tenant_id = ${tx.tenantId} and level = 'tenant' and owner_id = 0`);
  const tenant = Object.fromEntries(rows.map(({ internal_value: name, value }) => [name, value]));
  return settingsOf((name) => resolveParameter(name, { tenant }));
}
