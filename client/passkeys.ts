import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/**
 * Answers a challenge with a passkey of this device and returns the credential as the protocol expects it (`T`: the credential
 * of the call). Throws the device's error if it refuses.
 */
export async function shownCredential<T>(optionsJSON: unknown): Promise<T> {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: optionsJSON as never });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const shown = { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null };
  return { id, rawId, type, response: shown } as T;
}

/** Creates a passkey on this device and returns the credential likewise. */
export async function madeCredential<T>(optionsJSON: unknown): Promise<T> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: optionsJSON as never });
  const { clientDataJSON, attestationObject, transports } = response;
  const made = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) };
  return { id, rawId, type, response: made } as T;
}
