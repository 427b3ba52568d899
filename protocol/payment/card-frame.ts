import { z } from 'zod';
import type { CardAccess } from './card-access.ts';

/** How the holder's confirmation (3-D Secure) ended; its proof travels with the token (D-68). */
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

/** Colours of the host's page, "#rrggbb", and the size of its text in pixels. */
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

/** Texts of the page; those that are absent stay as the page has them. */
export type CardFrameTexts = {
  number: string;
  expiry: string;
  expiryHint: string;
  cvv: string;
  cvvHint: string;
  /** Title above the page of the holder's bank, and what ends it. */
  challenge: string;
  cancel: string;
};

/** What is sent to the holder's bank about the purchase that it confirms. Amount in cents. */
export type CardFrameOrder = {
  amountCents: number;
  installments: number;
  /** Later instalments are charged to the same card. */
  recurring: boolean;
  /** Contacts and address as far as they are known; phone and CEP are digits alone. */
  buyer: Partial<Record<CardFrameBuyerField, string>>;
};
export type CardFrameBuyerField = 'email' | 'phone' | 'street' | 'district' | 'city' | 'state' | 'zipCode';

export type CardFrameField = 'number' | 'expiry' | 'cvv';

/**
 * From the application to the card fields. The nonce of `setup` is repeated in every later message of both sides; `id` ties
 * an answer to its `check` or `submit`.
 */
export type ToCardFrame =
  | {
      kind: 'setup';
      nonce: string;
      /** Day of the person, "YYYY-MM-DD": an expiry is judged by it. */
      today: string;
      look: Partial<CardFrameLook>;
      texts: Partial<CardFrameTexts>;
    }
  /** Shows what is wrong with the fields without moving the focus; answered by `checked`. */
  | { kind: 'check'; nonce: string; id: number }
  /** Leads to a field, as the list of what is wrong does. */
  | { kind: 'lead'; nonce: string; field: CardFrameField }
  | {
      kind: 'submit';
      nonce: string;
      id: number;
      holderName: string;
      access: CardAccess;
      order: CardFrameOrder;
    };

/** From the card fields to the application; `ready` is the first message and has no nonce yet. */
export type FromCardFrame =
  | { kind: 'ready' }
  | { kind: 'height'; nonce: string; height: number }
  /** Somebody pressed Enter in a field. */
  | { kind: 'enter'; nonce: string }
  /** The page of the holder's bank is there and needs the whole screen, or has gone. */
  | { kind: 'challenge'; nonce: string; id: number; shown: boolean }
  | {
      kind: 'token';
      nonce: string;
      id: number;
      token: string;
      brand: string | null;
      last4: string;
      /** Absent when nobody asked the holder to confirm. */
      authentication?: CardAuthenticationResult;
    }
  /** The wrong fields, none where all are right. */
  | { kind: 'checked'; nonce: string; id: number; fields: CardFrameField[] }
  /** Somebody is typing in a field that was wrong. */
  | { kind: 'mending'; nonce: string; field: CardFrameField }
  | { kind: 'invalid'; nonce: string; id: number; fields: CardFrameField[] }
  /** `refused`: the acquirer does not take this card's data; `unavailable`: it did not answer. */
  | { kind: 'failed'; nonce: string; id: number; reason: 'refused' | 'unavailable' };
