import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import { HANDOFF_SECONDS } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Ctx, Reply, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { sessionReply } from './session-reply.ts';
import { enter, logEntry } from './sign-in.ts';
import { checkFailures, countFailure } from './sign-in-limits.ts';
import type { Account } from './store.ts';

/**
 * A code that signs one person in, once and within a minute; undefined when nobody with an account has this
 * id.
 */
export async function issueHandoff(
  platform: Platform,
  tenant: Tenant,
  { personId, redirectTo }: { personId: number; redirectTo: string | null },
): Promise<{ code: string; expiresAt: string } | undefined> {
  const code = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + HANDOFF_SECONDS * 1000);
  const row = await platform.db.tenant(tenant.id).one(sql`
    insert into handoff_code (tenant_id, person_id, code_hash, redirect_to, created_at, expires_at)
    select ${tenant.id}::bigint, p.id, ${secretHash(code)}::text, ${redirectTo}::text, ${now}::timestamptz,
      ${expiresAt}::timestamptz
    from person p where p.tenant_id = ${tenant.id} and p.id = ${personId} and p.anonymised_at is null
      and exists (select from user_account a where a.tenant_id = p.tenant_id and a.person_id = p.id)
    returning id`);
  return row && { code, expiresAt: isoInZone(expiresAt, tenant.timeZone) };
}

/**
 * Exchanges the code for a session (S-05). It works where sign-in is switched off, because the institution
 * itself sends the person, as with the links of its messages.
 * @throws `HANDOFF_EXPIRED` for a code that is unknown, used or older than a minute.
 */
export async function exchangeHandoff(ctx: Ctx<'POST /platform/auth/handoff/exchange'>): Promise<Reply> {
  const { platform, tenant, request } = ctx;
  await checkFailures(ctx);
  const { code } = ctx.body();
  const now = platform.clock.now();
  const entered = await platform.db.write(tenant.id, async (tx) => {
    const account = await tx.one<Account & { redirect_to: string | null }>(sql`
      with taken as (
        update handoff_code set used_at = ${now}::timestamptz
        where tenant_id = ${tenant.id} and code_hash = ${secretHash(code)} and used_at is null
          and expires_at > ${now}::timestamptz
        returning tenant_id, person_id, redirect_to)
      select a.id, a.person_id, a.password_hash, a.disable_institution_global_filter, a.failed_sign_ins,
        a.locked_until, p.uuid, p.name, p.social_name, taken.redirect_to
      from taken join person p on p.tenant_id = taken.tenant_id and p.id = taken.person_id
        join user_account a on a.tenant_id = p.tenant_id and a.person_id = p.id
      where p.anonymised_at is null order by a.id limit 1`);
    const issued = account && (await enter(ctx, tx, account, { method: 'handoff', remember: true }));
    return account && issued && { account, issued };
  });
  if (!entered) {
    await countFailure(ctx);
    logEntry(ctx, 'HANDOFF_EXPIRED');
    return fail('HANDOFF_EXPIRED');
  }
  const { account, issued } = entered;
  logEntry(ctx, 'entered', account.id);
  const who = { uuid: account.uuid, name: account.name, socialName: account.social_name };
  const answer = sessionReply(platform, request, tenant, 200, who, issued);
  return { ...answer, body: { ...(answer.body as object), redirectTo: account.redirect_to } };
}
