import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import { fail, invalid } from '../../platform/http/errors.ts';

/** A token that makes another one: what its child may have at most. */
export type Parent = {
  id: number;
  /** First of the family, whose row is locked by whoever adds to the family or ends a part of it. */
  rootId: number;
  scopes: string[];
  /** null = every institution of the tenant. */
  institutions: string[] | null;
  expiresAt: Date;
};

type Wanted = { scopes: readonly string[]; institutions: readonly string[] | null; expiresAt: Date };

const rootOf = (tx: Tx, id: number) => sql`
  (select coalesce(root_id, id) from service_token where tenant_id = ${tx.tenantId} and id = ${id})`;

/**
 * The token that makes another one, held so that nobody ends its family meanwhile; 401 when it ended since the call
 * began.
 */
export async function parentOf(tx: Tx, id: number, now: Date): Promise<Parent> {
  await tx.one(sql`
    select id from service_token where tenant_id = ${tx.tenantId} and id = ${rootOf(tx, id)} for share`);
  // A statement of its own: it sees what was committed while the lock was waited for.
  const row = await tx.one<Parent>(sql`
    select id, coalesce(root_id, id) as "rootId", scopes, institutions, expires_at as "expiresAt" from service_token
    where tenant_id = ${tx.tenantId} and id = ${id} and revoked_at is null and expires_at > ${now}::timestamptz`);
  return row ?? fail('SERVICE_TOKEN_INVALID');
}

/** Refuses a child with a scope or an institution its parent lacks (403), or with a later end (422). */
export function staysWithin(parent: Parent, wanted: Wanted, { timeZone }: { timeZone: string }): void {
  const lacking = (field: string, values: readonly string[], held: readonly string[]) =>
    values.flatMap((value, index) =>
      held.includes(value)
        ? []
        : [{ field: `${field}.${index}`, message: `The token of this call does not have ${value}` }],
    );
  const { institutions } = parent;
  const errors = [
    ...lacking('scopes', wanted.scopes, parent.scopes),
    ...(institutions && !wanted.institutions
      ? [{ field: 'institutions', message: `The token of this call has ${institutions.join(', ')} alone` }]
      : []),
    ...(institutions ? lacking('institutions', wanted.institutions ?? [], institutions) : []),
  ];
  if (errors.length > 0) fail('FORBIDDEN', { errors });
  if (wanted.expiresAt > parent.expiresAt) {
    const end = isoInZone(parent.expiresAt, timeZone);
    invalid([{ field: 'expiresAt', message: `The token of this call ends before, at ${end}` }]);
  }
}

/** Ends a token and all that descend from it; those that ended before keep their time. */
export async function endFamily(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.one(sql`
    select id from service_token where tenant_id = ${tx.tenantId} and id = ${rootOf(tx, id)} for no key update`);
  // A statement of its own: it sees the children that were made while the lock was waited for.
  await tx.many(sql`
    with recursive family as (
      select id from service_token where tenant_id = ${tx.tenantId} and id = ${id}
      union all
      select k.id from service_token k join family f on f.id = k.parent_id where k.tenant_id = ${tx.tenantId})
    update service_token set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id in (select id from family) and revoked_at is null returning id`);
}
