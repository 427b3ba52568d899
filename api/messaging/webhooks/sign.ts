import { createHmac, randomBytes } from 'node:crypto';
import { type SealFor, seal, unseal } from '../../platform/seal.ts';

const PREFIX = 'whsec_';

/** A new secret in the format of the Standard Webhooks specification: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

export const SEALED_ENDPOINT_SECRETS = {
  table: 'webhook_endpoint',
  columns: ['secret', 'previous_secret'],
  purpose: 'institution webhook',
} as const;

const place = (secrets: readonly string[], tenantId: number): SealFor => ({
  secrets,
  tenantId,
  purpose: SEALED_ENDPOINT_SECRETS.purpose,
});

/** Encrypts a secret for storage: signing needs the secret itself, so a hash wouldn't do. */
export const sealSecret = (keys: readonly string[], tenantId: number, secret: string): string =>
  seal(place(keys, tenantId), secret);
export const openSecret = (keys: readonly string[], tenantId: number, sealed: string): string =>
  unseal(place(keys, tenantId), sealed);

/**
 * Headers of a webhook according to the Standard Webhooks specification 1.0 (standardwebhooks.com, "Verifying webhook
 * authenticity"): HMAC-SHA256 over `id.timestamp.body` with the bytes after `whsec_`, one `v1,…` for each valid secret. `at` is
 * the time of this attempt by the machine's clock, in whole seconds; receivers refuse it after a few minutes.
 */
export function signedHeaders(
  message: { id: string; body: string },
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
    const hmac = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
