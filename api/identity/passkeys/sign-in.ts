import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { sessionReply } from '../session-reply.ts';
import { enter, logEntry } from '../sign-in.ts';
import { checkFailures, checkLoginEnabled, countFailure } from '../sign-in-limits.ts';
import { originOf } from './origin.ts';
import { findPasskey, insertChallenge, plain, takeChallenge, usePasskey } from './store.ts';

type SignInCtx = Ctx<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>;

/** Options for an authenticator to use a passkey of this host; they name nobody. */
export async function beginSignIn(
  ctx: Ctx<'POST /platform/auth/passkeys/tenants/{tenant}/challenges'>,
): Promise<Reply> {
  const { platform, tenant, host } = ctx;
  await checkLoginEnabled(ctx);
  const options = await generateAuthenticationOptions({ rpID: host.name, userVerification: 'required' });
  const challengeId = await insertChallenge(
    platform.db.tenant(tenant.id),
    tenant.id,
    { accountId: null, rpId: host.name, challenge: options.challenge },
    platform.clock.now(),
  );
  return reply(200, { challengeId, options: plain(options) });
}

const refuse = async (ctx: SignInCtx, accountId?: number): Promise<never> => {
  await countFailure(ctx);
  logEntry(ctx, 'PASSKEY_REFUSED', accountId);
  return fail('PASSKEY_REFUSED');
};

/** The passkey used, if everything is valid: challenge, page, host, signature, counter, user verification. */
async function shownPasskey(ctx: SignInCtx) {
  const { platform, tenant, host } = ctx;
  const { challengeId, credential } = ctx.body();
  const db = platform.db.tenant(tenant.id);
  const taken = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(challengeId)
    ? await takeChallenge(
        db,
        tenant.id,
        { id: challengeId, accountId: null, rpId: host.name },
        platform.clock.now(),
      )
    : undefined;
  const origin = originOf(ctx, credential.response.clientDataJSON);
  const key = taken && origin ? await findPasskey(db, tenant.id, host.name, credential.id) : undefined;
  if (!taken || !origin || !key) return refuse(ctx);
  const { userHandle } = credential.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== key.owner.uuid)
    return refuse(ctx, key.account_id);
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: host.name,
    requireUserVerification: true,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
  }).catch(() => undefined);
  if (!answer?.verified) return refuse(ctx, key.account_id);
  return { key, counter: answer.authenticationInfo.newCounter };
}

/** Signs in by passkey, which combines possession and verification of the person in one gesture. */
export async function signInByPasskey(ctx: SignInCtx): Promise<Reply> {
  const { platform, tenant } = ctx;
  await checkLoginEnabled(ctx);
  await checkFailures(ctx);
  const { key, counter } = await shownPasskey(ctx);
  const { owner } = key;
  const issued = await platform.db.write(tenant.id, async (tx) => {
    if (!(await usePasskey(tx, key, counter, platform.clock.now()))) fail('PASSKEY_REFUSED');
    return enter(ctx, tx, owner, { method: 'passkey', remember: ctx.body().remember ?? true });
  });
  logEntry(ctx, 'entered-by-passkey', owner.id);
  const who = { uuid: owner.uuid, name: owner.name, socialName: owner.social_name };
  return sessionReply(platform, ctx.request, tenant, 200, who, issued);
}
