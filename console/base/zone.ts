import { serverNow } from '@orbita/client/server-clock.ts';
import {
  atWallClock,
  dayInZone,
  formatDate,
  formatDateTime,
  formatTime,
  type Instant,
  isoInZone,
} from '@orbita/domain/foundation';
import { knownMe } from './me.ts';

/* Days and times in the tenant's zone, whatever the zone of the device (spec 25.3.4). */

const zone = (): string => knownMe()?.timeZone ?? 'America/Sao_Paulo';

/** `14:05`. */
export const hour = (at: Instant): string => formatTime(at, zone());

/** `14:05:07`, for what saves itself. */
export const second = (at: Instant): string => isoInZone(new Date(at), zone()).slice(11, 19);

/** `19/01/2026`. */
export const day = (at: Instant): string => formatDate(at, zone());

/** `19/01/2026 às 14:05` with the zone: for the tooltip. */
export const exactly = (at: Instant): string => `${formatDateTime(at, zone())} (${zone()})`;

/** `hoje 14:05`, `ontem 14:05`, else the day: for table cells. */
export function when(at: Instant): string {
  const [then, today] = [dayInZone(at, zone()), dayInZone(new Date(serverNow()), zone())];
  if (then === today) return `hoje ${hour(at)}`;
  const yesterday = dayInZone(new Date(serverNow() - 86_400_000), zone());
  return then === yesterday ? `ontem ${hour(at)}` : day(at);
}

const MINUTE = 60_000;

/** `5 min`, `3 h`, `23 h 5 min`, `2 dias 5 h`: how long something took or will take. */
export function span(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return `${days} ${days === 1 ? 'dia' : 'dias'}${hours > 0 ? ` ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${rest > 0 && hours < 24 ? ` ${rest} min` : ''}`;
  return `${rest} min`;
}

/** How long ago something happened. */
export const spanSince = (at: Instant): string => span(serverNow() - new Date(at).getTime());

/** Instant at which a day begins, for filters of lists. */
export const dayStart = (localDay: string): string => atWallClock(localDay, '00:00', zone()).toISOString();

/** The instant of a local day and time (`2026-01-19`, `14:05`) as calls expect it. */
export const instantOf = (localDay: string, at: string): string =>
  atWallClock(localDay, at, zone()).toISOString();

/** The day of an instant as `2026-01-19`, to distinguish one day from another. */
export const localDay = (at: Instant): string => dayInZone(at, zone());
