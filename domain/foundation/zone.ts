/** Default time zone of a tenant. */
export const DEFAULT_ZONE = 'America/Sao_Paulo';

export type Instant = Date | string;

export const toDate = (instant: Instant): Date => (typeof instant === 'string' ? new Date(instant) : instant);

const formats = new Map<string, Intl.DateTimeFormat>();

// Formatters are cached because creating one costs far more than using it.
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

export type WallClock = { day: string; time: string };

/** Local day (`YYYY-MM-DD`) and time (`HH:mm:ss`) in a zone. */
export function wallClock(instant: Instant, zone: string): WallClock {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(toDate(instant))) parts[type] = value;
  const year = (parts.year ?? '').padStart(4, '0');
  return {
    day: `${year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}

/** Offset of the zone at that instant in minutes, east of Greenwich positive. */
export function offsetMinutes(instant: Instant, zone: string): number {
  const date = toDate(instant);
  const { day, time } = wallClock(date, zone);
  return Math.round((Date.parse(`${day}T${time}Z`) - Math.floor(date.getTime() / 1000) * 1000) / 60_000);
}

/**
 * The instant of a local day and time (`HH:mm` or `HH:mm:ss`) in a zone. A time skipped by daylight saving becomes the
 * first instant after the gap.
 */
export function atWallClock(day: string, time: string, zone: string): Date {
  const utc = Date.parse(`${day}T${time}Z`);
  const first = utc - offsetMinutes(new Date(utc), zone) * 60_000;
  const second = utc - offsetMinutes(new Date(first), zone) * 60_000;
  const wanted = time.length === 5 ? `${time}:00` : time;
  for (const candidate of [Math.min(first, second), Math.max(first, second)]) {
    const shown = wallClock(new Date(candidate), zone);
    if (shown.day === day && shown.time >= wanted) return new Date(candidate);
  }
  return new Date(second);
}
