import sql from 'sql-template-tag';
import type { CardAuthentication } from '../../platform/acquirer-port.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ports } from '../../platform/ports.ts';
import type { ChargeReport } from '../report.ts';
import type { ChargeRow, PaymentRow } from '../store.ts';

/** What is needed once to charge a card and is never kept (D-66). */
export type CardSecret = {
  /** One-time token of the card fields. */
  token: string;
  holderDocument: string | null;
  softDescriptor: string;
  authentication?: CardAuthentication;
};

/** Calls about one charge. Each throws `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time. */
export interface ProviderCharge {
  /** Creates the charge with the stored terms; only a card needs more than those, and only once. */
  create(secret?: CardSecret): Promise<ChargeReport>;
  /** undefined = the provider does not know the charge. */
  find(): Promise<ChargeReport | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(): Promise<ChargeReport | undefined>;
}

/** One way of paying through a provider. */
export interface Instrument {
  /** Whether an open charge can be ended before it is paid (spec 14.4). */
  removable: boolean;
  /** Whether a charge ends here while its provider is still at it; until then it is removed again and again. */
  endsLater: boolean;
  /** How often a charge that was asked for must not be found before it is asked for again. */
  looksBeforeRepeat: number;
  /** Whether an account at a provider is configured for the institution. */
  isServed(ports: Ports, tenantAlias: string, institutionCode: string): boolean;
  /** @throws ProviderUnavailable when no account is configured. */
  at(platform: Platform, row: ChargeRow): ProviderCharge;
  /** Stores what the provider answers about the means of payment; false while the provider has not made it. */
  keep(tx: Tx, row: PaymentRow, report: ChargeReport): Promise<boolean>;
}

/** Registers a webhook beside another call; without webhooks the reconciliation still finds payments. */
export const registerQuietly = (platform: Platform, registration: Promise<void>): Promise<void> =>
  registration.catch((error: unknown) => platform.log.warn({ err: error }, 'webhook not registered'));

/** What the payer reads about a charge in the bank's app. */
export const noteOf = (row: ChargeRow): string =>
  `${row.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'} em ${row.course_name}, inscrição ${row.subscription_id}`;

/** Stores the Pix code that pays a charge. */
export const keepCode = (tx: Tx, paymentId: number, copyPaste: string): Promise<unknown> =>
  tx.one(sql`update payment set pix_copy_paste = ${copyPaste}
    where tenant_id = ${tx.tenantId} and id = ${paymentId} returning id`);
