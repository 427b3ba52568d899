/** True if the browser can reach an authenticator: a secure context in a browser that supports passkeys. */
export const knowsPasskeys = (): boolean =>
  globalThis.isSecureContext === true && 'PublicKeyCredential' in globalThis;

/** True if this device itself can check face, finger or PIN. */
export const hasOwnAuthenticator = async (): Promise<boolean> => {
  if (!knowsPasskeys()) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
};

/** The person closed the device's prompt or let it time out: there is nothing to report. */
export const isChangeOfMind = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
