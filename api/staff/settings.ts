import { type ParameterName, type ParameterValue, resolveParameter } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { parametersOf } from '../tenancy/parameters.ts';

type Read = <N extends ParameterName>(name: N) => ParameterValue<N>;

const settingsOf = (parameter: Read) => ({
  hours: parameter('StaffSessionHours'),
  /** Without input; calls in the background are none. */
  idleMinutes: parameter('StaffIdleMinutes'),
  /** How long after a sign-in or a confirmation acts are open that ask for a recent one. */
  recentMinutes: parameter('StaffReauthMinutes'),
  /** Different people that somebody opens within an hour before the administration is notified. */
  readAlert: parameter('StaffReadAlert'),
  /** How often the institution's own sign-in is asked again about a session. */
  recheckMinutes: parameter('StaffIdpRecheckMinutes'),
});

/**
 * How long sessions of the team last at a tenant (spec 25.2.3, 25.2.4), and from when openings are reported (25.2.5); as the node
 * knows it, outside transactions.
 */
export const staffSettings = async (platform: Platform, tenantId: number) =>
  settingsOf(await parametersOf(platform, tenantId));

/** The same inside a transaction. */
export async function staffSettingsIn(tx: Tx) {
  const rows = await tx.many<{ internal_value: string; value: unknown }>(sql`
    select internal_value, value from parameter where tenant_id = ${tx.tenantId} and level = 'tenant' and owner_id = 0`);
  const tenant = Object.fromEntries(rows.map(({ internal_value: name, value }) => [name, value]));
  return settingsOf((name) => resolveParameter(name, { tenant }));
}
