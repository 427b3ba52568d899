/**
 * The server's time on this device: what the server said last plus what passed here since, so that a wrong device
 * clock changes nothing (spec 10.1). Milliseconds since 1970.
 */
const told = document.querySelector<HTMLMetaElement>('meta[name="server-time"]')?.content;
let base = told ? new Date(told).getTime() : Date.now();
let heardAt = performance.now();

/** An answer carried the server's time (`dateNow`). */
export function hearServerTime(dateNow: string): void {
  base = new Date(dateNow).getTime();
  heardAt = performance.now();
}

export const serverNow = (): number => base + (performance.now() - heardAt);
