/**
 * The server's time: the last value received plus the time elapsed since, so that a wrong device clock does not matter
 * (spec 10.1). Milliseconds since 1970.
 */
const inPage = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="server-time"]')?.content;
let receivedAt = performance.now();
// A page without the server's time uses the device's.
let base = inPage ? Date.parse(inPage) : performance.timeOrigin + receivedAt;

/**
 * Adopts the server's time, which every answer of the API carries in `x-server-time`; one without it (from a proxy) changes
 * nothing. `at` is when it arrived, by `performance.now()`.
 */
export function setServerTime({ headers }: Response, at = performance.now()): void {
  const now = Date.parse(headers.get('x-server-time') ?? '');
  if (Number.isNaN(now)) return;
  base = now;
  receivedAt = at;
}

export const serverNow = (): number => base + (performance.now() - receivedAt);
