import { isoInZone } from '@orbita/domain/foundation';
import { roles } from '@orbita/domain/staff';
import type { HeldGrant } from '../platform/http/context.ts';
import type { StaffRow } from './store.ts';

/** Roles with their display labels. */
export const presentGrants = (grants: readonly HeldGrant[]) =>
  grants.map((grant) => ({ ...grant, label: roles[grant.role].label }));

/** A staff member as shown to administrators; times in the tenant's time zone. */
export const presentStaff = (row: StaffRow, timeZone: string) => ({
  staffId: row.id,
  name: row.name,
  email: row.email,
  state: row.state,
  grants: presentGrants(row.grants),
  version: row.version,
  changedAt: isoInZone(row.changed_at, timeZone),
  lastSeenAt: row.last_seen_at && isoInZone(row.last_seen_at, timeZone),
});
