import {
  type AcquirerProvider,
  DEFAULT_PAYMENT_SETTINGS,
  type PaymentSettings,
} from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { settingsReader } from '../../subscription/facts.ts';
import { settingsValues } from '../../subscription/state-columns.ts';
import type { Key } from './place.ts';

/** What the acquirer needs to charge a month, from the payment of the first instalment. */
export type StoredCard = {
  subscription_id: number;
  tenant_id: number;
  tenant_alias: string;
  institution_code: string;
  time_zone: string;
  provider: AcquirerProvider;
  brand: string | null;
  holder_name: string;
  /** The acquirer's id of the stored card, and the id by which the card network recognises it. */
  card_reference: string | null;
  network_id: string | null;
  settings: PaymentSettings;
};

type Row = Omit<StoredCard, 'settings'> & {
  payment: Partial<PaymentSettings>;
  settings: Parameters<typeof settingsReader>[0];
};

/** The stored card of an authorisation; undefined if it uses another method. */
export async function storedCard(on: Runner, recurrenceId: number): Promise<StoredCard | undefined> {
  const row = await on.one<Row>(sql`
    select r.subscription_id, r.tenant_id, t.alias as tenant_alias, i.code as institution_code, t.time_zone,
      b.provider, b.brand, b.holder_name, b.card_reference, b.network_id, i.payment,
      ${settingsValues()} as settings
    from recurrence r
    join payment_card b on b.tenant_id = r.tenant_id and b.payment_id = r.payment_id
    join tenant t on t.id = r.tenant_id
    join subscription s on s.tenant_id = r.tenant_id and s.id = r.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where r.tenant_id = ${on.tenantId} and r.id = ${recurrenceId} and r.method = 'credit-card'`);
  if (!row) return undefined;
  const parameter = settingsReader(row.settings);
  return {
    ...row,
    settings: { ...DEFAULT_PAYMENT_SETTINGS, ...parameter('PaymentSettings'), ...row.payment },
  };
}

/** A charge of a month, whether open or an earlier attempt, with our reference. */
export type NamedTry = Key & { reference: string };

/**
 * The charge of a month that a provider's notice refers to, by our reference or the provider's id; undefined if the tenant has
 * no such charge.
 */
export const namedTry = (
  on: Runner,
  { reference, providerId }: { reference: string | null; providerId: string | null },
): Promise<(NamedTry & { month_id: number }) | undefined> =>
  on.one<NamedTry & { month_id: number }>(sql`
    select id as month_id, recurrence_id, number, txid as reference from recurrence_cycle
    where tenant_id = ${on.tenantId} and (txid = ${reference}::text or provider_id = ${providerId}::text)
    union all select c.id, y.recurrence_id, y.number, y.txid from recurrence_try y
    join recurrence_cycle c on c.tenant_id = y.tenant_id and c.recurrence_id = y.recurrence_id and c.number = y.number
    where y.tenant_id = ${on.tenantId} and (y.txid = ${reference}::text or y.provider_id = ${providerId}::text)
    limit 1`);

/** Number of attempts to charge a month before the open one, and the reference of the latest of them. */
export async function earlierTries(
  on: Runner,
  { recurrence_id: of, number }: Key,
): Promise<{ count: number; latest: string | null }> {
  const row = await on.one<{ count: number; latest: string | null }>(sql`
    select count(*)::int as count, (array_agg(txid order by created_at desc, txid))[1] as latest from recurrence_try
    where tenant_id = ${on.tenantId} and recurrence_id = ${of} and number = ${number}`);
  return row ?? { count: 0, latest: null };
}
