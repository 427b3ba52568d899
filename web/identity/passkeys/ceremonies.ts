import type { Body } from '@orbita/protocol';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../../app/api.ts';
import { settings } from '../../app/settings.ts';

/** Signs in by a passkey of this device. Throws what the device or the server refused with. */
export async function enterByPasskey(remember: boolean): Promise<void> {
  const params = { tenant: settings.tenant.alias };
  const { challengeId, options } = await call('POST /platform/auth/passkeys/tenants/{tenant}/challenges', {
    params,
  });
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options as never });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  } as Body<'POST /platform/auth/passkeys/tenants/{tenant}/signin'>['credential'];
  await call('POST /platform/auth/passkeys/tenants/{tenant}/signin', {
    params,
    body: { challengeId, credential, remember },
  });
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
