import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secret of the configuration, the tenant, and the purpose; each purpose opens only its own texts. */
export type SealFor = { secret: string; tenantId: number; purpose: string };

const NONCE = 12;
const TAG = 16;

const keyOf = ({ secret, tenantId, purpose }: SealFor): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, `tenant:${tenantId}`, purpose, 32));

/**
 * Seals a short secret that must be readable again: AES-256-GCM under a key of the tenant and the purpose.
 */
export function seal(of: SealFor, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(of), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** Returns the sealed text. Throws when it was changed, or sealed for another tenant or purpose. */
export function unseal(of: SealFor, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) throw new Error(`Nothing sealed for ${of.purpose}`);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(of), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
}
