import { beyondMaker } from '@orbita/domain/approval';
import { isoInZone } from '@orbita/domain/foundation';
import { carries, type Scope } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { colleagueById } from '../../approval/people.ts';
import type { Tx } from '../../platform/database/types.ts';
import { fail, invalid } from '../../platform/http/errors.ts';

/** A token that creates another one, with the limits of its child. */
export type Parent = {
  id: number;
  /** First token of the family; its row is locked when a token is added to the family or part of it is revoked. */
  root_id: number;
  scopes: string[];
  /** null = every institution of the tenant. */
  institutions: string[] | null;
  expires_at: Date;
};

type Wanted = { scopes: readonly Scope[]; institutions: readonly string[] | null; expiresAt: Date };

const rootOf = (tx: Tx, id: number) => sql`
  (select coalesce(root_id, id) from service_token where tenant_id = ${tx.tenantId} and id = ${id})`;

/** The parent token, locked so that its family cannot be revoked meanwhile; 401 when it was revoked since the call began. */
export async function parentOf(tx: Tx, id: number, now: Date): Promise<Parent> {
  await tx.one(sql`
    select id from service_token where tenant_id = ${tx.tenantId} and id = ${rootOf(tx, id)} for share`);
  // A separate statement, because it must see what was committed while it waited for the lock.
  const row = await tx.one<Parent>(sql`
    select id, coalesce(root_id, id) as root_id, scopes, institutions, expires_at from service_token
    where tenant_id = ${tx.tenantId} and id = ${id} and revoked_at is null and expires_at > ${now}::timestamptz`);
  return row ?? fail('SERVICE_TOKEN_INVALID');
}

/** Refuses a child with a scope or an institution that its parent lacks (403), or with a later expiry (422). */
export function staysWithin(parent: Parent, wanted: Wanted, { timeZone }: { timeZone: string }): void {
  const lacking = <T extends string>(field: string, values: readonly T[], has: (value: T) => boolean) =>
    values.flatMap((value, index) =>
      has(value)
        ? []
        : [{ field: `${field}.${index}`, message: `The token of this call does not have ${value}` }],
    );
  const { institutions } = parent;
  const errors = [
    ...lacking('scopes', wanted.scopes, (scope) => carries(parent.scopes, scope)),
    ...(institutions && !wanted.institutions
      ? [{ field: 'institutions', message: `The token of this call has ${institutions.join(', ')} alone` }]
      : []),
    ...(institutions
      ? lacking('institutions', wanted.institutions ?? [], (code) => institutions.includes(code))
      : []),
  ];
  if (errors.length > 0) fail('FORBIDDEN', { errors });
  if (wanted.expiresAt > parent.expires_at) {
    const end = isoInZone(parent.expires_at, timeZone);
    invalid([{ field: 'expiresAt', message: `The token of this call ends before, at ${end}` }]);
  }
}

/** Revokes a token and all its descendants; those revoked earlier keep their time. */
export async function endFamily(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.one(sql`
    select id from service_token where tenant_id = ${tx.tenantId} and id = ${rootOf(tx, id)} for no key update`);
  // A separate statement, because it must see the children created while it waited for the lock.
  await tx.many(sql`
    with recursive family as (
      select id from service_token where tenant_id = ${tx.tenantId} and id = ${id}
      union all
      select k.id from service_token k join family f on f.id = k.parent_id where k.tenant_id = ${tx.tenantId})
    update service_token set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id in (select id from family) and revoked_at is null returning id`);
}

type Made = { id: number; scopes: Scope[]; institutions: string[] | null };

/**
 * Revokes tokens that a team member created alone and that now hold something the person no longer holds: a token must not be a
 * way to keep a role. Tokens that a second person approved belong to the institution and stay. Call it after the change, in its
 * transaction.
 */
export async function endTokensOf(tx: Tx, staffId: number, now: Date): Promise<void> {
  const made = await tx.many<Made>(sql`
    select id, scopes, institutions from service_token
    where tenant_id = ${tx.tenantId} and made_by = ${staffId} and revoked_at is null order by id`);
  if (made.length === 0) return;
  const maker = await colleagueById(tx, staffId);
  for (const token of made)
    if (maker?.state !== 'active' || beyondMaker(maker.grants, token).length > 0)
      await endFamily(tx, token.id, now);
}
