import { createHash, timingSafeEqual } from 'node:crypto';
import { scopes } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { tenantById } from '../../tenancy/hosts.ts';

export const hashServiceToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

const same = (a: string, b: string) => {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
};

/**
 * Holder of a service token (spec 17.1). The development token has every scope of every tenant and exists only outside
 * production; the bootstrap token has only the scope `platform`; any other belongs to one tenant. undefined = unknown, expired or
 * revoked.
 */
export async function readServiceToken(
  platform: Platform,
  token: string,
): Promise<{ tenant: Tenant | undefined; service: Omit<Service, 'operator'> } | undefined> {
  const development = platform.config.developmentToken;
  if (development && same(token, development)) {
    return {
      tenant: undefined,
      service: {
        tokenName: 'development',
        scopes,
        institutions: null,
        development: true,
        tenantId: null,
        tokenId: null,
      },
    };
  }
  const bootstrap = platform.config.bootstrapToken;
  if (bootstrap && same(token, bootstrap)) {
    return {
      tenant: undefined,
      service: {
        tokenName: 'bootstrap',
        scopes: ['platform'],
        institutions: null,
        development: false,
        tenantId: null,
        tokenId: null,
      },
    };
  }
  const hash = hashServiceToken(token);
  const row = await platform.db.lookup({ setting: 'app.token_hash', value: hash }).one<{
    tenant_id: number;
    id: number;
    name: string;
    scopes: string[];
    institutions: string[] | null;
    expires_at: Date;
    revoked_at: Date | null;
  }>(
    sql`select tenant_id, id, name, scopes, institutions, expires_at, revoked_at from service_token where token_hash = ${hash}`,
  );
  if (!row || row.revoked_at || row.expires_at <= platform.clock.now()) return undefined;
  return {
    tenant: await tenantById(platform, row.tenant_id),
    service: {
      tokenName: row.name,
      scopes: row.scopes,
      institutions: row.institutions,
      development: false,
      tenantId: row.tenant_id,
      tokenId: row.id,
    },
  };
}
