import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Signature of a notice (X-Hub-Signature-256): HMAC-SHA256 over its bytes with the app's secret. */
export const hubSignature = (appSecret: string, bytes: Uint8Array): string =>
  `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;

/** Compares two secrets in constant time. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
