import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

/** Courses of an offer with their poles, as written in a catalogue. */
type Seats = readonly { course: string; poles: readonly { pole: string }[] }[];
export type PlaceNames = { courses: Record<string, string>; poles: Record<string, string> };

/** The seats of an offer in a value from a catalogue; empty if it is something else. */
export const seatsIn = (value: unknown): Seats => {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const isSeat = (one: unknown): one is Seats[number] =>
    typeof one === 'object' &&
    one !== null &&
    'course' in one &&
    Array.isArray((one as { poles?: unknown }).poles);
  return rows.filter(isSeat);
};

/** Display names of courses and poles by code; those not stored yet are missing. */
export async function placeNames(on: Runner, seats: Seats): Promise<PlaceNames> {
  const courses = [...new Set(seats.map(({ course }) => course))];
  if (courses.length === 0) return { courses: {}, poles: {} };
  const poles = [...new Set(seats.flatMap((one) => one.poles.map(({ pole }) => pole)))];
  const found = await on.one<PlaceNames>(sql`
    select (select coalesce(jsonb_object_agg(c.code, c.name), '{}') from course c
        where c.tenant_id = ${on.tenantId} and c.code = any(${courses}::text[])) as courses,
      (select coalesce(jsonb_object_agg(p.code, p.description), '{}') from pole p
        where p.tenant_id = ${on.tenantId} and p.code = any(${poles}::text[])) as poles`);
  return found ?? { courses: {}, poles: {} };
}

/** Adds names next to the codes of seats, for people who review a change. */
export const namedSeats = (value: unknown, { courses, poles }: PlaceNames): unknown =>
  Array.isArray(value) && seatsIn(value).length === value.length
    ? seatsIn(value).map((one) => ({
        ...one,
        ...(courses[one.course] ? { courseName: courses[one.course] } : {}),
        poles: one.poles.map((at) => ({ ...at, ...(poles[at.pole] ? { poleName: poles[at.pole] } : {}) })),
      }))
    : value;
