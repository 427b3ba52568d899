import {
  acquirerOrder,
  afterAuthentication,
  type CardTry,
  cardOrderErrors,
  holderDocumentOf,
  nextAcquirer,
  readCardBrand,
  shiftsLiability,
  softDescriptorOf,
} from '@orbita/domain/payment';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { CardAuthenticationResult } from '@orbita/protocol/payment';
import sql from 'sql-template-tag';
import { cardOriginOf } from '../platform/card-origin.ts';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { Bill } from './bill.ts';
import type { CardSecret } from './instruments/instrument.ts';
import { newTxid } from './reference.ts';
import type { NewPayment } from './store.ts';

/** A card as submitted by our page for a charge; its token is used once and never stored (D-66). */
export type CardOrder = {
  provider: AcquirerProvider;
  token: string;
  brand: string | null;
  last4: string;
  holderName: string;
  holderDocument: string;
  /** Null if the holder was not asked to confirm. */
  authentication: CardAuthenticationResult | null;
};

const DAY_MS = 24 * 3600_000;
const DEFAULT_ACQUIRER_MAX = 12;

/**
 * The institution's acquirers that this installation can use, in order of preference. When every holder must confirm, acquirers
 * that cannot ask the holder are left out, because they would deny every card.
 */
export function acquirersOf(
  platform: Pick<Platform, 'ports' | 'config' | 'address'>,
  { settings, tenantAlias, state }: Pick<Bill, 'settings' | 'tenantAlias' | 'state'>,
): AcquirerProvider[] {
  if (!cardOriginOf(platform)) return [];
  return acquirerOrder<AcquirerProvider>(settings.cardProvider, settings.acquirersConfig).filter(
    (provider) => {
      const account = platform.ports.acquirers.account(tenantAlias, state.institution_code, provider);
      return account !== undefined && (settings.threeDSecure !== 'required' || account.asksHolder);
    },
  );
}

/** The application's latest attempt to pay by card. */
const lastTry = (on: Runner, subscriptionId: number): Promise<RowOf<CardTry<AcquirerProvider>> | undefined> =>
  on.one(sql`
    select b.provider, y.state, b.brand, b.decline_code, b.advice_code
    from payment y join payment_card b on b.tenant_id = y.tenant_id and b.payment_id = y.id
    where y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and y.method = 'credit-card'
    order by y.id desc limit 1`);

/** The acquirer whose fields the next card is typed into (D-69); undefined if none is available. */
export const acquirerNow = async (
  platform: Platform,
  on: Runner,
  bill: Bill,
): Promise<AcquirerProvider | undefined> => {
  const last = await lastTry(on, bill.state.id);
  const brand = last && readCardBrand(last.brand);
  return nextAcquirer(acquirersOf(platform, bill), last && { ...shapeOf(last), brand: brand ?? null });
};

/** Maximum number of instalments at one of the institution's acquirers, by default its first. */
export const acquirerMax = ({ settings }: Pick<Bill, 'settings'>, provider?: AcquirerProvider): number => {
  const first = provider ?? settings.cardProvider;
  const config =
    settings.acquirersConfig.find((one) => one.provider === first) ?? settings.acquirersConfig[0];
  return config?.maxInstallments ?? DEFAULT_ACQUIRER_MAX;
};

/** Whether the allowed number of card denials within 24 hours has been reached (spec 14.4). */
export async function attemptsUsedUp(on: Runner, bill: Bill): Promise<boolean> {
  const since = new Date(bill.now.getTime() - DAY_MS);
  const row = await on.one<{ denied: number }>(sql`
    select count(*)::int as denied from payment
    where tenant_id = ${bill.state.tenant_id} and subscription_id = ${bill.state.id} and method = 'credit-card'
      and state = 'denied' and created_at > ${since}::timestamptz`);
  return (row?.denied ?? 0) >= bill.parameter('CardAttemptLimit');
}

/**
 * Rejects a card order that cannot be charged: missing, invalid, or for an acquirer that the institution does not have. Returns
 * the order.
 */
export function checkedCard(platform: Platform, bill: Bill, card: CardOrder | null): CardOrder {
  if (!card) return fail('VALIDATION', { errors: [{ field: 'card', message: 'Obrigatório.' }] });
  invalid(cardOrderErrors(card, { cpfAlone: bill.state.person_cpf !== null }));
  if (!acquirersOf(platform, bill).includes(card.provider)) fail('METHOD_UNAVAILABLE');
  return card;
}

/** The row to store for a card charge before it is sent to its acquirer. */
export function cardRow(
  card: CardOrder,
  parts: number,
): Pick<NewPayment, 'method' | 'state' | 'txid' | 'card'> {
  const { authentication: proof } = card;
  const brand = readCardBrand(card.brand);
  return {
    method: 'credit-card',
    state: 'created',
    txid: newTxid(),
    card: {
      provider: card.provider,
      brand,
      last4: card.last4,
      holderName: card.holderName.trim(),
      parts,
      authentication: proof?.outcome ?? null,
      liabilityShift: proof?.outcome === 'authenticated' ? shiftsLiability(brand, proof.eci) : null,
    },
  };
}

/** Whether the holder's confirmation allows the card to be charged, and with which proof (D-68). */
export const authenticationOf = ({ settings }: Bill, { authentication }: CardOrder) =>
  afterAuthentication(settings.threeDSecure, authentication?.outcome ?? 'unavailable');

/** What the acquirer needs once and is never stored. */
export function secretOf(bill: Bill, card: CardOrder): CardSecret {
  const { settings } = bill;
  const config = settings.acquirersConfig.find(({ provider }) => provider === card.provider);
  const { authentication: proof } = card;
  const charged = authenticationOf(bill, card) === 'charge-authenticated';
  return {
    token: card.token,
    holderDocument: holderDocumentOf(card),
    softDescriptor: softDescriptorOf(config?.softDescriptor ?? settings.receiver?.name ?? ''),
    ...(charged && proof?.outcome === 'authenticated' ? { authentication: proof } : {}),
  };
}
