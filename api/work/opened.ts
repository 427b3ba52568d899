import { isoInZone, shownName } from '@orbita/domain/foundation';
import { type Status, statusInfo } from '@orbita/domain/subscription';
import type { FastifyRequest } from 'fastify';
import sql, { empty } from 'sql-template-tag';
import type { Service, ServiceContext } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';

/** Applications kept for each person of the team (spec 25.5). */
const MOST_KEPT = 10;
const OPENING = 'GET /operations/subscriptions/{id}';

/**
 * Keeps which application somebody of the team opened, and forgets all but her last ten (spec 25.5). Other calls, and those of
 * service tokens, open nothing.
 */
export async function keepOpened(
  platform: Platform,
  tenantId: number,
  { staff }: Service,
  request: FastifyRequest,
): Promise<void> {
  if (!staff || request.routeOptions.config.key !== OPENING) return;
  const { id } = request.params as { id: string };
  const now = platform.clock.now();
  await platform.db.write(tenantId, async (tx) => {
    // One after the other for each person, so that two tabs together keep no eleventh.
    await tx.one(sql`
      select id from staff where tenant_id = ${tenantId} and id = ${staff.id} for no key update`);
    await tx.many(sql`
      insert into work_opened (tenant_id, staff_id, subscription_id, at)
      select s.tenant_id, ${staff.id}::bigint, s.id, ${now}::timestamptz
      from subscription s where s.tenant_id = ${tenantId} and s.id = ${id}::bigint
      on conflict (tenant_id, staff_id, subscription_id) do update set at = excluded.at returning 1`);
    await tx.many(sql`
      delete from work_opened where tenant_id = ${tenantId} and staff_id = ${staff.id} and subscription_id in (
        select o.subscription_id from work_opened o where o.tenant_id = ${tenantId} and o.staff_id = ${staff.id}
        order by o.at desc, o.subscription_id desc offset ${MOST_KEPT}::int) returning 1`);
  });
}

type Row = {
  id: number;
  status: Status;
  name: string;
  social_name: string | null;
  course_name: string;
  institution_code: string;
  at: Date;
};

/**
 * Applications that the caller opened last, newest first, of the institutions that she may see today (spec 25.5); without
 * document and contacts, which a line that leads to the application does not need.
 */
export async function openedApplications(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  institution: string | undefined,
) {
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    select s.id, s.status, p.name, p.social_name, c.name as course_name, i.code as institution_code, o.at
    from work_opened o
    join subscription s on s.tenant_id = o.tenant_id and s.id = o.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.anonymised_at is null
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where o.tenant_id = ${tenant.id} and o.staff_id = ${service.staff?.id ?? 0}
      ${service.institutions ? sql`and i.code = any(${service.institutions}::text[])` : empty}
      ${institution === undefined ? empty : sql`and i.code = ${institution}`}
    order by o.at desc, s.id desc`);
  return rows.map((row) => ({
    subscriptionId: row.id,
    name: shownName({ name: row.name, socialName: row.social_name }),
    courseName: row.course_name,
    status: row.status,
    statusName: statusInfo(row.status).label,
    statusColor: statusInfo(row.status).color,
    institutionCode: row.institution_code,
    openedAt: isoInZone(row.at, tenant.timeZone),
  }));
}
