const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Urgency = 'far' | 'soon' | 'final';

/** Grey above 24 hours, amber below, red in the last 10 minutes (look.md, section 5). */
export function urgencyOf(remainingMs: number): Urgency {
  if (remainingMs < 10 * MINUTE) return 'final';
  return remainingMs < DAY ? 'soon' : 'far';
}

/** "3 dias", "1 h 12 min", "9 min"; the last minute is "menos de 1 min". */
export function distanceText(remainingMs: number): string {
  if (remainingMs >= DAY) {
    const days = Math.floor(remainingMs / DAY);
    return days === 1 ? '1 dia' : `${days} dias`;
  }
  const minutes = Math.floor(remainingMs / MINUTE);
  if (minutes < 1) return 'menos de 1 min';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** "42:18", or "1:05:00" from one hour on. Rounds up, so that 0:00 means over. */
export function clockText(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const tail = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

const announced = [1, 2, 5, 10];

/** The minute mark (10, 5, 2 or 1) passed between two readings, the lowest if there were several; undefined if none. */
export function minuteMark(beforeMs: number, nowMs: number): number | undefined {
  if (nowMs <= 0) return undefined;
  return announced.find((mark) => beforeMs > mark * MINUTE && nowMs <= mark * MINUTE);
}
