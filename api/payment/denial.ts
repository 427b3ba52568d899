import { denialOf } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { stateOf } from '../subscription/facts.ts';
import { readBill } from './bill.ts';
import { attemptsUsedUp } from './card-order.ts';
import { presentPayment } from './present.ts';
import type { PaymentRow } from './store.ts';

type Payment = Answer<'GET /candidate/payments/{paymentId}'>;

/** Why a card was denied and what the candidate can do next (S-33b); null for a charge that was not denied. */
export async function denialOfRow(
  platform: Platform,
  on: Runner,
  row: PaymentRow,
): Promise<Payment['denial']> {
  if (row.state !== 'denied' || !row.card) return null;
  const state = await stateOf(on, row.subscription_id);
  if (!state) return null;
  const bill = await readBill(platform, on, state);
  const { brand, declineCode, adviceCode, authentication } = row.card;
  return denialOf({
    purpose: row.purpose,
    variant: bill.settings.variant,
    mode: row.discounts.mode,
    recurrence: row.discounts.recurrence ?? false,
    brand,
    declineCode,
    adviceCode,
    // A charge that was never sent to an acquirer has no provider id.
    unconfirmed: row.provider_id === null && declineCode === null && authentication !== 'authenticated',
    limitReached: await attemptsUsedUp(on, bill),
  });
}

/** A payment as in spec 14.7, including the options left if its card was denied. */
export async function presentWithDenial(
  platform: Platform,
  tenantId: number,
  row: PaymentRow,
): Promise<Payment> {
  const denial = await denialOfRow(platform, platform.db.tenant(tenantId), row);
  return presentPayment(row, denial);
}
