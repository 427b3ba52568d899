import { tabStore } from '@orbita/client/storage.ts';
import type { Subscription } from '../subscription/queries.ts';

type Paid = Pick<Subscription, 'id' | 'isPaid' | 'isTaxPaid'>;

/** Applications whose payment confirmation was read in this tab, each with the number of payments made by then. */
const NAME = 'orbita.payment-seen';

/** The same, known to this page alone. */
const seen = new Set<string>();

/** How many of the two payments of an application were made: the fee and the enrolment. */
export const paymentsMade = ({ isPaid, isTaxPaid }: Paid): number => Number(isPaid) + Number(isTaxPaid);

const keyOf = (of: Paid): string => `${of.id}:${paymentsMade(of)}`;

/** Records that the confirmation of a payment was left by its button, so that a reload leads on. */
export function noteNewsSeen(of: Paid): void {
  seen.add(keyOf(of));
  tabStore.setItem(NAME, [...seen].join(' '));
}

export function isNewsSeen(of: Paid): boolean {
  for (const key of (tabStore.getItem(NAME) ?? '').split(' ')) seen.add(key);
  return seen.has(keyOf(of));
}
