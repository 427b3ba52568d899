/** True where the browser can reach an authenticator: a safe page of a browser that knows passkeys. */
export const knowsPasskeys = (): boolean =>
  globalThis.isSecureContext === true && 'PublicKeyCredential' in globalThis;

/** True where this very device checks face, finger or PIN. */
export const hasOwnAuthenticator = async (): Promise<boolean> => {
  if (!knowsPasskeys()) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
};

/** The person closed the window of the device, or let it wait too long: nothing to say. */
export const isChangeOfMind = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
