import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a notice (X-Hub-Signature-256): HMAC-SHA256 over its bytes by the secret of the app. */
export const hubSignature = (appSecret: string, bytes: Uint8Array): string =>
  `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;

/** Compares two secrets in a time that tells nothing of them. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
