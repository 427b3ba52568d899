import type { CardBrand } from '@orbita/domain/payment';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { Plan } from './test-cards.ts';

/** What an acquirer may show of a card. */
export interface CardFace {
  bin: string;
  last4: string;
  brand: CardBrand | null;
  holder: string;
  /** "MM/YYYY" */
  expiry: string;
}

/** A card as the simulated acquirer stores it: its face, and what its issuer will do. */
export interface KeptCard {
  id: string;
  provider: AcquirerProvider;
  account: string;
  face: CardFace;
  plan: Plan;
}

/** Single-use token of a card. */
export interface CardToken extends KeptCard {
  /** Real time in milliseconds: tokens do not follow the test clock. */
  expires: number;
  used: boolean;
}

export type PaymentState =
  | 'authorised'
  | 'paid'
  | 'denied'
  | 'processing'
  | 'voided'
  | 'refunded'
  | 'chargedback';

/** A charge at a simulated acquirer. Amounts in cents. */
export interface CardPayment {
  id: string;
  provider: AcquirerProvider;
  account: string;
  orderId: string;
  amount: number;
  installments: number;
  softDescriptor: string;
  customerName: string;
  recurring: boolean;
  face: CardFace;
  state: PaymentState;
  /** Code of the issuer: "00" approved. */
  code: string;
  captured: number;
  givenBack: number;
  createdAt: string;
  updatedAt: string;
  networkId: string;
  /** The stored card, if the merchant requested one. */
  cardId: string | null;
  /** Real time in milliseconds at which a processing charge is approved automatically; null if it awaits a decision. */
  settlesAt: number | null;
  /** ECI of an authentication sent with the sale. */
  eci: string | null;
}

/** Where an account wants its notifications sent, and their fixed headers. */
export interface NoticeTarget {
  provider: AcquirerProvider;
  account: string;
  url: string;
  headers: Record<string, string>;
}
