import sql from 'sql-template-tag';
import type { CardAuthentication } from '../../platform/acquirer-port.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ports } from '../../platform/ports.ts';
import type { ChargeReport } from '../report.ts';
import type { ChargeRow, PaymentRow } from '../store.ts';

/** What is needed once to charge a card and is never stored (D-66). */
export type CardSecret = {
  /** One-time token from the card fields. */
  token: string;
  holderDocument: string | null;
  softDescriptor: string;
  authentication?: CardAuthentication;
};

/** Calls about one charge. Each throws `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time. */
export interface ProviderCharge {
  /** Creates the charge with the stored terms; only a card needs a secret as well, and only on the first attempt. */
  create(secret?: CardSecret): Promise<ChargeReport>;
  /** Undefined if the provider does not know the charge. */
  find(): Promise<ChargeReport | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(): Promise<ChargeReport | undefined>;
}

/** One payment method that goes through a provider. */
export interface Instrument {
  /** Whether an open charge can be ended before it is paid (spec 14.4). */
  removable: boolean;
  /**
   * Whether a charge ends here while the provider may still be processing it; until it ends there too, its removal is retried.
   */
  endsLater: boolean;
  /** How many lookups must fail to find a requested charge before it is requested again. */
  looksBeforeRepeat: number;
  /** Whether an account at a provider is configured for the institution. */
  isServed(ports: Ports, tenantAlias: string, institutionCode: string): boolean;
  /** The calls about one charge. @throws ProviderUnavailable when no account is configured. */
  at(platform: Platform, row: ChargeRow): ProviderCharge;
  /** Stores the payment details reported by the provider; false if the provider has not created them yet. */
  keep(tx: Tx, row: PaymentRow, report: ChargeReport): Promise<boolean>;
}

/**
 * Registers a webhook alongside another call and only logs a failure: without webhooks the reconciliation still finds payments.
 */
export const registerQuietly = (platform: Platform, registration: Promise<void>): Promise<void> =>
  registration.catch((error: unknown) => platform.log.warn({ err: error }, 'webhook not registered'));

/** Description of a charge that the payer sees in the bank's app. */
export const noteOf = (row: ChargeRow): string =>
  `${row.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'} em ${row.course_name}, inscrição ${row.subscription_id}`;

/** Stores the Pix code that pays a charge. */
export const keepCode = (tx: Tx, paymentId: number, copyPaste: string): Promise<unknown> =>
  tx.one(sql`update payment set pix_copy_paste = ${copyPaste}
    where tenant_id = ${tx.tenantId} and id = ${paymentId} returning id`);
