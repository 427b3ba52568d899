import { z } from 'zod';
import { text, typed, webAuthnOptions } from '../foundation/index.ts';
import { shownCredential } from '../identity/index.ts';

/** What the browser passes to its authenticator (WebAuthn level 3, JSON forms); valid for five minutes and one use. */
export const begunPasskey = z.object({ challengeId: text, options: webAuthnOptions });

/** Passkey presented by a team member. */
export const shownPasskey = z.object({ challengeId: typed(60), credential: shownCredential });
