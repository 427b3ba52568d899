import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicUrlOf } from '../../platform/platform.ts';
import type { Ports } from '../../platform/ports.ts';
import { tenantById } from '../../tenancy/hosts.ts';
import type { ChargeReport } from '../report.ts';
import type { ChargeRow, PaymentRow } from '../store.ts';

/** Calls about one charge. Each throws `ProviderUnavailable`, or `ProviderUnknown` when no answer came in time. */
export interface ProviderCharge {
  /** Creates the charge with the stored terms; a repeat has no further effect. */
  create(): Promise<ChargeReport>;
  /** undefined = the provider does not know the charge. */
  find(): Promise<ChargeReport | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(): Promise<ChargeReport | undefined>;
}

/** One way of paying through a provider. */
export interface Instrument {
  /** Whether an account at a provider is configured for the institution. */
  isServed(ports: Ports, tenantAlias: string, institutionCode: string): boolean;
  /** @throws ProviderUnavailable when no account is configured. */
  at(platform: Platform, row: ChargeRow): ProviderCharge;
  /** Stores what the payer pays with; false while the provider has not made it. */
  keep(tx: Tx, row: PaymentRow, report: ChargeReport): Promise<boolean>;
}

/** Webhook address of a tenant for a provider; its last part is an unguessable secret. */
export async function webhookAddress(
  platform: Platform,
  tenantId: number,
  provider: string,
): Promise<string> {
  const { alias, webhookSecret } = await tenantById(platform, tenantId);
  return `${publicUrlOf(platform)}/orbita/api/operations/webhooks/payments/${provider}/${alias}/${webhookSecret}`;
}

/** Registers a webhook beside another call; without webhooks the reconciliation still finds payments. */
export const registerQuietly = (platform: Platform, registration: Promise<void>): Promise<void> =>
  registration.catch((error: unknown) => platform.log.warn({ err: error }, 'webhook not registered'));

/** What the payer reads about a charge in the bank's app. */
export const noteOf = (row: ChargeRow): string =>
  `${row.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'} em ${row.course_name}, inscrição ${row.subscription_id}`;
