import { atWallClock, dayInZone, isBusinessDay } from '../foundation/index.ts';
import type { CountedQueue } from './lists.ts';
import { digestTexts as t } from './texts.ts';

/**
 * Hours after its scheduled hour during which the daily message may still be sent. After a restart, late is better than not at
 * all, but nobody should get a list from the morning in the evening.
 */
const DIGEST_LATE_HOURS = 3;
const HOUR_MS = 3600_000;

/**
 * The day (`YYYY-MM-DD`) whose daily message is due now (spec 25.19, NE-04): a business day of the tenant, from the given hour
 * (0–23) in its zone on, for at most `DIGEST_LATE_HOURS`. Null when none is due.
 */
export function digestDayOf(
  now: Date,
  { hour, zone, holidays }: { hour: number; zone: string; holidays: readonly string[] },
): string | null {
  const day = dayInZone(now, zone);
  if (!isBusinessDay(day, holidays)) return null;
  const from = atWallClock(day, `${String(hour).padStart(2, '0')}:00`, zone).getTime();
  return now.getTime() >= from && now.getTime() < from + DIGEST_LATE_HOURS * HOUR_MS ? day : null;
}

/** Counts of a queue, as in `GET /queues`; a `count` of null could not be determined. */
export type DigestCount = {
  queue: CountedQueue;
  label: string;
  count: number | null;
  capped: boolean;
  atRisk: number;
  late: number;
};

/** A queue in the message: its name, a note about it, and the list it leads to. */
export type DigestLine = { queue: CountedQueue; title: string; note: string };

const noteOf = ({ count, capped, late, atRisk }: DigestCount): string => {
  if (count === null) return t.uncounted;
  return [
    t.waiting(count, capped),
    ...(late > 0 ? [t.late(late)] : []),
    ...(atRisk > 0 ? [t.atRisk(atRisk)] : []),
  ].join(', ');
};

/**
 * Summary of a person's queues: those with pending items, ordered by most late, then most at risk, then largest; queues that
 * could not be counted are included. Null when nothing is known to be pending; then the caller sends nothing if every queue was
 * counted, and counts again later otherwise (decision 0012).
 */
export function digestOf(counts: readonly DigestCount[]): { summary: string; lines: DigestLine[] } | null {
  const waiting = counts.filter(({ count }) => count !== 0);
  const items = waiting.reduce((sum, { count }) => sum + (count ?? 0), 0);
  if (items === 0) return null;
  const sorted = [...waiting].sort(
    (one, other) =>
      other.late - one.late || other.atRisk - one.atRisk || (other.count ?? 0) - (one.count ?? 0),
  );
  return {
    summary: t.summary(
      items,
      waiting.some(({ capped }) => capped),
    ),
    lines: sorted.map((one) => ({ queue: one.queue, title: one.label, note: noteOf(one) })),
  };
}
