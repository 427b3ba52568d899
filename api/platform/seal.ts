import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The configured secrets, of which the first seals and any opens; the tenant; and the purpose: each purpose opens only its own
 * texts.
 */
export type SealFor = { secrets: readonly string[]; tenantId: number; purpose: string };

/** Result of the first secret that opens; throws the last error if none does. */
export function firstThat<T>(secrets: readonly string[], open: (secret: string) => T): T {
  let problem: unknown;
  for (const secret of secrets) {
    try {
      return open(secret);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

const NONCE = 12;
const TAG = 16;

const keyOf = ({ tenantId, purpose }: SealFor, secret = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, `tenant:${tenantId}`, purpose, 32));

/** Seals a short secret that must be readable again: AES-256-GCM under a key for the tenant and purpose. */
export function seal(of: SealFor, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(of, of.secrets[0]), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** Returns the sealed text. Throws when it was modified, or sealed for another tenant or purpose. */
export const unseal = (of: SealFor, sealed: string): string =>
  firstThat(of.secrets, (secret) => openWith(of, secret, sealed));

/** The text sealed under the current secret; unchanged if it already is. Throws like `unseal`. */
export function resealed(of: SealFor, sealed: string): string {
  try {
    openWith(of, of.secrets[0], sealed);
    return sealed;
  } catch {
    return seal(of, unseal(of, sealed));
  }
}

function openWith(of: SealFor, secret: string | undefined, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) throw new Error(`Nothing sealed for ${of.purpose}`);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(of, secret), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
}
