import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secret of the configuration, the tenant, and what is sealed: nothing opens in another place. */
export type SealFor = { secret: string; tenantId: number; purpose: string };

const NONCE = 12;
const TAG = 16;

const keyOf = ({ secret, tenantId, purpose }: SealFor): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, `tenant:${tenantId}`, purpose, 32));

/** Short secrets at rest that we must be able to read again: AES-256-GCM under a key of the tenant and the purpose. */
export function seal(of: SealFor, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(of), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** What was sealed. Throws when it was changed, or sealed for something else. */
export function unseal(of: SealFor, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) throw new Error(`Nothing sealed for ${of.purpose}`);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(of), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
}
