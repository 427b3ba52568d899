import type { Kind } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

type Of = { kind: Kind; service: Pick<Service, 'staff'>; now: Date };

/**
 * Whether the item `itemId` in the tenant `tenantId` is currently not offered to the caller: they skipped it within the last day,
 * or already gave their mark or decision (spec 25.4.4). Always false for a service token.
 */
export const isSkipped = ({ kind, service, now }: Of, tenantId: Sql, itemId: Sql): Sql => sql`exists (
  select from work_skip k where k.tenant_id = ${tenantId} and k.kind = ${kind}::text and k.item_id = ${itemId}
    and k.staff_id = ${service.staff?.id ?? 0} and (k.until is null or k.until > ${now}::timestamptz))`;
