import { randomBytes } from 'node:crypto';
import { approvalTexts, tokenMayCarry, tokenNeedsSecond } from '@orbita/domain/approval';
import { isoInZone } from '@orbita/domain/foundation';
import type { Grantable } from '@orbita/protocol/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Act } from '../../approval/act.ts';
import { askSecond } from '../../approval/ask.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Reply, Service, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
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

const newSecret = (): string => `svc_${randomBytes(32).toString('base64url')}`;

const knownInstitutions = async (on: Runner, tenantId: number): Promise<ReadonlySet<string>> => {
  const rows = await on.many<{ code: string }>(sql`
    select code from institution where tenant_id = ${tenantId} and retired_at is null`);
  return new Set(rows.map((row) => row.code));
};

/** Refuses institutions the tenant does not have, because such a token would silently see nothing. */
const refuseUnknown = (codes: readonly string[], known: ReadonlySet<string>): void =>
  invalid(
    codes
      .map((code, index) => ({ field: `institutions.${index}`, message: `Unknown institution ${code}` }))
      .filter((_, index) => !known.has(codes[index] ?? '')),
  );

/** Longest life of a token that a person of the team makes (spec 25.16). */
const YEAR_MS = 366 * 24 * 3_600_000;

/** Refuses what no person of the team gives a token: it would act where she has to ask a second one (spec 25.16). */
function checkOfTeam({ scopes, expiresAt }: NewToken, now: Date): void {
  const errors = scopes.flatMap((scope, index) =>
    tokenMayCarry(scope) ? [] : [{ field: `scopes.${index}`, message: `No person gives a token ${scope}` }],
  );
  if (errors.length > 0) fail('FORBIDDEN', { errors });
  if (new Date(expiresAt).getTime() > now.getTime() + YEAR_MS)
    invalid([{ field: 'expiresAt', message: 'At most a year from now' }]);
}

/**
 * Creates a service token and stores only its hash; only this answer contains it (spec 17.1). A token created
 * by a tenant's token is its child and stays within its limits (decision 0055). Refuses: unknown tenant 404;
 * more than the parent has 403; scope `test` in production, unknown institutions, an expiry in the past or
 * after the parent's 422; a parent revoked meanwhile 401.
 */
export async function createToken(platform: Platform, service: Service, given: NewToken): Promise<Reply> {
  const { tokenId, staff } = service;
  const tenant = await tenantByAlias(platform, given.tenant);
  if (!tenant) fail('NOT_FOUND');
  const now = platform.clock.now();
  const expiresAt = new Date(given.expiresAt);
  if (!(expiresAt > now)) invalid([{ field: 'expiresAt', message: 'Must lie in the future' }]);
  if (staff) checkOfTeam(given, now);
  if (!platform.config.development && given.scopes.includes('test')) {
    invalid([{ field: 'scopes', message: 'The scope test does not exist in production' }]);
  }
  const institutions = given.institutions?.length ? [...new Set(given.institutions)] : null;
  if (institutions)
    refuseUnknown(institutions, await knownInstitutions(platform.db.tenant(tenant.id), tenant.id));
  const token = newSecret();
  const scopes = [...new Set(given.scopes)];
  const { name, expiresAt: until } = given;
  return platform.db.write(tenant.id, async (tx) => {
    const parent = tokenId === null ? undefined : await parentOf(tx, tokenId, now);
    if (parent) staysWithin(parent, { scopes, institutions, expiresAt }, tenant);
    const wanted = { name, scopes, institutions, expiresAt };
    if (staff && tokenNeedsSecond(scopes))
      return askSecond(
        tx,
        { platform, tenant, service },
        {
          kind: 'token',
          subject: { kind: 'token', id: null, name },
          institutions: null,
          summary: approvalTexts.token(name, scopes),
          command: { ...given, scopes, institutions },
        },
      );
    const id = await insertToken(tx, { ...wanted, token, now, parent });
    return reply(201, { id, token, ...wanted, tenant: tenant.alias, expiresAt: until, parentId: tokenId });
  });
}

type Inserted = {
  name: string;
  scopes: readonly Grantable[];
  institutions: readonly string[] | null;
  expiresAt: Date;
  token: string;
  now: Date;
  parent?: { id: number; rootId: number } | undefined;
};

async function insertToken(
  tx: Tx,
  { name, scopes, institutions, expiresAt, token, now, parent }: Inserted,
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into service_token
      (tenant_id, name, token_hash, scopes, institutions, expires_at, created_at, parent_id, root_id)
    values (${tx.tenantId}, ${name}, ${hashServiceToken(token)}, ${JSON.stringify(scopes)}::jsonb,
      ${institutions ? JSON.stringify(institutions) : null}::jsonb, ${expiresAt}::timestamptz, ${now}::timestamptz,
      ${parent?.id ?? null}::bigint, ${parent?.rootId ?? null}::bigint)
    returning id`);
  return row?.id ?? fail('STATE_CONFLICT');
}

/**
 * A token that a second person approved. Nobody knows its secret: who asked has one made and shown (`showApprovedToken`), so
 * that none is kept until she comes.
 */
export const tokenAct: Act = {
  async run(tx, { platform, approval, command }) {
    const given = command as NewToken;
    const now = platform.clock.now();
    const expiresAt = new Date(given.expiresAt);
    if (expiresAt <= now) invalid([{ field: 'expiresAt', message: 'Must lie in the future' }]);
    const institutions = given.institutions ?? null;
    if (institutions) refuseUnknown(institutions, await knownInstitutions(tx, tx.tenantId));
    const { name, scopes } = given;
    const id = await insertToken(tx, { name, scopes, institutions, expiresAt, token: newSecret(), now });
    await tx.one(sql`
      update approval set token_id = ${id} where tenant_id = ${tx.tenantId} and id = ${approval.id} returning id`);
    return undefined;
  },
};

type Shown = {
  name: string;
  scopes: Grantable[];
  institutions: string[] | null;
  expires_at: Date;
  token_id: number;
};

/** The secret of a token that was approved, once and for who asked for it alone (spec 25.16). @throws `APPROVAL_OVER`. */
export async function showApprovedToken(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  approvalId: number,
) {
  const token = newSecret();
  const now = platform.clock.now();
  return platform.db.write(tenant.id, async (tx) => {
    const asked = await tx.one<{ token_id: number | null; shown: boolean }>(sql`
      select token_id, token_shown_at is not null as shown from approval
      where tenant_id = ${tenant.id} and id = ${approvalId} and kind = 'token'
        and requested_by = ${service.staff?.id ?? 0}::bigint for update`);
    if (!asked) fail('NOT_FOUND');
    if (asked.token_id === null || asked.shown) fail('APPROVAL_OVER');
    const row = await tx.one<Shown>(sql`
      update service_token set token_hash = ${hashServiceToken(token)}
      where tenant_id = ${tenant.id} and id = ${asked.token_id} and revoked_at is null
        and expires_at > ${now}::timestamptz
      returning id as token_id, name, scopes, institutions, expires_at`);
    if (!row) fail('APPROVAL_OVER');
    await tx.one(sql`
      update approval set token_shown_at = ${now}::timestamptz
      where tenant_id = ${tenant.id} and id = ${approvalId} returning id`);
    const { name, scopes, institutions, token_id: id } = row;
    const expiresAt = isoInZone(row.expires_at, tenant.timeZone);
    return { id, token, name, tenant: tenant.alias, scopes, institutions, expiresAt, parentId: null };
  });
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
