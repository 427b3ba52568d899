import type { Query } from '@orbita/protocol';
import sql, { empty } from 'sql-template-tag';
import type { Service, Tenant } from '../platform/http/context.ts';
import { type List, listPage } from '../platform/lists/list-page.ts';
import type { Platform } from '../platform/platform.ts';
import { presentStaff } from './present.ts';
import { type StaffRow, seenBy, staffColumns } from './store.ts';

type StaffQuery = Query<'GET /operations/staff'>;

type Seeing = { service: Service; query: StaffQuery; most: number };

const staffList = (tenantId: number, { service, query: { state, role, q }, most }: Seeing): List => ({
  from: ['staff', 's'],
  where: sql`s.tenant_id = ${tenantId}${seenBy(service.institutions)}
    ${state ? sql` and s.state = ${state}` : empty}
    ${q ? sql` and (strpos(lower(s.name), ${q.toLowerCase()}) > 0 or strpos(s.email, ${q.toLowerCase()}) > 0)` : empty}
    ${
      role
        ? sql` and exists (select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id
            and g.ended_at is null and g.role = ${role})`
        : empty
    }`,
  columns: staffColumns,
  at: sql`s.changed_at`,
  bounded: { tenant: sql`s.tenant_id = ${tenantId}`, most, ways: [[sql`true`]] },
});

/** Lists staff members: those with a role in an institution the caller may see. */
export const listStaff = (platform: Platform, tenant: Tenant, service: Service, query: StaffQuery) =>
  listPage(
    platform.db.tenant(tenant.id),
    staffList(tenant.id, { service, query, most: platform.config.listLook }),
    query,
    (row: StaffRow) => presentStaff(row, tenant.timeZone),
  );
