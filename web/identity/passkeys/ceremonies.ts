import { textOf } from '@orbita/client/errors.ts';
import { isChangeOfMind } from '@orbita/client/passkey-support.ts';
import { madeCredential, shownCredential } from '@orbita/client/passkeys.ts';
import type { Body } from '@orbita/protocol';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';
import { identityTexts as t } from '../../texts/identity.ts';

type Shown = Body<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>['credential'];

/** Signs in with a passkey of this device. Returns the text to show if that failed, '' if the person cancelled. */
export async function tryPasskey(remember: boolean): Promise<string | undefined> {
  try {
    await enterByPasskey(remember);
    return undefined;
  } catch (error) {
    return isChangeOfMind(error) ? '' : textOf(error, t.passkeyFailed);
  }
}

async function enterByPasskey(remember: boolean): Promise<void> {
  const params = { tenant: settings.tenant.alias };
  const { challengeId, options } = await call('POST /platform/auth/passkeys/tenants/{tenant}/challenges', {
    params,
  });
  const credential = await shownCredential<Shown>(options);
  await call('POST /platform/auth/passkeys/tenants/{tenant}/signin', {
    params,
    body: { challengeId, credential, remember },
  });
}

/** Proves the signed-in person's identity with a passkey of this device (spec 5.5). */
export async function proveByPasskey(): Promise<void> {
  const { challengeId, options } = await call('POST /platform/auth/proof/passkeys');
  const credential = await shownCredential<Shown>(options);
  await call('POST /platform/auth/proof', { body: { challengeId, credential } });
}

/** Creates a passkey on this device for the signed-in person. */
export async function createPasskey() {
  const { registrationId, options } = await call('POST /platform/auth/passkeys/registrations');
  const credential = await madeCredential<Body<'POST /platform/auth/passkeys'>['credential']>(options);
  return call('POST /platform/auth/passkeys', { body: { registrationId, credential } });
}
