import { paragraphsOf } from '@orbita/ui/paragraphs';
import { keptPerApplication } from './kept.ts';
import type { Subscription } from './queries.ts';

/** For each application, the offer whose warning was read. */
const read = keptPerApplication<number>('warningRead');

type Store = Pick<Storage, 'getItem' | 'setItem'>;
type Warned = Pick<Subscription, 'id' | 'offerId' | 'warningPopup'>;

/**
 * Paragraphs of the offer's warning as plain text, none once it was read (spec 7.1: "shown once in a modal"). An application
 * that changes to another offer gets that one's warning, too.
 */
export function warningOf(store: Store, { id, offerId, warningPopup }: Warned): string[] {
  return read.of(store, id) === offerId ? [] : paragraphsOf(warningPopup);
}

/** Remembers for one application that the warning of its offer was read. */
export const rememberWarning = (store: Store, { id, offerId }: Warned): void => read.keep(store, id, offerId);
