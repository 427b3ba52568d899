import { type Cents, formatMoney } from '../foundation/index.ts';
import type { Purpose } from './methods.ts';
import { type Price, priceRows } from './price.ts';

/** Maximum number of days from today for which a personal discount is valid. */
export const DISCOUNT_MOST_DAYS = 180;

/** A personal discount: a percentage or an amount, off the first instalment or each of them. */
export type PersonalDiscount = {
  percent: number | null;
  /** Cents. */
  amount: Cents | null;
  appliesTo: 'first' | 'all';
};

/** The most that a discount deducts over all instalments of any of the prices, in cents; 0 if it changes none. */
export const discountWorth = (prices: readonly Price[], discount: PersonalDiscount): Cents =>
  Math.max(
    0,
    ...prices.map((price) =>
      priceRows(price, { voucher: discount }).reduce((sum, { voucher }) => sum + voucher, 0),
    ),
  );

const PAYMENTS: Readonly<Record<Purpose, string>> = { tax: 'taxa de inscrição', enrollment: 'matrícula' };
export const discountTexts = {
  payment: (purpose: Purpose): string => PAYMENTS[purpose],
  instalments: { first: 'Na primeira parcela', all: 'Em todas as parcelas' },
  /** "10 %" or "R$ 50,00". */
  size: ({ percent, amount }: Pick<PersonalDiscount, 'percent' | 'amount'>): string =>
    percent === null ? formatMoney(amount ?? 0) : `${String(percent).replace('.', ',')} %`,
  /** "10 % na matrícula, em todas as parcelas". */
  whole: (discount: PersonalDiscount, purpose: Purpose): string =>
    `${discountTexts.size(discount)} na ${PAYMENTS[purpose]}${discount.appliesTo === 'all' ? ', em todas as parcelas' : ''}`,
  nothing: 'Este desconto não muda nenhum preço desta inscrição.',
  noDay: 'Este dia não existe.',
  past: 'Escolha um dia a partir de hoje.',
  tooLate: `O desconto vale por até ${DISCOUNT_MOST_DAYS} dias.`,
  onlyOne: 'Informe um valor ou uma porcentagem.',
  noneGiven: 'Esta inscrição não tem desconto próprio neste pagamento.',
  atCounter: 'Um pagamento na instituição espera confirmação com este desconto. Decida-o antes.',
} as const;
