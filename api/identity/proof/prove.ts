import { firstName, isoInZone } from '@orbita/domain/foundation';
import { maskContact, PROOF_TEXTS } from '@orbita/domain/identity';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { CandidateContext, Ctx, Reply } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { answerChallenge, createChallenge, phoneOr, type Verified } from '../challenge.ts';
import { shownPasskey } from '../passkeys/shown.ts';
import { insertChallenge, passkeysOf, plain, usePasskey } from '../passkeys/store.ts';
import { checkOwnPassword } from '../passwords/own.ts';
import { checkFailures, countFailure, takeSend } from '../sign-in-limits.ts';
import { provedUntil } from './fresh.ts';
import { proofWays } from './ways.ts';

type ProveCtx = Ctx<'POST /platform/auth/proof'>;

/** How the signed-in person can prove their identity again, and until when the last proof counts. */
export async function readProofWays(ctx: Ctx<'GET /platform/auth/proof'>): Promise<Reply> {
  const [until, ways] = await Promise.all([provedUntil(ctx), proofWays(ctx)]);
  return reply(200, {
    until: until ? isoInZone(until, ctx.tenant.timeZone) : null,
    password: ways.password,
    passkey: ways.passkey,
    contacts: ways.contacts.map(({ channel, value }) => ({ channel, masked: maskContact(channel, value) })),
  });
}

/** Sends a code to a contact that was confirmed before this session began; any other channel is refused (422). */
export async function sendProofCode(ctx: Ctx<'POST /platform/auth/proof/codes'>): Promise<Reply> {
  const { channel } = ctx.body();
  const contact = (await proofWays(ctx)).contacts.find((one) => one.channel === channel);
  if (!contact) fail('VALIDATION', { errors: [{ field: 'channel', message: 'Valor inválido.' }] });
  await takeSend(ctx);
  const sent = await createChallenge(ctx, {
    purpose: 'proof',
    ...phoneOr(channel),
    recipient: contact.value,
    template: 'N-02',
    greeted: firstName(ctx.session.name),
    personId: ctx.session.personId,
    payload: { sessionId: ctx.session.sessionId },
  });
  return reply(202, sent);
}

/** Returns the options for using one of the person's own passkeys on this host. */
export async function beginPasskeyProof(ctx: Ctx<'POST /platform/auth/proof/passkeys'>): Promise<Reply> {
  const { platform, tenant, host, session } = ctx;
  const db = platform.db.tenant(tenant.id);
  const own = await passkeysOf(db, session.personId, host.name);
  const options = await generateAuthenticationOptions({
    rpID: host.name,
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
  });
  const challengeId = await insertChallenge(
    db,
    { accountId: session.accountId, rpId: host.name, challenge: options.challenge },
    platform.clock.now(),
  );
  return reply(200, { challengeId, options: plain(options) });
}

const keepProof = ({ platform, session }: CandidateContext, tx: Tx): Promise<unknown> =>
  tx.one(sql`
    update login_session set proved_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${session.sessionId}::uuid and revoked_at is null returning id`);

async function byFreshCode(ctx: ProveCtx, verified: Verified): Promise<void> {
  const { platform, tenant, session } = ctx;
  // The code proves identity only in the session that requested it, and only while its contact still qualifies.
  const { contacts } = await proofWays(ctx);
  const still = contacts.some(
    ({ channel, value }) => channel === verified.channel && value === verified.recipient,
  );
  if (verified.payload.sessionId !== session.sessionId || !still) fail('CODE_EXPIRED');
  await platform.db.write(tenant.id, async (tx) => {
    await verified.use(tx, { sessionId: session.sessionId });
    await keepProof(ctx, tx);
  });
}

const byCode = (ctx: ProveCtx, challengeId: string, code: string): Promise<void> =>
  answerChallenge(
    ctx,
    { challengeId, code },
    { purpose: 'proof', personId: ctx.session.personId },
    {
      first: (verified) => byFreshCode(ctx, verified),
      // The first request has proved it, for as long as it said.
      again: async (_, { sessionId }) => {
        if (sessionId !== ctx.session.sessionId) fail('CODE_EXPIRED');
      },
    },
  );

async function byPasskey(ctx: ProveCtx): Promise<void> {
  const { platform, tenant, session } = ctx;
  const { challengeId, credential } = ctx.body();
  if (!credential) return;
  const shown = await shownPasskey(ctx, { challengeId: challengeId ?? '', credential }, session.accountId);
  if (!shown || shown.key.owner.person_id !== session.personId) fail('PASSKEY_REFUSED');
  await platform.db.write(tenant.id, async (tx) => {
    if (!(await usePasskey(tx, shown.key, shown.counter, platform.clock.now()))) fail('PASSKEY_REFUSED');
    await keepProof(ctx, tx);
  });
}

async function byPassword(ctx: ProveCtx, password: string): Promise<void> {
  await checkOwnPassword(ctx, password, { field: 'password', message: PROOF_TEXTS.wrongPassword });
  await ctx.platform.db.write(ctx.tenant.id, (tx) => keepProof(ctx, tx));
}

const WRONG: readonly string[] = ['CURRENT_PASSWORD_WRONG', 'CODE_INVALID', 'PASSKEY_REFUSED'];

/** Proves the signed-in person's identity with whichever factor was sent; a wrong one counts as a failed sign-in. */
export async function prove(ctx: ProveCtx): Promise<Reply> {
  await checkFailures(ctx);
  const { password, challengeId, code, credential } = ctx.body();
  try {
    if (password) await byPassword(ctx, password);
    else if (credential) await byPasskey(ctx);
    else if (challengeId && code) await byCode(ctx, challengeId, code);
    else fail('VALIDATION', { errors: [{ field: 'password', message: 'Obrigatório.' }] });
  } catch (error) {
    if (error instanceof AppError && WRONG.includes(error.code)) await countFailure(ctx);
    throw error;
  }
  ctx.platform.security.event({
    kind: 'sign-in',
    outcome: 'proved-again',
    tenant: ctx.tenant,
    subject: { account: ctx.session.accountId },
    trace: ctx.requestId,
  });
  return reply(204);
}
