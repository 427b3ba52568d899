/**
 * The server's time: the last value an answer brought plus what went by since, so that a wrong clock of the device does
 * not matter. Milliseconds since 1970.
 */
let receivedAt = performance.now();
let base = performance.timeOrigin + receivedAt;

/** Every answer of the API carries the server's time; one that lacks it changes nothing. */
export function setServerTime({ headers }: Response): void {
  const now = Date.parse(headers.get('x-server-time') ?? '');
  if (Number.isNaN(now)) return;
  base = now;
  receivedAt = performance.now();
}

export const serverNow = (): number => base + (performance.now() - receivedAt);
