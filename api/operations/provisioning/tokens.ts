import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import type { Grantable } from '@orbita/protocol/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { type List, listPage } from '../list-page.ts';
import type { ListQuery } from '../lists.ts';
import { hashServiceToken } from './service-token.ts';
import { endFamily, parentOf, staysWithin } from './token-family.ts';

export type NewToken = {
  name: string;
  tenant: string;
  scopes: Grantable[];
  institutions?: string[] | null | undefined;
  expiresAt: string;
};

/** Refuses institutions the tenant does not have, because such a token would silently see nothing. */
const checkInstitutions = async (
  platform: Platform,
  tenantId: number,
  codes: readonly string[],
): Promise<void> => {
  const rows = await platform.db.tenant(tenantId).many<{ code: string }>(sql`
    select code from institution where tenant_id = ${tenantId} and retired_at is null`);
  const known = new Set(rows.map((row) => row.code));
  invalid(
    codes
      .map((code, index) => ({ field: `institutions.${index}`, message: `Unknown institution ${code}` }))
      .filter((_, index) => !known.has(codes[index] ?? '')),
  );
};

/**
 * Creates a service token and stores only its hash; only this answer contains it (spec 17.1). A token created
 * by a tenant's token is its child and stays within its limits (decision 0055). Refuses: unknown tenant 404;
 * more than the parent has 403; scope `test` in production, unknown institutions, an expiry in the past or
 * after the parent's 422; a parent revoked meanwhile 401.
 */
export async function createToken(
  platform: Platform,
  { tokenId }: Pick<Service, 'tokenId'>,
  given: NewToken,
) {
  const tenant = await tenantByAlias(platform, given.tenant);
  if (!tenant) fail('NOT_FOUND');
  const now = platform.clock.now();
  const expiresAt = new Date(given.expiresAt);
  if (!(expiresAt > now)) invalid([{ field: 'expiresAt', message: 'Must lie in the future' }]);
  if (!platform.config.development && given.scopes.includes('test')) {
    invalid([{ field: 'scopes', message: 'The scope test does not exist in production' }]);
  }
  const institutions = given.institutions?.length ? [...new Set(given.institutions)] : null;
  if (institutions) await checkInstitutions(platform, tenant.id, institutions);
  const token = `svc_${randomBytes(32).toString('base64url')}`;
  const scopes = [...new Set(given.scopes)];
  const id = await platform.db.write(tenant.id, async (tx) => {
    const parent = tokenId === null ? undefined : await parentOf(tx, tokenId, now);
    if (parent) staysWithin(parent, { scopes, institutions, expiresAt }, tenant);
    const row = await tx.one<{ id: number }>(sql`
      insert into service_token
        (tenant_id, name, token_hash, scopes, institutions, expires_at, created_at, parent_id, root_id)
      values (${tenant.id}, ${given.name}, ${hashServiceToken(token)}, ${JSON.stringify(scopes)}::jsonb,
        ${institutions ? JSON.stringify(institutions) : null}::jsonb, ${expiresAt}::timestamptz, ${now}::timestamptz,
        ${parent?.id ?? null}::bigint, ${parent?.rootId ?? null}::bigint)
      returning id`);
    if (!row) throw new Error('The token was not kept');
    return row.id;
  });
  const { name, expiresAt: until } = given;
  return { id, token, name, tenant: tenant.alias, scopes, institutions, expiresAt: until, parentId: tokenId };
}

/**
 * Revokes a token of one of these tenants, and all its descendants, at once: nodes do not cache tokens
 * between calls. Returns the tenant it belonged to, or undefined when there is no such token.
 */
export async function revokeToken(
  platform: Platform,
  tenants: readonly number[],
  id: number,
): Promise<number | undefined> {
  for (const tenantId of tenants) {
    const known = await platform.db.tenant(tenantId).one(sql`
      select id from service_token where tenant_id = ${tenantId} and id = ${id}`);
    if (!known) continue;
    await platform.db.write(tenantId, (tx) => endFamily(tx, id, platform.clock.now()));
    return tenantId;
  }
  return undefined;
}

type TokenRow = {
  id: number;
  parent_id: number | null;
  name: string;
  scopes: Grantable[];
  institutions: string[] | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
};
type TokenState = 'active' | 'expired' | 'revoked';
type TokenQuery = Omit<ListQuery, 'institution'> & { state?: TokenState | undefined };

const inState = (state: TokenState | undefined, now: Date): Sql => {
  if (!state) return empty;
  if (state === 'revoked') return sql` and k.revoked_at is not null`;
  const side =
    state === 'active' ? sql`k.expires_at > ${now}::timestamptz` : sql`k.expires_at <= ${now}::timestamptz`;
  return sql` and k.revoked_at is null and ${side}`;
};

const tokenList = (tenantId: number, { state }: TokenQuery, now: Date): List => ({
  from: ['service_token', 'k'],
  where: sql`k.tenant_id = ${tenantId}${inState(state, now)}`,
  columns: sql`k.id, k.parent_id, k.name, k.scopes, k.institutions, k.created_at, k.expires_at, k.revoked_at,
    (select max(a.at) from audit_log a where a.tenant_id = k.tenant_id and a.token_id = k.id) as last_used_at`,
  at: sql`k.changed_at`,
  newestFirst: true,
});

/** Tokens of a tenant, so that a leaked one can be found and revoked; hashes are not answered. */
export function listTokens(platform: Platform, tenant: Tenant, query: TokenQuery) {
  const now = platform.clock.now();
  const shown = (at: Date | null) => at && isoInZone(at, tenant.timeZone);
  const stateOf = (row: TokenRow): TokenState =>
    row.revoked_at ? 'revoked' : row.expires_at > now ? 'active' : 'expired';
  return listPage(
    platform.db.tenant(tenant.id),
    tokenList(tenant.id, query, now),
    query,
    (row: TokenRow) => ({
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      scopes: row.scopes,
      institutions: row.institutions,
      state: stateOf(row),
      createdAt: isoInZone(row.created_at, tenant.timeZone),
      expiresAt: isoInZone(row.expires_at, tenant.timeZone),
      revokedAt: shown(row.revoked_at),
      lastUsedAt: shown(row.last_used_at),
    }),
  );
}
