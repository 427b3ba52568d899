/**
 * The server's time: the last value received plus the time elapsed since, so that a wrong device clock does not matter
 * (spec 10.1). Milliseconds since 1970.
 */
const inPage = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="server-time"]')?.content;
let receivedAt = performance.now();
// A page without the server's time has the device's.
let base = inPage ? Date.parse(inPage) : performance.timeOrigin + receivedAt;

/**
 * Every answer of the API carries the server's time in `x-server-time`; one that lacks it (a proxy's) changes nothing. `at`
 * is when it came, by `performance.now()`.
 */
export function setServerTime({ headers }: Response, at = performance.now()): void {
  const now = Date.parse(headers.get('x-server-time') ?? '');
  if (Number.isNaN(now)) return;
  base = now;
  receivedAt = at;
}

export const serverNow = (): number => base + (performance.now() - receivedAt);
