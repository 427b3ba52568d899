import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

/** Courses of an offer with their poles, as a catalogue writes them. */
type Seats = readonly { course: string; poles: readonly { pole: string }[] }[];
export type PlaceNames = { courses: Record<string, string>; poles: Record<string, string> };

/** The seats of an offer in a value that came from a catalogue; none where it is something else. */
export const seatsIn = (value: unknown): Seats => {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const isSeat = (one: unknown): one is Seats[number] =>
    typeof one === 'object' &&
    one !== null &&
    'course' in one &&
    Array.isArray((one as { poles?: unknown }).poles);
  return rows.filter(isSeat);
};

/** Names of courses and poles by their codes, as people know them; what is not stored yet has none. */
export async function placeNames(on: Runner, tenantId: number, seats: Seats): Promise<PlaceNames> {
  const courses = [...new Set(seats.map(({ course }) => course))];
  if (courses.length === 0) return { courses: {}, poles: {} };
  const poles = [...new Set(seats.flatMap((one) => one.poles.map(({ pole }) => pole)))];
  const found = await on.one<PlaceNames>(sql`
    select (select coalesce(jsonb_object_agg(c.code, c.name), '{}') from course c
        where c.tenant_id = ${tenantId} and c.code = any(${courses}::text[])) as courses,
      (select coalesce(jsonb_object_agg(p.code, p.description), '{}') from pole p
        where p.tenant_id = ${tenantId} and p.code = any(${poles}::text[])) as poles`);
  return found ?? { courses: {}, poles: {} };
}

/** Seats with the names beside their codes, for who reads what changes. */
export const namedSeats = (value: unknown, { courses, poles }: PlaceNames): unknown =>
  Array.isArray(value) && seatsIn(value).length === value.length
    ? seatsIn(value).map((one) => ({
        ...one,
        ...(courses[one.course] ? { courseName: courses[one.course] } : {}),
        poles: one.poles.map((at) => ({ ...at, ...(poles[at.pole] ? { poleName: poles[at.pole] } : {}) })),
      }))
    : value;
