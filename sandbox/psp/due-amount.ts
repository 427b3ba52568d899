import { addDays, daysBetween, isBusinessDay, nextBusinessDay } from '@orbita/domain/foundation';
import type { Discount, DueTerms, Share } from './due-types.ts';

const centsOf = (text: string): number => Math.round(Number(text) * 100);

/** Last day on which the charge may be paid: validity counts from the due day, moved to a business day (API Pix, examples of `validadeAposVencimento`). */
export const lastPayableDay = ({ calendario }: DueTerms): string =>
  nextBusinessDay(addDays(nextBusinessDay(calendario.dataDeVencimento), calendario.validadeAposVencimento));

/** Business days after `from` up to `to`; none when `to` is not later. */
export function businessDaysBetween(from: string, to: string): number {
  const days = Math.max(0, daysBetween(from, to));
  return Array.from({ length: days }, (_, at) => addDays(from, at + 1)).filter((day) => isBusinessDay(day))
    .length;
}

/** A fixed amount (first modality) or a percentage of the base, in cents. */
const shareOf = (share: Share | undefined, base: number): number => {
  if (!share) return 0;
  return share.modalidade === 1
    ? centsOf(share.valorPerc)
    : Math.round((base * Number(share.valorPerc)) / 100);
};

/** Length in days of the period of a percentage per day, month or year; 252 business days are a year. */
const PERIODS: Record<number, number> = { 2: 1, 3: 30, 4: 365, 6: 1, 7: 21, 8: 252 };

function interestOf(share: Share | undefined, base: number, from: string, day: string): number {
  if (!share) return 0;
  const days = share.modalidade > 4 ? businessDaysBetween(from, day) : daysBetween(from, day);
  if (share.modalidade === 1 || share.modalidade === 5) return centsOf(share.valorPerc) * days;
  return Math.round((base * Number(share.valorPerc) * days) / 100 / PERIODS[share.modalidade]!);
}

function discountOf(discount: Discount | undefined, base: number, due: string, day: string): number {
  if (!discount) return 0;
  const percent = [2, 5, 6].includes(discount.modalidade);
  const worth = (text: string) => (percent ? Math.round((base * Number(text)) / 100) : centsOf(text));
  if (discount.modalidade <= 2) {
    // The earliest limit that was met counts.
    const kept = (discount.descontoDataFixa ?? [])
      .filter(({ data }) => day <= data)
      .sort((a, b) => a.data.localeCompare(b.data))[0];
    return kept ? worth(kept.valorPerc) : 0;
  }
  const business = discount.modalidade === 4 || discount.modalidade === 6;
  const days = business ? businessDaysBetween(day, due) : Math.max(0, daysBetween(day, due));
  return worth(discount.valorPerc ?? '0') * days;
}

/** The components of a payment's amount on a day, in cents (`componentesValor`). */
export interface DueAmount {
  original: number;
  multa: number;
  juros: number;
  abatimento: number;
  desconto: number;
  total: number;
}

/** The amount of a charge paid on `day`: with fine and interest after the due date, with discounts until then. */
export function amountOn({ calendario, valor }: DueTerms, day: string): DueAmount {
  const original = centsOf(valor.original);
  const due = nextBusinessDay(calendario.dataDeVencimento);
  const late = day > due;
  const abatimento = shareOf(valor.abatimento, original);
  const base = original - abatimento;
  const multa = late ? shareOf(valor.multa, base) : 0;
  const juros = late ? interestOf(valor.juros, base, due, day) : 0;
  const desconto = late
    ? 0
    : Math.min(base, discountOf(valor.desconto, original, calendario.dataDeVencimento, day));
  return { original, multa, juros, abatimento, desconto, total: base + multa + juros - desconto };
}
