import { z } from 'zod';
import { text, typed, webAuthnOptions } from '../foundation/index.ts';
import { shownCredential } from '../identity/index.ts';

/** What the browser hands to its authenticator (WebAuthn level 3, JSON forms); good for five minutes and one use. */
export const begunPasskey = z.object({ challengeId: text, options: webAuthnOptions });

/** A passkey that somebody of the team has shown. */
export const shownPasskey = z.object({ challengeId: typed(60), credential: shownCredential });
