import { isoInZone } from '@orbita/domain/foundation';
import type { Grantable } from '@orbita/protocol/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Tenant } from '../../platform/http/context.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { ListQuery } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

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

/** Tokens of a tenant, so that a leaked one can be found and revoked; hashes are not returned. */
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
