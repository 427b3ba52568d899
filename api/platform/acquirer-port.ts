import type { CardBrand } from '@orbita/domain/payment';
import type { AcquirerProvider, ThreeDSecure } from '@orbita/domain/tenancy';
import type { CardAccess } from '@orbita/protocol/payment';
import type { Listed } from './listed.ts';

/** Card acquirers as seen by the product; each has one adapter for the acquirer's public protocol (spec 14.8). */

/** What the page of the card fields needs besides the card; a key in it may be valid for only one card and a few minutes. */
export type CardFields = CardAccess;

/** Result of 3-D Secure as reported by the authentication script. */
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
  /** Digits of a CPF, or a passport number; null for people with neither. */
  document: { kind: 'cpf' | 'passport'; number: string } | null;
  /** Area code and number of a Brazilian phone, digits only; null for a phone of another country, which has no area code. */
  phone: string | null;
  address: {
    street: string;
    number: string;
    neighborhood: string;
    city: string;
    state: string;
    zipCode: string;
    /** ISO 3166-1 alpha-2. Outside Brazil `street` is the whole line; `number` and `neighborhood` are then empty. */
    country: string;
  } | null;
};

/** A card sale. Amounts in cents; `amountCents` is the total, charged in `installments` equal parts. */
export type CardSale = {
  /** Our own reference of the charge: 1 to 50 letters and digits, chosen before the call and used only once. */
  orderId: string;
  amountCents: number;
  installments: number;
  /** One-time token from the card fields, or a `cardReference` when a stored credential is reused. */
  token: string;
  brand: CardBrand | null;
  holderName: string;
  holderDocument: string | null;
  /** At most 13 letters and digits, shown on the holder's statement. */
  softDescriptor: string;
  customer: CardCustomer;
  authentication?: CardAuthentication;
  /**
   * `first`: the holder is present and consents to later charges; with `networkId`: one of those later charges, null if the
   * network gave no id.
   */
  storedCredential?: 'first' | { networkId: string | null };
};

/** A charge as reported by the acquirer. Amounts in cents. */
export type CardCharge = {
  orderId: string;
  /** The acquirer's own id; its notices refer to it. */
  providerId: string | null;
  /** `UNKNOWN`: the acquirer reported a status we do not know; ask again. */
  status: 'PAID' | 'DENIED' | 'PROCESSING' | 'VOIDED' | 'REFUNDED' | 'CHARGEDBACK' | 'UNKNOWN';
  amountCents: number;
  capturedCents: number;
  refundedCents: number;
  brand: CardBrand | null;
  last4: string | null;
  /** The issuer's decline code, interpreted by `declineOf` of the domain. */
  declineCode: string | null;
  /** Mastercard's merchant advice code. */
  adviceCode: string | null;
  /** Id by which card networks recognise later charges of a stored credential. */
  networkId: string | null;
  /** The card stored at this acquirer; meaningless at any other. */
  cardReference: string | null;
  /** When the acquirer received the order, RFC 3339; null if it does not say. */
  at: string | null;
};

/** Outcome of a refund request. */
export type CardRefund = {
  status: 'DONE' | 'PROCESSING' | 'REFUSED';
  reason: string | null;
  charge: CardCharge;
};

/**
 * One account at an acquirer. Every call throws `ProviderUnavailable` when certainly nothing was done, and `ProviderUnknown`
 * when that is uncertain (a timeout); then call `find` before anything else.
 */
export interface Acquirer {
  readonly provider: AcquirerProvider;
  /** Whether its card fields can ask the holder to confirm (3-D Secure). */
  readonly asksHolder: boolean;
  /**
   * Fresh credentials for one use of the card fields. If confirmation is required, it fails when the confirmation's credentials
   * cannot be obtained; if confirmation is optional, they are left out then.
   */
  cardFields(threeDSecure: ThreeDSecure): Promise<CardFields>;
  /** Captures the money at once. For an order id that was already used, returns the charge it created. */
  authoriseAndCapture(sale: CardSale): Promise<CardCharge>;
  /** Undefined if the acquirer does not know this order. */
  find(orderId: string): Promise<CardCharge | undefined>;
  /** The charge that a notice refers to by the acquirer's own id. */
  findByProviderId(providerId: string): Promise<CardCharge | undefined>;
  /**
   * Refunds a charge in part or in full (a void on the day of the sale, a refund later). Repeating it refunds only once,
   * because the order states what had been refunded before: `refundedBeforeCents`.
   */
  refund(order: { orderId: string; amountCents: number; refundedBeforeCents: number }): Promise<CardRefund>;
  /** Charges of a period, for the nightly comparison; undefined if the acquirer offers no such list. */
  list?(from: Date, to: Date): Promise<Listed<CardCharge>>;
}

export interface AcquirersPort {
  /** Undefined if no account is configured under this reference. */
  account(tenantAlias: string, institutionCode: string, provider: AcquirerProvider): Acquirer | undefined;
  /**
   * Where the page of the card fields may load scripts from, send cards to and open frames, for all accounts of a provider, as
   * sources of a content security policy.
   */
  fieldOrigins(provider: AcquirerProvider): { scripts: string[]; connections: string[]; frames: string[] };
}
