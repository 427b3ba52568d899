import sql from 'sql-template-tag';
import { announceEndIn } from '../caller/end-session.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';

/** What was ended: the numbers of sessions and passkeys, and the names of the social providers. */
export type EndedWays = { sessions: number; passkeys: number; providers: string[] };

type Options = {
  /**
   * Set when the institution takes the account back from whoever is using it: links to applications end too, as do unconfirmed
   * contacts, except those the institution supplies. If unset, the person ends their own sign-in methods, and links sent to
   * them stay valid.
   */
  byInstitution?: { bringing: readonly string[] };
};

/** Links that open an application without an account: access keys and those of guardians and payers. */
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

/** Anyone may have typed an unconfirmed contact. The landline is never confirmed. */
const endUnconfirmedContacts = (tx: Tx, personId: number, bringing: readonly string[], now: Date) =>
  tx.one(sql`
    update person set
      email = case when email_confirmed_at is not null or email = any(${bringing}::text[]) then email end,
      cell_phone = case when cell_phone_confirmed_at is not null or cell_phone = any(${bringing}::text[])
        then cell_phone end,
      phone = null, rooted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${personId}::bigint returning id`);

/**
 * Ends all of a person's sign-in methods in the caller's transaction: password, passkeys, social links, sessions and tabs on
 * every node, and anything begun earlier: codes, hand-offs, registrations. A sign-in that authenticated earlier but completes
 * afterwards is refused by the account's epoch (`enter`). The person signs in again with a code sent to a remaining contact.
 * Accounts are locked first, as in `enter`, and links and sessions end before whatever a session may still be adding.
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
