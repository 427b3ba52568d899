import sql from 'sql-template-tag';
import { announceEndIn } from '../caller/end-session.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';

/** What ended: numbers of sessions and passkeys, and the names of the social providers. */
export type EndedWays = { sessions: number; passkeys: number; providers: string[] };

type Options = {
  /**
   * The institution takes the account back from whoever has it: links to applications end as well, and contacts that
   * nobody confirmed, except those it brings. Without it the person ends her own ways in, and links sent to her stay good.
   */
  byInstitution?: { bringing: readonly string[] };
};

/** Links by which an application opens without an account: access keys, and those of guardian and payer. */
async function endLinks(tx: Tx, personId: number, now: Date): Promise<void> {
  const hers = sql`select s.id from subscription s where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}::bigint`;
  await tx.many(sql`
    update access_key set revoked_at = ${now}::timestamptz, revoked_by = 'sistema'
    where tenant_id = ${tx.tenantId} and subscription_id in (${hers}) and revoked_at is null returning id`);
  await tx.many(sql`
    update guardian_link set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id in (${hers}) and revoked_at is null returning id`);
  await tx.many(sql`
    update payer_link l set revoked_at = ${now}::timestamptz from payment p
    where l.tenant_id = ${tx.tenantId} and p.tenant_id = l.tenant_id and p.id = l.payment_id
      and p.subscription_id in (${hers}) and l.revoked_at is null returning l.id`);
}

/** A contact nobody confirmed is one that anybody may have typed; the landline is never confirmed. */
const endUnconfirmedContacts = (tx: Tx, personId: number, bringing: readonly string[], now: Date) =>
  tx.one(sql`
    update person set
      email = case when email_confirmed_at is not null or email = any(${bringing}::text[]) then email end,
      cell_phone = case when cell_phone_confirmed_at is not null or cell_phone = any(${bringing}::text[])
        then cell_phone end,
      phone = null, rooted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${personId}::bigint returning id`);

/**
 * Ends every way in of a person in the transaction that requires it: password, passkeys, social links, sessions and tabs
 * on every node, and whatever was begun before – codes, hand-offs, registrations. Who authenticated before and comes
 * through afterwards is refused by the account's epoch (`enter`). She comes in again by a code to a contact that is left.
 *
 * Accounts are locked first, as `enter` does, and links and sessions end before what a session may still be adding.
 */
export async function endWaysIn(
  tx: Tx,
  platform: Platform,
  personId: number,
  { byInstitution }: Options = {},
): Promise<EndedWays> {
  const { tenantId } = tx;
  const now = platform.clock.now();
  const accounts = await tx.many<{ id: number }>(sql`
    update user_account set password_hash = null, epoch = epoch + 1, failed_sign_ins = 0, first_failed_at = null,
      locked_until = null
    where tenant_id = ${tenantId} and person_id = ${personId}::bigint returning id`);
  const ids = accounts.map(({ id }) => id);
  if (byInstitution) await endLinks(tx, personId, now);
  const sessions = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${now}::timestamptz
    where tenant_id = ${tenantId} and person_id = ${personId}::bigint and revoked_at is null returning id`);
  for (const { id } of sessions) announceEndIn(tx, platform, id);
  const passkeys = await tx.many(sql`
    delete from passkey where tenant_id = ${tenantId} and person_id = ${personId}::bigint returning id`);
  await tx.many(sql`
    delete from passkey_challenge where tenant_id = ${tenantId} and account_id = any(${ids}::bigint[]) returning id`);
  const social = await tx.many<{ provider: string }>(sql`
    delete from social_account where tenant_id = ${tenantId} and account_id = any(${ids}::bigint[])
    returning provider`);
  await tx.many(sql`
    update code_challenge set used_at = ${now}::timestamptz, payload = '{}'::jsonb
    where tenant_id = ${tenantId} and person_id = ${personId}::bigint and used_at is null returning id`);
  await tx.many(sql`
    update handoff_code set used_at = ${now}::timestamptz
    where tenant_id = ${tenantId} and person_id = ${personId}::bigint and used_at is null returning id`);
  if (byInstitution) await endUnconfirmedContacts(tx, personId, byInstitution.bringing, now);
  return {
    sessions: sessions.length,
    passkeys: passkeys.length,
    providers: [...new Set(social.map(({ provider }) => provider))].toSorted(),
  };
}
