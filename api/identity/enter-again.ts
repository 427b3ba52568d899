import sql from 'sql-template-tag';
import { announceEndIn } from '../caller/end-session.ts';
import type { HostContext, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Verified } from './challenge.ts';
import { sessionReply } from './session-reply.ts';
import { enter, logEntry } from './sign-in.ts';
import type { Account } from './store.ts';

type Opened = Account & { method: 'password' | 'code'; remember: boolean };

/**
 * Answers the repeat of a sign-in by code whose first answer was lost: a new session replaces the one that answer opened. A
 * session that has ended since is not replaced, so whoever ends the sessions of an account keeps everybody out.
 * @throws `CODE_EXPIRED`
 */
export async function enterAgain(
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request' | 'requestId' | 'ip'>,
  verified: Verified,
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const { account, issued } = await platform.db.write(tenant.id, async (tx) => {
    const now = platform.clock.now();
    // Locked and read here, because of several repeats at once each replaces the session of the one before it.
    const opened = await tx.one<{ session: string }>(sql`
      select payload->'done'->>'session' as session from code_challenge
      where tenant_id = ${tx.tenantId} and id = ${verified.id}::uuid for update`);
    const session = opened?.session ?? fail('CODE_EXPIRED');
    const account = await tx.one<Opened>(sql`
      update login_session s set revoked_at = ${now}::timestamptz
      from user_account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
      where s.tenant_id = ${tx.tenantId} and s.id = ${session}::uuid and s.revoked_at is null
        and s.expires_at > ${now}::timestamptz
        and a.tenant_id = s.tenant_id and a.id = s.account_id and a.person_id = s.person_id and p.anonymised_at is null
      returning a.id, a.person_id, a.password_hash, a.epoch, a.disable_institution_global_filter, a.failed_sign_ins,
        a.locked_until, p.uuid, p.name, p.social_name, s.method, s.remember`);
    if (!account) fail('CODE_EXPIRED');
    announceEndIn(tx, platform, session);
    const { method, remember } = account;
    const issued = await enter(ctx, tx, account, { method, remember });
    verified.leave(tx, { session: issued.sessionId });
    return { account, issued };
  });
  logEntry(ctx, 'entered-again', account.id);
  const who = { uuid: account.uuid, name: account.name, socialName: account.social_name };
  return sessionReply(platform, ctx.request, tenant, 200, who, issued);
}
