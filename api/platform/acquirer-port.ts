import type { CardBrand } from '@orbita/domain/payment';
import type { AcquirerProvider, ThreeDSecure } from '@orbita/domain/tenancy';
import type { CardAccess } from '@orbita/protocol/payment';
import type { Listed } from './listed.ts';

/** Card acquirers as the product sees them; each has one adapter for the acquirer's public protocol (spec 14.8). */

/** What the page of the card fields needs beside the card; a key in it may serve one card for some minutes alone. */
export type CardFields = CardAccess;

/** Result of 3-D Secure, as the authentication's script reports it. */
export type CardAuthentication = {
  eci: string;
  cavv: string | null;
  xid: string | null;
  version: string;
  referenceId: string | null;
};

export type CardCustomer = {
  name: string;
  email: string;
  /** Digits of a CPF, or a passport; null for people without one. */
  document: { kind: 'cpf' | 'passport'; number: string } | null;
  /** Area code and number, digits alone. */
  phone: string | null;
  address: {
    street: string;
    number: string;
    neighborhood: string;
    city: string;
    state: string;
    zipCode: string;
  } | null;
};

/** A sale by card. Amounts in cents; the amount is the whole, of which `installments` equal parts are charged. */
export type CardSale = {
  /** Our own number of the charge: 1 to 50 letters and digits, chosen before the call and used once. */
  orderId: string;
  amountCents: number;
  installments: number;
  /** One-time token of the card fields; a `cardReference` when a stored credential is used again. */
  token: string;
  brand: CardBrand | null;
  holderName: string;
  holderDocument: string | null;
  /** At most 13 letters and digits on the holder's bill. */
  softDescriptor: string;
  customer: CardCustomer;
  authentication?: CardAuthentication;
  /**
   * `first`: the holder is present and allows later charges; with `networkId`: one of those charges, null where the network
   * gave no number.
   */
  storedCredential?: 'first' | { networkId: string | null };
};

/** A charge as the acquirer reports it. Amounts in cents. */
export type CardCharge = {
  orderId: string;
  /** The acquirer's own number; its notices name it. */
  providerId: string | null;
  /** `UNKNOWN`: the acquirer named a status we do not know; ask again. */
  status: 'PAID' | 'DENIED' | 'PROCESSING' | 'VOIDED' | 'REFUNDED' | 'CHARGEDBACK' | 'UNKNOWN';
  amountCents: number;
  capturedCents: number;
  refundedCents: number;
  brand: CardBrand | null;
  last4: string | null;
  /** Code of the issuer, read with `declineOf` of the domain. */
  declineCode: string | null;
  /** Merchant advice code of Mastercard. */
  adviceCode: string | null;
  /** Number by which card networks recognise later charges of a stored credential. */
  networkId: string | null;
  /** The stored card at this acquirer; means nothing to another one. */
  cardReference: string | null;
  /** When the acquirer took the order, RFC 3339; null when it does not say. */
  at: string | null;
};

/** What became of a wish to give money back. */
export type CardRefund = {
  status: 'DONE' | 'PROCESSING' | 'REFUSED';
  reason: string | null;
  charge: CardCharge;
};

/**
 * One account at an acquirer. Every call throws `ProviderUnavailable` when certainly nothing was done, and
 * `ProviderUnknown` when nobody can know (a time-out): then `find` before anything else.
 */
export interface Acquirer {
  readonly provider: AcquirerProvider;
  /** Whether its card fields can let the holder confirm (3-D Secure). */
  readonly asksHolder: boolean;
  /**
   * Fresh values for one use of the card fields. Where the holder must confirm, there are none without what asking her takes;
   * where she only may, they come without it when it is not to be had.
   */
  cardFields(threeDSecure: ThreeDSecure): Promise<CardFields>;
  /** Takes the money at once. An order number that was used before returns the charge it made. */
  authoriseAndCapture(sale: CardSale): Promise<CardCharge>;
  /** undefined = the acquirer does not know this order. */
  find(orderId: string): Promise<CardCharge | undefined>;
  /** The charge a notice names by the acquirer's own number. */
  findByProviderId(providerId: string): Promise<CardCharge | undefined>;
  /**
   * Gives a part or all of a charge back (a void on the day of the sale, a refund later). A repeat gives back once, because
   * what had been given back before is named: `refundedBeforeCents`.
   */
  refund(order: { orderId: string; amountCents: number; refundedBeforeCents: number }): Promise<CardRefund>;
  /** Charges of a period, for the nightly comparison; undefined where the acquirer has no such list. */
  list?(from: Date, to: Date): Promise<Listed<CardCharge>>;
}

export interface AcquirersPort {
  /** undefined when no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string, provider: AcquirerProvider): Acquirer | undefined;
  /**
   * What the page of the card fields may load scripts from, send cards to and show in frames, of all accounts of a provider:
   * sources of a content security policy.
   */
  fieldOrigins(provider: AcquirerProvider): { scripts: string[]; connections: string[]; frames: string[] };
}
