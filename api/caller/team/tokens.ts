import { randomBytes } from 'node:crypto';
import {
  approvalTexts,
  beyondMaker,
  describeAsked,
  tokenMayCarry,
  tokenNeedsSecond,
} from '@orbita/domain/approval';
import { formatDateTime } from '@orbita/domain/foundation';
import type { Grant } from '@orbita/domain/staff';
import type { Grantable } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { askSecond } from '../../approval/ask.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Reply, Service } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { hashServiceToken } from './service-token.ts';
import { endFamily, type Parent, parentOf, staysWithin } from './token-family.ts';

export type NewToken = {
  name: string;
  tenant: string;
  scopes: Grantable[];
  institutions?: string[] | null | undefined;
  expiresAt: string;
};

export const newSecret = (): string => `svc_${randomBytes(32).toString('base64url')}`;

/** Codes of the institutions that a tenant currently has. */
export const knownInstitutions = async (on: Runner): Promise<ReadonlySet<string>> => {
  const rows = await on.many<{ code: string }>(sql`
    select code from institution where tenant_id = ${on.tenantId} and retired_at is null`);
  return new Set(rows.map((row) => row.code));
};

/** Refuses institutions that the tenant does not have, because such a token would silently see nothing. */
export const refuseUnknown = (codes: readonly string[], known: ReadonlySet<string>): void =>
  invalid(
    codes
      .map((code, index) => ({ field: `institutions.${index}`, message: `Unknown institution ${code}` }))
      .filter((_, index) => !known.has(codes[index] ?? '')),
  );

/** Maximum lifetime of a token created by a team member (spec 25.16). */
const YEAR_MS = 366 * 24 * 3_600_000;

/**
 * Refuses what no team member may give a token: scopes to create tokens or people, and scopes that the creator does not hold for
 * all its institutions, whether or not a second person approves (spec 25.16).
 */
export function checkOfTeam(
  { scopes, institutions, expiresAt }: NewToken,
  maker: readonly Grant[],
  now: Date,
): void {
  const lacking = beyondMaker(maker, { scopes, institutions: institutions?.length ? institutions : null });
  const errors = scopes.flatMap((scope, index) => {
    const field = `scopes.${index}`;
    if (!tokenMayCarry(scope)) return [{ field, message: `No person gives a token ${scope}` }];
    return lacking.includes(scope) ? [{ field, message: `Who makes the token does not have ${scope}` }] : [];
  });
  if (errors.length > 0) fail('FORBIDDEN', { errors });
  if (new Date(expiresAt).getTime() > now.getTime() + YEAR_MS)
    invalid([{ field: 'expiresAt', message: 'At most a year from now' }]);
}

/**
 * Creates a service token and stores only its hash; the token itself appears only in this response (spec 17.1). A token created
 * with a tenant's token is its child and stays within its limits. Refuses: unknown tenant 404; more than the parent has 403;
 * scope `test` in production, unknown institutions, an expiry in the past or after the parent's 422; a parent revoked meanwhile
 * 401.
 */
export async function createToken(platform: Platform, service: Service, given: NewToken): Promise<Reply> {
  const { tokenId, staff } = service;
  const tenant = await tenantByAlias(platform, given.tenant);
  if (!tenant) fail('NOT_FOUND');
  const now = platform.clock.now();
  const expiresAt = new Date(given.expiresAt);
  if (!(expiresAt > now)) invalid([{ field: 'expiresAt', message: 'Must lie in the future' }]);
  if (staff) checkOfTeam(given, staff.grants, now);
  if (!platform.config.development && given.scopes.includes('test')) {
    invalid([{ field: 'scopes', message: 'The scope test does not exist in production' }]);
  }
  const institutions = given.institutions?.length ? [...new Set(given.institutions)] : null;
  if (institutions) refuseUnknown(institutions, await knownInstitutions(platform.db.tenant(tenant.id)));
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
          summary: approvalTexts.token,
          fields: describeAsked.token({
            ...{ name, scopes, institutions, expiresAt: formatDateTime(expiresAt, tenant.timeZone) },
          }),
          command: { ...given, scopes, institutions },
        },
      );
    const id = await insertToken(tx, { ...wanted, token, now, parent, madeBy: staff?.id });
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
  parent?: Pick<Parent, 'id' | 'root_id'> | undefined;
  /** The team member who created it alone and with whose access it ends. */
  madeBy?: number | undefined;
};

/** Stores a token, as a hash only; returns its id. */
export async function insertToken(
  tx: Tx,
  { name, scopes, institutions, expiresAt, token, now, parent, madeBy }: Inserted,
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into service_token
      (tenant_id, name, token_hash, scopes, institutions, expires_at, created_at, parent_id, root_id, made_by)
    values (${tx.tenantId}, ${name}, ${hashServiceToken(token)}, ${JSON.stringify(scopes)}::jsonb,
      ${institutions ? JSON.stringify(institutions) : null}::jsonb, ${expiresAt}::timestamptz, ${now}::timestamptz,
      ${parent?.id ?? null}::bigint, ${parent?.root_id ?? null}::bigint, ${madeBy ?? null}::bigint)
    returning id`);
  return row?.id ?? fail('STATE_CONFLICT');
}

/**
 * Revokes a token of one of these tenants, and all its descendants, immediately: nodes do not cache tokens between calls. Returns
 * the tenant it belonged to, or undefined when there is no such token.
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
