import { addDays, daysBetween, startOfDay } from '@orbita/domain/foundation';
import { type DailyRow, dailyFinding, headlineOf, MOST_DAYS } from '@orbita/domain/report';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { invalid } from '../platform/http/errors.ts';
import { type Asked, narrowed } from './asked.ts';

/** Number of whole days before today that are shown by default. */
const USUAL_DAYS = 30;

/** Days to show: the chosen ones (422 for more than a year), otherwise the last ones of the intake. */
function daysOf({ wish, today, intakes }: Asked): string[] {
  const begins = intakes.map(({ from }) => from).sort()[0] ?? today;
  const ends =
    intakes
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? today;
  const to = wish.to ?? (ends < today ? ends : today);
  const usual = addDays(to, -USUAL_DAYS);
  const from = wish.from ?? (usual > begins ? usual : begins);
  const count = Math.max(0, daysBetween(from, to) + 1);
  if (count > MOST_DAYS) invalid([{ field: 'from', message: `At most ${MOST_DAYS} days at once` }]);
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

/** A day of an intake, and the shown day to which it counts. */
type Slot = { day: string; intake: number; counts: string; before: boolean };

/** The days of each intake, and the days of the previous one at the same distance from its start. */
const slotsOf = ({ intakes }: Asked, days: readonly string[], compared: boolean): Slot[] =>
  intakes.flatMap(({ id, from, before }) =>
    days.flatMap((day) => [
      { day, intake: id, counts: day, before: false },
      ...(before && compared
        ? [{ day, intake: before.id, counts: addDays(before.from, daysBetween(from, day)), before: true }]
        : []),
    ]),
  );

/** Applications created on each day, and on the corresponding day of the previous intake (spec-console 25.13). */
export async function daily(on: Runner, asked: Asked) {
  const { tenant, wish, intakes, today } = asked;
  const days = daysOf(asked);
  // An offer belongs to a single intake, so the previous one has nothing for it.
  const compared = wish.offer === undefined && intakes.some(({ before }) => before !== null);
  const slots = slotsOf(asked, days, compared);
  const ids = [...new Set(slots.map(({ intake }) => intake))];
  const found = await on.many<{ day: string; before: boolean; count: number }>(sql`
    select d.day, d.before, sum(x.count)::int as count
    from unnest(${slots.map(({ day }) => day)}::text[], ${slots.map(({ before }) => before)}::boolean[],
      ${slots.map(({ intake }) => intake)}::bigint[],
      ${slots.map(({ counts }) => startOfDay(counts, tenant.timeZone))}::timestamptz[],
      ${slots.map(({ counts }) => startOfDay(addDays(counts, 1), tenant.timeZone))}::timestamptz[])
      as d (day, before, intake, begins, ends)
    cross join lateral (
      select count(*) from subscription s where s.tenant_id = ${tenant.id} and s.intake_id = d.intake
        and s.created_at >= d.begins and s.created_at < d.ends${narrowed(asked, ids)}) x
    group by d.day, d.before`);
  const of = (day: string, before: boolean) =>
    found.find((one) => one.day === day && one.before === before)?.count ?? 0;
  const rows: DailyRow[] = days.map((day) => ({
    day,
    created: of(day, false),
    before: compared ? of(day, true) : null,
  }));
  const before = compared ? (intakes.find((one) => one.before)?.before?.code ?? null) : null;
  return {
    report: 'daily' as const,
    ...{
      before,
      headline: headlineOf(rows, today, before),
      finding: dailyFinding(rows, today, before),
      rows,
    },
  };
}
