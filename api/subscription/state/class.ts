import { isHoldOver } from '@orbita/domain/enrolment';
import { isoInZone } from '@orbita/domain/foundation';
import { type Facts, STATUS, type Status } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { OPEN_CHARGE } from './open-charge.ts';

/** Class of an application whose offer has classes; null for all others. */
export type ClassState = {
  /** Whether any class of its offer and pole has a free place. */
  free: boolean;
  /** Whether the application is waiting for a place and has not been notified of one. */
  waiting: boolean;
  /** Chosen class; null if none is chosen yet. */
  id: number | null;
  /** First day of the chosen class. */
  start: string | null;
  state: 'held' | 'confirmed' | null;
  /** End of the reservation, or of its open charge if that is later (spec 12.2). */
  ends: string | null;
} | null;

/** End of a reservation, or of its open charge if that is later; uses the aliases `h` and `s`. */
export const holdEnd: Sql = sql`greatest(h.expires_at, (
    select max(y.expires_at) from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
      and y.state in ${OPEN_CHARGE}))`;

/** SQL condition: any class of the offer and pole of the alias `s` has a free place. */
export const classFree: Sql = sql`exists(
        select from academic_class f where f.tenant_id = s.tenant_id and f.offer_id = s.offer_id
          and f.pole_id = s.pole_id and f.retired_at is null and f.taken < f.slots)`;

/** Column with the `ClassState` of the subscription `s`, whose offer has classes. */
export const classColumn: Sql = sql`(
    select jsonb_build_object('free', ${classFree},
      'waiting', s.awaits_class, 'id', h.academic_class_id, 'start', k.start_date, 'state', h.state, 'ends', ${holdEnd})
    from (select 1) one
    left join class_hold h on h.tenant_id = s.tenant_id and h.subscription_id = s.id
    left join academic_class k on k.tenant_id = h.tenant_id and k.id = h.academic_class_id)`;

type Row = { class: ClassState };

/** Facts for the transition rules about classes (TR-71, 75, 83, 85). */
export const classFacts = (row: Row, now: Date): Facts =>
  row.class === null
    ? {}
    : {
        classSelected: row.class.id !== null,
        classFree: row.class.free && !row.class.waiting,
        classHoldOver:
          row.class.state === 'held' && row.class.ends !== null && isHoldOver(new Date(row.class.ends), now),
      };

/** End of the reservation of a candidate who has to pay, ISO 8601; null if the reservation has no end. */
export const holdDeadline = (row: Row & { status: Status; time_zone: string }): string | null =>
  row.status === STATUS.EnrollmentPending && row.class?.state === 'held' && row.class.ends
    ? isoInZone(new Date(row.class.ends), row.time_zone)
    : null;
