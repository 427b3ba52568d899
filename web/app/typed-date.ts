import { digits } from '@orbita/domain/foundation';

/** `10/05/2003` → `2003-05-10`; an incomplete date is returned as typed, so that the rules refuse it. */
export function dayFromTyped(typed: string | null | undefined): string {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(digits(typed)) ?? [];
  return year ? `${year}-${month}-${day}` : (typed ?? '').trim();
}

/** `2003-05-10` → `10/05/2003`, as date fields show it. */
export const typedFromDay = (day: string | null | undefined): string =>
  (day ?? '').replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
