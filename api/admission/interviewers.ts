import { carries, partsOfRole, ROLES } from '@orbita/domain/staff';
import sql, { type Sql } from 'sql-template-tag';
import { shapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';

/** Roles whose holders conduct interviews. */
const INTERVIEWING = ROLES.filter((role) =>
  (['admissions.interview', 'admissions.decide'] as const).some((part) => carries(partsOfRole(role), part)),
);

/** Team members `s` who currently conduct interviews of an institution. */
const interviewing = (tenantId: number, institution: string): Sql => sql`
  s.tenant_id = ${tenantId} and s.state = 'active' and exists (
    select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null
      and g.role = any(${INTERVIEWING}::text[])
      and (g.institutions is null or g.institutions @> ${JSON.stringify([institution])}::jsonb))`;

/** People who may conduct interviews of an institution, sorted by name. */
export const interviewersOf = async (on: Runner, institution: string) => {
  const rows = await on.many<{ staff_id: number; name: string }>(sql`
    select s.id as staff_id, s.name from staff s where ${interviewing(on.tenantId, institution)} order by s.name, s.id
    limit 200`);
  return rows.map(shapeOf);
};

type Slot = { interviewId: number; institution: string; at: Date; minutes: number };

/**
 * Refuses an interviewer who does not conduct interviews there (422), and one who has another interview at that time (409
 * `INTERVIEWER_BUSY`). The interviewer's row is locked, so that the second of two concurrent appointments sees the first.
 */
export async function checkInterviewer(tx: Tx, staffId: number, slot: Slot): Promise<void> {
  const person = await tx.one<{ name: string }>(sql`
    select s.name from staff s where s.id = ${staffId} and ${interviewing(tx.tenantId, slot.institution)}
    for no key update of s`);
  if (!person) invalid([{ field: 'interviewerId', message: 'Esta pessoa não faz entrevistas aqui.' }]);
  const end = new Date(slot.at.getTime() + slot.minutes * 60_000);
  const busy = await tx.one(sql`
    select id from interview
    where tenant_id = ${tx.tenantId} and interviewer_id = ${staffId} and id <> ${slot.interviewId}
      and state = 'scheduled' and waiting and appointment_at < ${end}::timestamptz
      and appointment_at + minutes * interval '1 minute' > ${slot.at}::timestamptz
      and appointment_at > ${slot.at}::timestamptz - interval '8 hours' limit 1`);
  if (busy) fail('INTERVIEWER_BUSY', { message: `${person?.name} já tem entrevista neste horário.` });
}
