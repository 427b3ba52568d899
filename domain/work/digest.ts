import { atWallClock, dayInZone, isBusinessDay } from '../foundation/index.ts';
import type { CountedQueue } from './lists.ts';
import { digestTexts as t } from './texts.ts';

/**
 * Hours after its own in which the message of the day still goes out: late by a restart is better than not
 * at all, but nobody gets in the evening what waited in the morning.
 */
const DIGEST_LATE_HOURS = 3;
const HOUR_MS = 3600_000;

/**
 * The day (`YYYY-MM-DD`) whose message is due at a moment (spec 25.19, NE-04): a business day of the tenant, from the given
 * hour (0–23) of its zone on and never into the next day. Null when none is.
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

/** What is known of a queue, as `GET /queues` counts it; a `count` of null could not be counted. */
export type DigestCount = {
  queue: CountedQueue;
  label: string;
  count: number | null;
  capped: boolean;
  atRisk: number;
  late: number;
};

/** A queue of the message: its name, what is said of it, and which list it leads to. */
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
 * What somebody is sent about her queues: those where something waits, late ones first, then those at risk, then the fullest, and
 * last what could not be counted. Null when nothing waits, which is sent to nobody.
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
