import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Ctx, HostContext, Reply, TenantContext } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { parameterOf } from '../../tenancy/parameters.ts';
import { answerChallenge, purposeOf, type Verified, verifyChallenge } from '../challenge.ts';
import { enterAgain } from '../enter-again.ts';
import { codeContact } from '../held-contact.ts';
import { sessionReply } from '../session-reply.ts';
import { enter, logEntry } from '../sign-in.ts';
import { hidden } from '../sign-in-events.ts';
import { checkFailures, checkLoginEnabled, countFailure, type RequestContext } from '../sign-in-limits.ts';
import { confirmSignUp } from '../sign-up.ts';
import type { Account } from '../store.ts';
import { askCode, type CodePayload } from './ask-code.ts';

export type { CodePayload };

type AskCtx = Ctx<'POST /platform/auth/code/tenants/{tenant}/challenges'>;
type VerifyCtx = Ctx<'POST /platform/auth/code/challenges/{challengeId}/verify'>;
type Place = Pick<HostContext, 'platform' | 'tenant' | 'host'>;

/** Sends a code to sign in with (S-03). Signed-in people without a password need one to set it (S-08). */
export async function askSignInCode(ctx: AskCtx): Promise<Reply> {
  const { platform, tenant, host } = ctx;
  const session = await ctx.maybeSession();
  if (!session) {
    await checkLoginEnabled(ctx);
    const place = { hostId: host.id, institutionId: host.institutionId };
    if (!(await parameterOf(platform, tenant.id, 'CodeLoginEnabled', place))) fail('CODE_LOGIN_DISABLED');
  }
  const asker = session && hidden(ctx, `account:${session.accountId}`);
  const answer = await askCode(ctx, ctx.body(), { purpose: 'sign-in', template: 'N-02', asker });
  return reply('channels' in answer ? 200 : 202, answer);
}

/** Checks a code issued by `askSignInCode` and counts the try. `use(tx)` uses it up in the action's transaction. */
export const verifySignInCode = (
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  challengeId: string,
  code: string,
): Promise<Verified> => verifyChallenge(ctx, challengeId, code, { purpose: 'sign-in', anybody: true });

/** Where a code was sent to. */
type Sent = Pick<Verified, 'channel' | 'recipient'>;

/** Marks a contact as confirmed and proved, because a code sent to it was entered (spec 5.1). */
export const confirmContact = (
  tx: Tx,
  personId: number,
  { channel, recipient }: Sent,
  now: Date,
): Promise<unknown> =>
  channel === 'email'
    ? tx.one(sql`
        update person set email_confirmed_at = coalesce(email_confirmed_at, ${now}::timestamptz),
          email_proved_at = ${now}::timestamptz
        where tenant_id = ${tx.tenantId} and id = ${personId} and email = ${recipient} and email_proved_at is null
        returning id`)
    : tx.one(sql`
        update person set cell_phone_confirmed_at = coalesce(cell_phone_confirmed_at, ${now}::timestamptz),
          cell_phone_proved_at = ${now}::timestamptz
        where tenant_id = ${tx.tenantId} and id = ${personId} and cell_phone = ${recipient}
          and cell_phone_proved_at is null
        returning id`);

/**
 * Returns the account of a person who proved they own a contact. Imported people get an account now, announced by N-01 (spec
 * 5.1). `passwordHash` is set by a reset.
 * @throws `CODE_EXPIRED` if the person's codes now go to another contact than the one the code was sent to.
 */
export async function accountFor(
  ctx: Place,
  tx: Tx,
  personId: number,
  { documentType, document }: { documentType: DocumentType; document: string },
  { channel, recipient }: Sent,
  passwordHash: string | null = null,
): Promise<Account> {
  const now = ctx.platform.clock.now();
  const made = await tx.one<{ id: number }>(sql`
    insert into user_account (tenant_id, person_id, document_type, document, password_hash, created_at)
    select p.tenant_id, p.id, ${documentType}::text, ${document}::text, ${passwordHash}::text, ${now}::timestamptz
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId} and p.anonymised_at is null
    on conflict (tenant_id, document_type, document) do nothing returning id`);
  const account = await tx.one<Account>(sql`
    select a.id, a.person_id, a.password_hash, a.epoch, a.disable_institution_global_filter, a.failed_sign_ins,
      a.locked_until, p.uuid, p.name, p.social_name
    from user_account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = ${tx.tenantId} and a.document_type = ${documentType} and a.document = ${document}
      and a.person_id = ${personId} and p.anonymised_at is null
      and ${codeContact(channel === 'email' ? 'email' : 'cellPhone')} = ${recipient}`);
  // Since the code was sent, the document or contact moved to another person, or the person's data was erased.
  if (!account) fail('CODE_EXPIRED');
  if (made)
    notify(tx, ctx.platform, {
      template: 'N-01',
      personId,
      institutionId: ctx.host.institutionId,
      dedupe: `account:${account.id}`,
    });
  return account;
}

async function enterFirst(ctx: VerifyCtx, verified: Verified): Promise<Reply> {
  const { platform, tenant } = ctx;
  const { remember } = ctx.body();
  const { personId } = verified;
  if (personId === null) fail('CODE_INVALID');
  const { account, issued } = await platform.db.write(tenant.id, async (tx) => {
    await verified.use(tx);
    const account = await accountFor(ctx, tx, personId, verified.payload as CodePayload, verified);
    await confirmContact(tx, personId, verified, platform.clock.now());
    const issued = await enter(ctx, tx, account, { method: 'code', remember: remember ?? true });
    verified.leave(tx, { session: issued.sessionId });
    return { account, issued };
  });
  logEntry(ctx, 'entered-by-code', account.id);
  const who = { uuid: account.uuid, name: account.name, socialName: account.social_name };
  return sessionReply(platform, ctx.request, tenant, 200, who, issued);
}

const enterByCode = (ctx: VerifyCtx): Promise<Reply> =>
  answerChallenge(
    ctx,
    { challengeId: ctx.params.challengeId, code: ctx.body().code },
    { purpose: 'sign-in', anybody: true },
    {
      first: (verified) => enterFirst(ctx, verified),
      again: (verified) => enterAgain(ctx, verified),
    },
  );

/** Counts wrong codes against the address, just like wrong passwords (spec 18). */
export async function guarded<T>(request: RequestContext, check: () => Promise<T>): Promise<T> {
  await checkFailures(request);
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.code === 'CODE_INVALID') await countFailure(request);
    throw error;
  }
}

/**
 * Verifies a code: signs the person in, first creating the account if the code belongs to a sign-up without captcha (spec 5.4).
 */
export async function answerCode(ctx: VerifyCtx): Promise<Reply> {
  await checkLoginEnabled(ctx);
  return guarded(ctx, async () => {
    if ((await purposeOf(ctx, ctx.params.challengeId)) !== 'sign-up') return enterByCode(ctx);
    return { ...(await confirmSignUp(ctx, ctx.params.challengeId, ctx.body().code)), status: 200 };
  });
}
