import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import { HANDOFF_SECONDS } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, Reply, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { endWaysIn } from './end-ways-in.ts';
import { maySeeInstitutionData } from './may-see-institution.ts';
import { sessionReply } from './session-reply.ts';
import { enter, logEntry } from './sign-in.ts';
import { checkFailures, countFailure } from './sign-in-limits.ts';
import type { Account } from './store.ts';

/** Issues a code that signs one person in, once and within a minute; undefined when no person with an account has this id. */
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
 * The institution vouches for the person: an account that never proved a contact loses all its sign-in methods before they
 * enter, unless those all come from the institution. Returns false while it is undecided whose document it is.
 */
async function giveBack(tx: Tx, platform: Platform, personId: number): Promise<boolean> {
  const person = await tx.one<{ in_case: boolean }>(sql`
    select exists(select from document_case d where d.tenant_id = p.tenant_id and d.person_id = p.id and d.state = 'open')
        as in_case
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}::bigint and p.anonymised_at is null
    for no key update of p`);
  if (!person || person.in_case) return false;
  if (!(await maySeeInstitutionData(tx, personId)))
    await endWaysIn(tx, platform, personId, { byInstitution: { bringing: [] } });
  return true;
}

/**
 * Exchanges the code for a session (S-05). Works even when sign-in is switched off, because the institution itself sends the
 * person here, as with the links in its messages.
 * @throws `HANDOFF_EXPIRED` for a code that is unknown, used or older than a minute.
 */
export async function exchangeHandoff(ctx: Ctx<'POST /platform/auth/handoff/exchange'>): Promise<Reply> {
  const { platform, tenant, request } = ctx;
  await checkFailures(ctx);
  const { code } = ctx.body();
  const now = platform.clock.now();
  const entered = await platform.db.write(tenant.id, async (tx) => {
    const taken = await tx.one<{ person_id: number; redirect_to: string | null }>(sql`
      update handoff_code set used_at = ${now}::timestamptz
      where tenant_id = ${tenant.id} and code_hash = ${secretHash(code)} and used_at is null
        and expires_at > ${now}::timestamptz
      returning person_id, redirect_to`);
    if (!taken || !(await giveBack(tx, platform, taken.person_id))) return undefined;
    const account = await tx.one<Account>(sql`
      select a.id, a.person_id, a.password_hash, a.epoch, a.disable_institution_global_filter, a.failed_sign_ins,
        a.locked_until, p.uuid, p.name, p.social_name
      from person p join user_account a on a.tenant_id = p.tenant_id and a.person_id = p.id
      where p.tenant_id = ${tenant.id} and p.id = ${taken.person_id} and p.anonymised_at is null
      order by a.id limit 1`);
    const issued = account && (await enter(ctx, tx, account, { method: 'handoff', remember: true }));
    return account && issued && { account, issued, redirectTo: taken.redirect_to };
  });
  if (!entered) {
    await countFailure(ctx);
    logEntry(ctx, 'HANDOFF_EXPIRED');
    return fail('HANDOFF_EXPIRED');
  }
  const { account, issued, redirectTo } = entered;
  logEntry(ctx, 'entered', account.id);
  const who = { uuid: account.uuid, name: account.name, socialName: account.social_name };
  const answer = sessionReply(platform, request, tenant, 200, who, issued);
  return { ...answer, body: { ...(answer.body as object), redirectTo } };
}
