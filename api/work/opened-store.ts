import type { Status } from '@orbita/domain/subscription';
import sql, { empty } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

/** Number of applications remembered per team member (spec 25.5). */
const MOST_KEPT = 10;

/**
 * Records that a person opened an application, and deletes all but their ten most recent ones. Does nothing for an application
 * that does not exist.
 */
export async function writeOpened(
  tx: Tx,
  { staffId, subscriptionId, at }: { staffId: number; subscriptionId: string; at: Date },
): Promise<void> {
  // Serialised per person, so that two tabs do not store an eleventh.
  await tx.one(sql`
    select id from staff where tenant_id = ${tx.tenantId} and id = ${staffId} for no key update`);
  await tx.many(sql`
    insert into work_opened (tenant_id, staff_id, subscription_id, at)
    select s.tenant_id, ${staffId}::bigint, s.id, ${at}::timestamptz
    from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${subscriptionId}::bigint
    on conflict (tenant_id, staff_id, subscription_id) do update set at = excluded.at returning 1`);
  await tx.many(sql`
    delete from work_opened where tenant_id = ${tx.tenantId} and staff_id = ${staffId} and subscription_id in (
      select o.subscription_id from work_opened o where o.tenant_id = ${tx.tenantId} and o.staff_id = ${staffId}
      order by o.at desc, o.subscription_id desc offset ${MOST_KEPT}::int) returning 1`);
}

export type OpenedRow = {
  id: number;
  status: Status;
  name: string;
  social_name: string | null;
  course_name: string;
  institution_code: string;
  at: Date;
};

/** What a person opened most recently, newest first, within some institutions (null = all) and optionally only one of them. */
export const openedRows = (
  on: Runner,
  {
    staffId,
    institutions,
    institution,
  }: { staffId: number; institutions: readonly string[] | null; institution: string | undefined },
): Promise<OpenedRow[]> =>
  on.many<OpenedRow>(sql`
    select s.id, s.status, p.name, p.social_name, c.name as course_name, i.code as institution_code, o.at
    from work_opened o
    join subscription s on s.tenant_id = o.tenant_id and s.id = o.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.anonymised_at is null
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where o.tenant_id = ${on.tenantId} and o.staff_id = ${staffId}
      ${institutions ? sql`and i.code = any(${institutions}::text[])` : empty}
      ${institution === undefined ? empty : sql`and i.code = ${institution}`}
    order by o.at desc, s.id desc`);
