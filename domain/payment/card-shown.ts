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

/** What may be shown of a card (D-66): "Visa final 0010"; null when nothing of it is known. */
export function cardShown(card: { brand: string | null; last4: string | null }): string | null {
  const brand = readCardBrand(card.brand);
  const label = brand ? BRAND_LABELS[brand] : 'Cartão';
  if (card.last4) return `${label} final ${card.last4}`;
  return brand ? label : null;
}

/** How something was paid, as receipts name it: "Cartão de crédito, Visa final 0010, em 10 vezes". */
export function methodShown(payment: {
  method: string;
  card: { brand: string | null; last4: string | null; installments: number } | null;
}): string {
  const { method, card } = payment;
  const times = card && card.installments > 1 ? `em ${card.installments} vezes` : null;
  return [methodLabel(method), card && cardShown(card), times].filter(Boolean).join(', ');
}
