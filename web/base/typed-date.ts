import { dateMask } from '@orbita/ui/date-masks.ts';

/** `10/05/2003` → `2003-05-10`; anything but a complete date is returned as typed, so that the rules reject it. */
export function dayFromTyped(typed: string | null | undefined): string {
  const text = (typed ?? '').trim();
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(dateMask.clean(text) ?? '') ?? [];
  return year ? `${year}-${month}-${day}` : text;
}

/** `2003-05-10` → `10/05/2003`, as date fields show it. */
export const typedFromDay = (day: string | null | undefined): string =>
  (day ?? '').replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
