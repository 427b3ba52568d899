import type { Subscription } from '../subscription/queries.ts';

type Paid = Pick<Subscription, 'id' | 'isPaid' | 'isTaxPaid'>;

/** Applications whose good news of a payment was read in this tab, each with the number of payments made by then. */
const NAME = 'orbita.payment-seen';

/** Fallback when storage is blocked: what was seen is then known as long as the page. */
const seen = new Set<string>();

/** How many of the two payments of an application were made: the fee and the enrolment. */
export const paymentsMade = ({ isPaid, isTaxPaid }: Paid): number => Number(isPaid) + Number(isTaxPaid);

const keyOf = (of: Paid): string => `${of.id}:${paymentsMade(of)}`;

/** Notes that the good news of a payment was left by its button, so that a reload leads on. */
export function noteNewsSeen(of: Paid): void {
  seen.add(keyOf(of));
  try {
    sessionStorage.setItem(NAME, [...seen].join(' '));
  } catch {
    // Storage is blocked: a reload shows the payment once more.
  }
}

export function isNewsSeen(of: Paid): boolean {
  try {
    for (const key of (sessionStorage.getItem(NAME) ?? '').split(' ')) seen.add(key);
  } catch {
    // Storage is blocked, so nothing was kept there.
  }
  return seen.has(keyOf(of));
}
