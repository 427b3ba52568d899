import { addDays } from '@orbita/domain/foundation';
import type { Row, Wish } from './queries.ts';
import { shownAmount, typedAmount } from './values.ts';

export type Copy = NonNullable<Wish['copy']>;
/** Choices for the next intake; texts as typed. */
export type CopyDraft = {
  code: string;
  weeks: number;
  rename: string;
  start: string;
  end: string;
  classStart: string;
  /** Amounts by price code. */
  amounts: Readonly<Record<string, string>>;
  /** Codes that are left out. */
  without: ReadonlySet<string>;
  /** Vouchers that are copied. */
  vouchers: ReadonlySet<string>;
};

/** The name that follows a code: 2026-1 → 2026-2, 2026/2 → 2027/1, 2026 → 2027; any other gets a number appended. */
export function nextName(code: string): string {
  const half = /(\d{4})([-/.])([12])/;
  if (half.test(code))
    return code.replace(half, (_, year, mark, number) =>
      number === '1' ? `${year}${mark}2` : `${Number(year) + 1}${mark}1`,
    );
  const year = /\d{4}/;
  return year.test(code) ? code.replace(year, (found) => String(Number(found) + 1)) : `${code}-2`;
}

/** A day moved by whole weeks, so that the weekday stays; empty stays empty. */
export const movedDay = (day: string, weeks: number): string => (day ? addDays(day, weeks * 7) : '');

/** All amounts changed by a percentage, rounded to cents. */
export const raised = (rows: readonly Row[], percent: number): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ code, amount }) => [code, shownAmount(Math.round((amount ?? 0) * (100 + percent)) / 100)]),
  );

type Source = {
  institution: string;
  intake: string;
  rows: { offers: Row[]; classes: Row[]; schedules: Row[]; prices: Row[] };
};

/** Codes of the prices whose typed amount is invalid. */
export const wrongAmounts = ({ amounts }: Pick<CopyDraft, 'amounts'>): string[] =>
  Object.entries(amounts).flatMap(([code, typed]) => (typedAmount(typed) === undefined ? [code] : []));

/** The copy described by a draft. Prices keep their number of instalments; unchanged amounts are left to the server. */
export function copyOf({ institution, intake, rows }: Source, draft: CopyDraft): Copy {
  const kept = (list: readonly Row[]) =>
    list.map(({ code }) => code).filter((code) => !draft.without.has(code));
  const prices = rows.prices.flatMap(({ code, amount }) => {
    const typed = draft.amounts[code];
    const value = typed === undefined ? undefined : typedAmount(typed);
    return value === undefined || value === amount ? [] : [{ code, value }];
  });
  return {
    institution,
    intake,
    code: draft.code.trim(),
    weeks: draft.weeks,
    start: draft.start,
    end: draft.end,
    classStart: draft.classStart || null,
    ...(draft.rename.trim() && draft.rename.trim() !== intake
      ? { rename: { from: intake, to: draft.rename.trim() } }
      : {}),
    offers: kept(rows.offers),
    classes: kept(rows.classes),
    schedules: kept(rows.schedules),
    vouchers: [...draft.vouchers],
    ...(prices.length > 0 ? { prices } : {}),
  };
}
