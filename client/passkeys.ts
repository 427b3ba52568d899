import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/**
 * What a passkey of this device answers to a challenge, as the protocol takes it (`T`: the credential of the call). Throws what the
 * device refused with.
 */
export async function shownCredential<T>(optionsJSON: unknown): Promise<T> {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: optionsJSON as never });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const shown = { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null };
  return { id, rawId, type, response: shown } as T;
}

/** The same of a passkey that is made on this device. */
export async function madeCredential<T>(optionsJSON: unknown): Promise<T> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: optionsJSON as never });
  const { clientDataJSON, attestationObject, transports } = response;
  const made = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) };
  return { id, rawId, type, response: made } as T;
}
