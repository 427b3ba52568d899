import { isoInZone } from '@orbita/domain/foundation';
import type { Kind } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

/** An active claim as returned by `claimColumn`. */
export type ClaimJson = { id: number; staffId: number; by: string; since: string; until: string };

/** The active claim of the item `itemId` in the tenant `tenantId` as JSON, or null. */
export const claimColumn = (kind: Kind, tenantId: Sql, itemId: Sql, now: Date): Sql => sql`(
  select jsonb_build_object('id', c.id, 'staffId', c.staff_id, 'by', holder.name, 'since', c.since, 'until', c.until)
  from work_claim c join staff holder on holder.tenant_id = c.tenant_id and holder.id = c.staff_id
  where c.tenant_id = ${tenantId} and c.kind = ${kind}::text and c.item_id = ${itemId} and c.until > ${now}::timestamptz)`;

/** A claim, as the API returns it (spec 25.4.3). */
export const presentClaim = (claim: ClaimJson | null, { staff }: Pick<Service, 'staff'>, zone: string) =>
  claim && {
    claimId: claim.id,
    staffId: claim.staffId,
    by: claim.by,
    since: isoInZone(new Date(claim.since), zone),
    until: isoInZone(new Date(claim.until), zone),
    mine: claim.staffId === staff?.id,
  };
