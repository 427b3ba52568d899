import type { Body } from '@orbita/protocol';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';

type Shown = Body<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>['credential'];

/** What a passkey of this device answers to a challenge. Throws what the device refused with. */
async function shownCredential(optionsJSON: unknown): Promise<Shown> {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: optionsJSON as never });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  } as Shown;
}

/** Signs in by a passkey of this device. Throws what the device or the server refused with. */
export async function enterByPasskey(remember: boolean): Promise<void> {
  const params = { tenant: settings.tenant.alias };
  const { challengeId, options } = await call('POST /platform/auth/passkeys/tenants/{tenant}/challenges', {
    params,
  });
  const credential = await shownCredential(options);
  await call('POST /platform/auth/passkeys/tenants/{tenant}/signin', {
    params,
    body: { challengeId, credential, remember },
  });
}

/** Proves by a passkey of this device who is signed in (spec 5.5). */
export async function proveByPasskey(): Promise<void> {
  const { challengeId, options } = await call('POST /platform/auth/proof/passkeys');
  const credential = await shownCredential(options);
  await call('POST /platform/auth/proof', { body: { challengeId, credential } });
}

/** Makes a passkey on this device for whoever is signed in. */
export async function createPasskey() {
  const { registrationId, options } = await call('POST /platform/auth/passkeys/registrations');
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as never });
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  } as Body<'POST /platform/auth/passkeys'>['credential'];
  return call('POST /platform/auth/passkeys', { body: { registrationId, credential } });
}
