import sql, { type Sql } from 'sql-template-tag';

/** Whether someone can sign in as person `p` without a code, or is signed in now. */
export const isClaimed = (now: Date): Sql => sql`(
  exists(select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id and (
    u.password_hash is not null
    or exists(select from social_account a where a.tenant_id = u.tenant_id and a.account_id = u.id)))
  or exists(select from passkey k where k.tenant_id = p.tenant_id and k.person_id = p.id)
  or exists(select from login_session l where l.tenant_id = p.tenant_id and l.person_id = p.id
    and l.subscription_id is null and l.revoked_at is null and l.expires_at > ${now}::timestamptz))`;
