import { z } from 'zod';
import type { CardAccess } from './card-access.ts';

/** Outcome of the holder's confirmation (3-D Secure); its proof is sent along with the token (D-68). */
export const cardAuthentication = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('authenticated'),
    eci: z.string().regex(/^\d{1,2}$/),
    cavv: z.string().max(100).nullable(),
    xid: z.string().max(100).nullable(),
    version: z.string().max(10),
    referenceId: z.string().max(60).nullable(),
  }),
  z.object({ outcome: z.enum(['failed', 'not-enrolled', 'unavailable']) }),
]);
export type CardAuthenticationResult = z.infer<typeof cardAuthentication>;

/** Colours of the host's page, "#rrggbb", and its text size in pixels. */
export type CardFrameLook = {
  text: string;
  muted: string;
  surface: string;
  border: string;
  focus: string;
  error: string;
  fontPx: number;
  radiusPx: number;
};

/** Texts of the page; missing ones keep the page's defaults. */
export type CardFrameTexts = {
  number: string;
  expiry: string;
  expiryHint: string;
  cvv: string;
  cvvHint: string;
  /** Title above the page of the holder's bank, and the text of the button that closes it. */
  challenge: string;
  cancel: string;
};

/** Purchase details sent to the holder's bank for confirmation. Amount in cents. */
export type CardFrameOrder = {
  amountCents: number;
  installments: number;
  /** Whether later instalments are charged to the same card. */
  recurring: boolean;
  /** Contacts and address if known; phone and CEP are digits only. */
  buyer: Partial<Record<CardFrameBuyerField, string>>;
};
export type CardFrameBuyerField = 'email' | 'phone' | 'street' | 'district' | 'city' | 'state' | 'zipCode';

export type CardFrameField = 'number' | 'expiry' | 'cvv';

/**
 * Messages from the application to the card fields. The nonce of `setup` is repeated in every later message of both sides; `id`
 * links a response to its `check` or `submit`.
 */
export type ToCardFrame =
  | {
      kind: 'setup';
      nonce: string;
      /** The person's current day, "YYYY-MM-DD", which the expiry is checked against. */
      today: string;
      look: Partial<CardFrameLook>;
      texts: Partial<CardFrameTexts>;
    }
  /** Shows which fields have errors without moving the focus; answered by `checked`. */
  | { kind: 'check'; nonce: string; id: number }
  /** Focuses a field, as the list of errors does. */
  | { kind: 'lead'; nonce: string; field: CardFrameField }
  | {
      kind: 'submit';
      nonce: string;
      id: number;
      holderName: string;
      access: CardAccess;
      order: CardFrameOrder;
    };

/** Messages from the card fields to the application; `ready` is the first and has no nonce yet. */
export type FromCardFrame =
  | { kind: 'ready' }
  | { kind: 'height'; nonce: string; height: number }
  /** The person pressed Enter in a field. */
  | { kind: 'enter'; nonce: string }
  /** The page of the holder's bank is shown and needs the whole screen, or has been closed. */
  | { kind: 'challenge'; nonce: string; id: number; shown: boolean }
  | {
      kind: 'token';
      nonce: string;
      id: number;
      token: string;
      brand: string | null;
      last4: string;
      /** Absent if the holder was not asked to confirm. */
      authentication?: CardAuthenticationResult;
    }
  /** Fields with errors; empty if all are right. */
  | { kind: 'checked'; nonce: string; id: number; fields: CardFrameField[] }
  /** The person is typing in a field that had an error. */
  | { kind: 'mending'; nonce: string; field: CardFrameField }
  | { kind: 'invalid'; nonce: string; id: number; fields: CardFrameField[] }
  /** `refused`: the acquirer does not accept this card's data; `unavailable`: it did not respond. */
  | { kind: 'failed'; nonce: string; id: number; reason: 'refused' | 'unavailable' };
