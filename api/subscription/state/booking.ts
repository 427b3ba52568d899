import { mayReschedule, reschedulingOf, type SlotRules } from '@orbita/domain/selection';
import type { Facts } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';

/** The test of an application, whether booked or already graded. */
export type Booking = {
  slot: number;
  /** Time of the test, ISO 8601. */
  at: string;
  place: string;
  /** Places have no table: a place is identified by the id of the first slot ever created there. */
  placeId: number;
  pole: number;
  poleName: string;
  address: string | null;
  state: 'booked' | 'approved' | 'rejected';
  /** How often the candidate rescheduled a test of this application. */
  reschedules: number;
};

/** Id of the place of the slot `alias`. */
export const placeIdOf = (alias: Sql): Sql => sql`
  (select min(first.id) from schedule_slot first where first.tenant_id = ${alias}.tenant_id
     and first.pole_id = ${alias}.pole_id and first.place = ${alias}.place)`;

/** Column with the `Booking` of a subscription `s`; null if it has none. */
export const bookingColumn: Sql = sql`(
    select jsonb_build_object('slot', x.id, 'at', x.at, 'place', x.place, 'placeId', ${placeIdOf(sql`x`)},
      'pole', x.pole_id, 'poleName', xp.description, 'address', xp.address, 'state', b.state, 'reschedules', (
        select count(*)::int from test_booking r where r.tenant_id = b.tenant_id
          and r.subscription_id = b.subscription_id and r.state = 'rescheduled'))
    from test_booking b
    join schedule_slot x on x.tenant_id = b.tenant_id and x.id = b.schedule_slot_id
    join pole xp on xp.tenant_id = x.tenant_id and xp.id = x.pole_id
    where b.tenant_id = s.tenant_id and b.subscription_id = s.id and b.state in ('booked', 'approved', 'rejected')
    order by b.id desc limit 1)`;

type Parameter = (name: 'RescheduleLimitHours' | 'RescheduleMaxTimes') => number;

const rulesOf = (parameter: Parameter): SlotRules => ({
  limitHours: parameter('RescheduleLimitHours'),
  maxTimes: parameter('RescheduleMaxTimes'),
});

const movedTest = ({ at, reschedules }: Booking) => ({ at: new Date(at), reschedules });

/** Until when and how often a booked test can still be rescheduled (S-14); null if none is booked. */
export const bookingLimits = (booking: Booking | null, parameter: Parameter) =>
  booking?.state === 'booked' ? reschedulingOf(movedTest(booking), rulesOf(parameter)) : null;

/** Facts about the booked test for the guards (TR-31, TR-32). */
export function bookingFacts(
  booking: Booking | null,
  poleId: number,
  now: Date,
  parameter: Parameter,
): Partial<Facts> {
  if (booking?.state !== 'booked') return {};
  const { inTime, left } = mayReschedule(movedTest(booking), now, rulesOf(parameter));
  return { rescheduleInTime: inTime, reschedulesLeft: left, slotOfOtherPole: booking.pole !== poleId };
}
