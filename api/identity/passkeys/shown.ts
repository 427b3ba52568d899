import type { ParsedBody } from '@orbita/protocol';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { HostContext } from '../../platform/http/context.ts';
import type { Account } from '../store.ts';
import { originOf } from './origin.ts';
import { counted, counterAfter, findPasskey, type Passkey, takeChallenge } from './store.ts';

type Given = Pick<
  ParsedBody<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>,
  'challengeId' | 'credential'
>;

/**
 * Returns the passkey used, if everything is valid: challenge, page, host, signature, counter and user verification.
 * `accountId` is the account the challenge was issued for, null for a sign-in. If the passkey is refused, `onRefused` receives
 * its account if known.
 */
export async function shownPasskey(
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request'>,
  { challengeId, credential }: Given,
  accountId: number | null,
  onRefused: (accountId?: number) => void = () => undefined,
): Promise<{ key: Passkey & { owner: Account }; counter: number } | undefined> {
  const { platform, tenant, host } = ctx;
  const db = platform.db.tenant(tenant.id);
  const taken = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(challengeId)
    ? await takeChallenge(db, { id: challengeId, accountId, rpId: host.name }, platform.clock.now())
    : undefined;
  const refused = (account?: number): undefined => void onRefused(account);
  const origin = originOf(ctx, credential.response.clientDataJSON);
  const key = taken && origin ? await findPasskey(db, host.name, credential.id) : undefined;
  if (!taken || !origin || !key) return refused();
  const { userHandle } = credential.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== key.owner.uuid)
    return refused(key.account_id);
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: host.name,
    requireUserVerification: true,
    credential: counted(key),
  }).catch(() => undefined);
  if (!answer?.verified) return refused(key.account_id);
  return { key, counter: counterAfter(key, answer.authenticationInfo.newCounter) };
}
