import { dayInZone, formatDate, formatTime } from '@orbita/domain/foundation';

const clock = (at: string) => formatTime(at).replace(':', 'h');

/** `hoje, 23h59` or `19/01/2026, 23h59`: an instant as it is read on the day of `now` (milliseconds). */
export function momentText(at: string, now: number): string {
  const today = dayInZone(new Date(now)) === dayInZone(new Date(at));
  return `${today ? 'hoje' : formatDate(at)}, ${clock(at)}`;
}

/** `Até hoje, 23h59`; absolute first, the distance stands beside it. */
export const deadlineText = (at: string, now: number): string => `Até ${momentText(at, now)}`;
