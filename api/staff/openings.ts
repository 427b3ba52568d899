import type { FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { notifyManyOpened } from './notices.ts';
import { staffSettings } from './settings.ts';

const HOUR_MS = 3600_000;

type Opened = (tenantId: number, id: string) => Sql;
const ofPerson: Opened = (_tenantId, id) => sql`select ${id}::bigint as person_id`;
const ofApplication: Opened = (tenantId, id) =>
  sql`select person_id from subscription where tenant_id = ${tenantId} and id = ${id}::bigint`;
const ofDocument: Opened = (tenantId, id) =>
  sql`select s.person_id from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    where d.tenant_id = ${tenantId} and d.id = ${id}::bigint`;
const ofFile: Opened = (tenantId, id) =>
  sql`select s.person_id from document_file f
    join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    where f.tenant_id = ${tenantId} and f.id = ${id}::bigint`;

/** Reads that show one person's data, by the start of the call: an application covers everything below it. */
const OPENINGS: readonly (readonly [call: string, parameter: string, person: Opened])[] = [
  ['GET /operations/persons/{personId}', 'personId', ofPerson],
  ['GET /operations/kept-records/{personId}', 'personId', ofPerson],
  ['GET /operations/subscriptions/{id}', 'id', ofApplication],
  ['GET /operations/documents/files/{fileId}', 'fileId', ofFile],
  ['GET /operations/documents/{id}', 'id', ofDocument],
];

/**
 * Records whose data a member opened. If they opened more different people within an hour than `StaffReadAlert` allows, the
 * administration is notified (NE-10), at most once an hour; nothing is refused (spec 25.2.5).
 */
export async function noteOpening(
  platform: Platform,
  tenantId: number,
  { staff, operator }: Service,
  request: FastifyRequest,
): Promise<void> {
  const action = request.routeOptions.config.key ?? '';
  const opening = OPENINGS.find(([call]) => action === call || action.startsWith(`${call}/`));
  if (!staff || !opening) return;
  const [, parameter, person] = opening;
  const id = (request.params as Record<string, string>)[parameter] ?? '';
  const { readAlert } = await staffSettings(platform, tenantId);
  const now = platform.clock.now();
  const before = new Date(now.getTime() - HOUR_MS);
  await platform.db.write(tenantId, async (tx) => {
    const opened = await tx.one<{ person_id: number }>(sql`
      insert into staff_opening (tenant_id, staff_id, person_id, at)
      select ${tenantId}::bigint, ${staff.id}::bigint, o.person_id, ${now}::timestamptz from (${person(tenantId, id)}) o
      on conflict (tenant_id, staff_id, person_id) do update set at = excluded.at returning person_id`);
    if (!opened) return;
    const many = await tx.one(sql`
      update staff set openings_told_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${staff.id}
        and (openings_told_at is null or openings_told_at <= ${before}::timestamptz)
        and (select count(*) from staff_opening o where o.tenant_id = ${tenantId} and o.staff_id = ${staff.id}
          and o.at > ${before}::timestamptz) > ${readAlert}::int
      returning id`);
    if (many)
      await notifyManyOpened(tx, platform, {
        staffId: staff.id,
        name: operator ?? '',
        most: readAlert,
        at: now,
      });
  });
}
