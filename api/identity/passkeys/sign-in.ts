import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { sessionReply } from '../session-reply.ts';
import { enter, logEntry } from '../sign-in.ts';
import { checkFailures, checkLoginEnabled, countFailure } from '../sign-in-limits.ts';
import { shownPasskey } from './shown.ts';
import { insertChallenge, plain, usePasskey } from './store.ts';

type SignInCtx = Ctx<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>;

/** Returns the options for an authenticator to use a passkey of this host; they identify nobody. */
export async function beginSignIn(
  ctx: Ctx<'POST /platform/auth/passkeys/tenants/{tenant}/challenges'>,
): Promise<Reply> {
  const { platform, tenant, host } = ctx;
  await checkLoginEnabled(ctx);
  const options = await generateAuthenticationOptions({ rpID: host.name, userVerification: 'required' });
  const challengeId = await insertChallenge(
    platform.db.tenant(tenant.id),
    { accountId: null, rpId: host.name, challenge: options.challenge },
    platform.clock.now(),
  );
  return reply(200, { challengeId, options: plain(options) });
}

/** Signs in with a passkey, which combines possession and user verification in one gesture. */
export async function signInByPasskey(ctx: SignInCtx): Promise<Reply> {
  const { platform, tenant } = ctx;
  await checkLoginEnabled(ctx);
  await checkFailures(ctx);
  let refusedOf: number | undefined;
  const shown = await shownPasskey(ctx, ctx.body(), null, (accountId) => {
    refusedOf = accountId;
  });
  if (!shown) {
    await countFailure(ctx);
    logEntry(ctx, 'PASSKEY_REFUSED', refusedOf);
    fail('PASSKEY_REFUSED');
  }
  const { key, counter } = shown;
  const { owner } = key;
  const issued = await platform.db.write(tenant.id, async (tx) => {
    if (!(await usePasskey(tx, key, counter, platform.clock.now()))) fail('PASSKEY_REFUSED');
    return enter(ctx, tx, owner, { method: 'passkey', remember: ctx.body().remember ?? true });
  });
  logEntry(ctx, 'entered-by-passkey', owner.id);
  const who = { uuid: owner.uuid, name: owner.name, socialName: owner.social_name };
  return sessionReply(platform, ctx.request, tenant, 200, who, issued);
}
