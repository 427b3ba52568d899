import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE, normaliseCode } from '@orbita/domain/identity';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Ctx, Reply, Tenant, TenantContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { verifyChallenge } from '../challenge.ts';
import { askCode, type CodePayload, inWordsOf } from '../codes/ask-code.ts';
import { accountFor, confirmContact, guarded } from '../codes/enter.ts';
import { endWaysIn } from '../end-ways-in.ts';
import { hashPassword, passwordMatches } from '../password-hash.ts';
import { doneBefore, keptForRepeat } from '../repeat.ts';
import { checkLoginEnabled } from '../sign-in-limits.ts';
import { endSessions } from './end-sessions.ts';
import { judgePassword, notifyPasswordChange, storePassword } from './new-password.ts';

const MAIL_FAILED = 'Falha ao enviar o e-mail.';

/**
 * Requests a reset (S-07): sends a code and, by e-mail, also a link. Unavailable when sign-in is switched off, because a reset
 * would end existing sessions.
 */
export async function askReset(
  ctx: Ctx<'POST /platform/auth/password/tenants/{tenant}/reset-requests'>,
): Promise<Reply> {
  await checkLoginEnabled(ctx);
  const body = ctx.body();
  const answer = await askCode(ctx, body, {
    purpose: 'reset',
    template: 'N-03',
    linkPage: '/reset-password',
  }).catch((error: unknown) => {
    throw body.channel === 'email' ? inWordsOf(error, MAIL_FAILED) : error;
  });
  if ('channels' in answer) return reply(200, answer);
  const { challengeId, ...times } = answer;
  return reply(202, { requestId: challengeId, ...times });
}

const signatureOf = (secret: string, tenant: Tenant, id: string): string =>
  createHmac('sha256', secret).update(`reset:${tenant.id}:${id}`).digest('base64url');

/** Proof that a request was confirmed by its code or link; invalid once the request is used up. */
const tokenOf = (platform: Platform, tenant: Tenant, id: string): string =>
  `${id}.${signatureOf(platform.config.secret, tenant, id)}`;

type ResetCtx = Ctx<'POST /platform/auth/password/reset'>;
type ResetBody = ParsedBody<'POST /platform/auth/password/reset'>;
type Request = {
  id: string;
  person_id: number;
  channel: 'email' | 'sms';
  recipient: string;
  payload: CodePayload;
};

/** Valid for sixty minutes from the request, whether confirmed by code or link (spec 5.3, S-07). */
const living = (platform: Platform) => sql`purpose = 'reset' and used_at is null and person_id is not null
  and created_at > ${new Date(platform.clock.now().getTime() - CODE.linkLifeSeconds * 1000)}::timestamptz`;

/** The id of the request that a token belongs to. @throws `LINK_EXPIRED` */
function idOf(platform: Platform, tenant: Tenant, token: string): string {
  const [id = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isRight = (secret: string): boolean => {
    const right = Buffer.from(signatureOf(secret, tenant, id));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return platform.config.secrets.some(isRight) ? id : fail('LINK_EXPIRED');
}

const requestOf = (platform: Platform, tenant: Tenant, token: string): Promise<Request | undefined> =>
  platform.db.tenant(tenant.id).one<Request>(sql`
    select id, person_id, channel, recipient, payload from code_challenge
    where tenant_id = ${tenant.id} and id = ${idOf(platform, tenant, token)}::uuid and ${living(platform)}`);

/** Whether this request, with this key, has set this very password before, and its answer was lost. */
async function wasSet(ctx: ResetCtx, { resetToken, newPassword }: ResetBody): Promise<boolean> {
  const { platform, tenant } = ctx;
  const row = await platform.db.tenant(tenant.id).one<{
    id: string;
    payload: Record<string, unknown>;
    password_hash: string | null;
  }>(sql`
    select c.id, c.payload, a.password_hash from code_challenge c
    join user_account a on a.tenant_id = c.tenant_id and a.person_id = c.person_id
    where c.tenant_id = ${tenant.id} and c.id = ${idOf(platform, tenant, resetToken)}::uuid and c.purpose = 'reset'
      and c.used_at is not null
    order by a.id limit 1`);
  if (!doneBefore(ctx, row, resetToken)) return false;
  return passwordMatches(tenant.id, row?.password_hash, newPassword);
}

/**
 * Returns the token that sets the password, and the other sign-in methods, which end with it: the page lists them and lets the
 * person keep them.
 */
async function opened(
  { platform, tenant }: Pick<TenantContext, 'platform' | 'tenant'>,
  requestId: string,
  personId: number | null,
): Promise<Reply> {
  const others = await platform.db.tenant(tenant.id).one<{ passkeys: number; providers: string[] }>(sql`
    select (select count(*)::int from passkey k where k.tenant_id = ${tenant.id} and k.person_id = ${personId}::bigint)
        as passkeys,
      array(select distinct a.provider from user_account u
        join social_account a on a.tenant_id = u.tenant_id and a.account_id = u.id
        where u.tenant_id = ${tenant.id} and u.person_id = ${personId}::bigint order by a.provider) as providers`);
  return reply(200, { resetToken: tokenOf(platform, tenant, requestId), others });
}

/**
 * Accepts the code of a reset once and returns the token that sets the password; a repeat under its `Idempotency-Key` gets the
 * token again, as long as no password was set with it.
 */
export async function answerResetCode(
  ctx: Ctx<'POST /platform/auth/password/reset-requests/{requestId}/verify'>,
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const { code } = ctx.body();
  const verified = await guarded(ctx, () =>
    verifyChallenge(ctx, ctx.params.requestId, code, { purpose: 'reset', anybody: true }),
  );
  const mine = sql`tenant_id = ${tenant.id} and id = ${verified.id}::uuid and used_at is null`;
  const kept = JSON.stringify(keptForRepeat(ctx, verified.id, normaliseCode(code)));
  const open = await platform.db.tenant(tenant.id).one(
    verified.done
      ? sql`select id from code_challenge where ${mine} and ${living(platform)}`
      : sql`update code_challenge set tries = ${CODE.tries}::int, payload = payload || ${kept}::jsonb
            where ${mine} returning id`,
  );
  return open ? opened(ctx, verified.id, verified.personId) : fail('CODE_EXPIRED');
}

/** Opens the link from an e-mail. Mail scanners open links too, so opening it uses up nothing. */
export async function openResetLink(
  ctx: Ctx<'GET /platform/auth/password/reset-links/{id}'>,
): Promise<Reply> {
  const { platform, tenant, params } = ctx;
  const row = await platform.db.tenant(tenant.id).one<{ id: string; person_id: number }>(sql`
    select id, person_id from code_challenge
    where tenant_id = ${tenant.id} and link_hash = ${secretHash(params.id)} and ${living(platform)}`);
  if (!row) fail('LINK_EXPIRED');
  return opened(ctx, row.id, row.person_id);
}

/**
 * Sets the new password: uses up the request, lifts locks, ends every session and, unless the person keeps them, every other
 * sign-in method, and notifies the person (N-04). Repeated under its `Idempotency-Key`, it changes nothing more. People may reset
 * precisely because somebody else is in their account.
 */
export async function resetPassword(ctx: ResetCtx): Promise<Reply> {
  const { platform, tenant } = ctx;
  const body = ctx.body();
  const request = await requestOf(platform, tenant, body.resetToken);
  if (!request) return (await wasSet(ctx, body)) ? reply(204) : fail('LINK_EXPIRED');
  judgePassword(body);
  const passwordHash = await hashPassword(tenant.id, body.newPassword);
  const now = platform.clock.now();
  const kept = JSON.stringify(keptForRepeat(ctx, request.id, body.resetToken));
  const announce = await platform.db.write(tenant.id, async (tx) => {
    const used = await tx.one(sql`
      update code_challenge set used_at = ${now}, payload = ${kept}::jsonb
      where tenant_id = ${tenant.id} and id = ${request.id}::uuid and used_at is null returning id`);
    if (!used) fail('LINK_EXPIRED');
    await accountFor(ctx, tx, request.person_id, request.payload, request, passwordHash);
    const announce = body.keepOthers ? await endSessions(platform, tx, request.person_id) : undefined;
    const ended = body.keepOthers ? undefined : await endWaysIn(tx, platform, request.person_id);
    await storePassword(tx, request.person_id, passwordHash, now);
    await confirmContact(tx, request.person_id, request, now);
    await notifyPasswordChange(ctx, tx, request.person_id, request.id, ended);
    return announce;
  });
  await announce?.();
  platform.security.event({
    kind: 'password',
    outcome: 'password-reset',
    tenant,
    subject: { person: request.person_id },
    trace: ctx.requestId,
  });
  return reply(204);
}
