import { randomUUID } from 'node:crypto';
import { ACQUIRER } from '../acquirers.ts';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** Sends the notification for the current state of a charge. */
export const notifyChange = (world: World, payment: CardPayment): void =>
  ACQUIRER[payment.provider].notify(world, payment);

/**
 * Sends a notification without news: the last one `again`, an `outdated` one after a newer one, or a `forged` one about a
 * charge that does not exist.
 */
export function notifyAgain(world: World, payment: CardPayment, kind: 'again' | 'outdated' | 'forged'): void {
  const changed: CardPayment =
    kind === 'again'
      ? payment
      : kind === 'outdated'
        ? { ...payment, state: 'processing', code: '', captured: 0, givenBack: 0 }
        : { ...payment, id: randomUUID(), state: 'paid', captured: payment.amount };
  notifyChange(world, changed);
}
