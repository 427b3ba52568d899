import { formatMoney } from '../foundation/index.ts';
import { type CardBrand, readCardBrand } from './card-number.ts';
import { methodLabel } from './methods.ts';

const BRAND_LABELS: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  elo: 'Elo',
  hipercard: 'Hipercard',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  aura: 'Aura',
};

/** What may be shown of a card (D-66): "Visa final 0010"; null when neither brand nor last digits are known. */
export function cardShown(card: { brand: string | null; last4: string | null }): string | null {
  const brand = readCardBrand(card.brand);
  const label = brand ? BRAND_LABELS[brand] : 'Cartão';
  if (card.last4) return `${label} final ${card.last4}`;
  return brand ? label : null;
}

/** Label on a receipt, where the method is no longer an offer. */
const paidBy = (method: string): string =>
  method === 'manual' ? 'Pagamento na instituição' : methodLabel(method);

/** Number of instalments, and the amount of each if all are equal; otherwise the card's bank distributes the remaining cents. */
function timesOf(parts: number, cents: number | undefined): string {
  return cents !== undefined && cents % parts === 0
    ? `${parts}x de ${formatMoney(cents / parts)}`
    : `em ${parts} vezes`;
}

/**
 * How something was paid, as shown on receipts: "Cartão de crédito, Visa final 0010, 10x de R$ 300,00".
 * @param payment `cents` is the total amount
 */
export function methodShown(payment: {
  method: string;
  card: { brand: string | null; last4: string | null; installments: number } | null;
  cents?: number;
}): string {
  const { method, card, cents } = payment;
  const times = card && card.installments > 1 ? timesOf(card.installments, cents) : null;
  return [paidBy(method), card && cardShown(card), times].filter(Boolean).join(', ');
}
