import { digits } from '@orbita/domain/foundation';

/** `2003-05-10` of a date typed `10/05/2003`; what is not yet a whole date comes back as typed, so that rules refuse it. */
export function dayFromTyped(typed: string | null | undefined): string {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(digits(typed)) ?? [];
  return year ? `${year}-${month}-${day}` : (typed ?? '').trim();
}

/** `10/05/2003` of a day, as the date fields show it. */
export const typedFromDay = (day: string | null | undefined): string =>
  (day ?? '').replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
