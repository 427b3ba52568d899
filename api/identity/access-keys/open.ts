import sql from 'sql-template-tag';
import { companionOf, type Issued, openSession } from '../../caller/session.ts';
import { type RowOf, shapeOf } from '../../platform/database/shape.ts';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { TenantContext } from '../../platform/http/context.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** A valid key and its owner, as read in the transaction. */
export type OpenedKey = {
  keyId: number;
  subscriptionId: number;
  expiresAt: Date;
  accountId: number;
  personId: number;
  uuid: string;
  name: string;
  socialName: string | null;
  disableInstitutionGlobalFilter: boolean;
};

export type Named = {
  /** The number in the link's address. */
  id: number;
  /** The kind of record that number identifies. */
  of: 'subscription' | 'essay';
  key: string;
};

/**
 * Returns the key if it is valid for the record in the link. Its row stays locked against revocation until the end of the
 * transaction, so that no token is issued from a key that was just revoked.
 */
export async function findKey(on: Runner, now: Date, named: Named): Promise<OpenedKey | undefined> {
  const place =
    named.of === 'essay'
      ? sql`exists (select from essay e where e.tenant_id = k.tenant_id and e.id = ${named.id}
          and e.subscription_id = k.subscription_id)`
      : sql`k.subscription_id = ${named.id}`;
  const row = await on.one<RowOf<OpenedKey>>(sql`
    select k.id as key_id, k.subscription_id, k.expires_at, a.id as account_id, p.id as person_id, p.uuid, p.name,
      p.social_name, a.disable_institution_global_filter
    from access_key k
    join subscription s on s.tenant_id = k.tenant_id and s.id = k.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.anonymised_at is null
    join user_account a on a.tenant_id = p.tenant_id and a.person_id = p.id
    where k.tenant_id = ${on.tenantId} and k.key_hash = ${secretHash(named.key)} and ${place}
      and k.revoked_at is null and k.expires_at > ${now}::timestamptz
    order by a.id limit 1
    for share of k`);
  return row && shapeOf(row);
}

/**
 * Issues a token for a single subscription and a single tab (spec 4.2, rule 2a). It is bound to the companion cookie the
 * browser already has, so two links work side by side in two tabs, and expires no later than the key or an unremembered
 * session.
 */
export const openTab = (
  ctx: Pick<TenantContext, 'platform' | 'tenant' | 'request'>,
  tx: Tx,
  key: OpenedKey,
): Promise<Issued> =>
  openSession(
    ctx.platform,
    tx,
    ctx.tenant,
    { ...key, disableFilter: key.disableInstitutionGlobalFilter },
    {
      method: 'access-key',
      remember: false,
      scope: { subscriptionId: key.subscriptionId },
      accessKeyId: key.keyId,
      companion: companionOf(ctx.platform, ctx.request),
      until: key.expiresAt,
      request: ctx.request,
    },
  );
