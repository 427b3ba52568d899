import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import type { Ctx, Reply, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { verifyChallenge } from '../challenge.ts';
import { askCode, type CodePayload, inWordsOf } from '../codes/ask-code.ts';
import { accountFor, confirmContact, guarded } from '../codes/enter.ts';
import { checkLoginEnabled } from '../door.ts';
import { hashPassword } from '../password-hash.ts';
import { endSessions } from './end-sessions.ts';
import { judgePassword, storePassword, tellChange } from './new-password.ts';

const MAIL_FAILED = 'Falha ao enviar o e-mail.';

/** Asks for a reset (S-07): a code, by e-mail also a link. Off with sign-in, because it would end living sessions. */
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

const signatureOf = (house: House, tenant: Tenant, id: string): string =>
  createHmac('sha256', house.config.secret).update(`reset:${tenant.id}:${id}`).digest('base64url');

/** Proof that a request was answered by its code or link; worth nothing once the request is used up. */
const tokenOf = (house: House, tenant: Tenant, id: string): string =>
  `${id}.${signatureOf(house, tenant, id)}`;

type Request = {
  id: string;
  person_id: number;
  channel: 'email' | 'sms';
  recipient: string;
  payload: CodePayload;
};

/** Sixty minutes from the request, whatever it was answered by (spec 5.3, S-07). */
const living = (house: House) => sql`purpose = 'reset' and used_at is null and person_id is not null
  and created_at > ${new Date(house.clock.now().getTime() - CODE.linkLifeSeconds * 1000)}::timestamptz`;

async function requestOf(house: House, tenant: Tenant, token: string): Promise<Request> {
  const [id = '', signature = ''] = token.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(house, tenant, id))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) fail('LINK_EXPIRED');
  const row = await house.db.tenant(tenant.id).one<Request>(sql`
    select id, person_id, channel, recipient, payload from code_challenge
    where tenant_id = ${tenant.id} and id = ${id}::uuid and ${living(house)}`);
  return row ?? fail('LINK_EXPIRED');
}

/** The code of a reset, good once: it gives the token that sets the password. */
export async function answerResetCode(
  ctx: Ctx<'POST /platform/auth/password/reset-requests/{requestId}/verify'>,
): Promise<Reply> {
  const { house, tenant } = ctx;
  const { code } = ctx.body();
  const verified = await guarded(ctx, () =>
    verifyChallenge(ctx, ctx.params.requestId, code, { purpose: 'reset', anybody: true }),
  );
  const spent = await house.db.tenant(tenant.id).one(sql`
    update code_challenge set tries = ${CODE.tries}::int
    where tenant_id = ${tenant.id} and id = ${verified.id}::uuid and used_at is null returning id`);
  if (!spent) fail('CODE_EXPIRED');
  return reply(200, { resetToken: tokenOf(house, tenant, verified.id) });
}

/** Opens the link of an e-mail. Mail scanners open links too, so nothing is used up by it. */
export async function openResetLink(
  ctx: Ctx<'GET /platform/auth/password/reset-links/{id}'>,
): Promise<Reply> {
  const { house, tenant, params } = ctx;
  const row = await house.db.tenant(tenant.id).one<{ id: string }>(sql`
    select id from code_challenge
    where tenant_id = ${tenant.id} and link_hash = ${secretHash(params.id)} and ${living(house)}`);
  if (!row) fail('LINK_EXPIRED');
  return reply(200, { resetToken: tokenOf(house, tenant, row.id) });
}

/** Sets the new password: uses the request up, lifts locks, ends every session and tells the person (N-04). */
export async function resetPassword(ctx: Ctx<'POST /platform/auth/password/reset'>): Promise<Reply> {
  const { house, tenant } = ctx;
  const body = ctx.body();
  const request = await requestOf(house, tenant, body.resetToken);
  judgePassword(body);
  const passwordHash = await hashPassword(body.newPassword);
  const now = house.clock.now();
  const announce = await house.db.write(tenant.id, async (tx) => {
    const used = await tx.one(sql`
      update code_challenge set used_at = ${now}, payload = '{}'::jsonb
      where tenant_id = ${tenant.id} and id = ${request.id}::uuid and used_at is null returning id`);
    if (!used) fail('LINK_EXPIRED');
    await accountFor(ctx, tx, request.person_id, request.payload, passwordHash);
    await storePassword(tx, request.person_id, passwordHash, now);
    await confirmContact(tx, request.person_id, request, now);
    await tellChange(ctx, tx, request.person_id, request.id);
    return endSessions(house, tx, request.person_id);
  });
  await announce();
  house.security.event({
    kind: 'password',
    outcome: 'password-reset',
    tenant,
    subject: { person: request.person_id },
    trace: ctx.requestId,
  });
  return reply(204);
}
