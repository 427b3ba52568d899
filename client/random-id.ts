/**
 * A random id of 32 hexadecimal digits, for idempotency keys and anything else that needs one. Browsers offer `randomUUID` on
 * https and localhost only, and outside production a page may also be served over plain http.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
