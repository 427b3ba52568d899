import type { Kind } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

type Of = { kind: Kind; service: Pick<Service, 'staff'>; now: Date };

/**
 * Whether the caller is not offered an item now: she skipped it within the last day, or had her say about it (spec 25.4.4). Of
 * `itemId` in the tenant of the row `tenantId`; never for a service token.
 */
export const isSkipped = ({ kind, service, now }: Of, tenantId: Sql, itemId: Sql): Sql => sql`exists (
  select from work_skip k where k.tenant_id = ${tenantId} and k.kind = ${kind}::text and k.item_id = ${itemId}
    and k.staff_id = ${service.staff?.id ?? 0} and (k.until is null or k.until > ${now}::timestamptz))`;
