import { randomUUID } from 'node:crypto';
import { ACQUIRER } from '../acquirers.ts';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** The notice that follows from the present state of a charge. */
export const notifyChange = (world: World, payment: CardPayment): void =>
  ACQUIRER[payment.provider].notify(world, payment);

/**
 * A notice that says nothing new: the last one `again`, an `outdated` one that comes after a newer one, or a `forged` one
 * about a charge that does not exist.
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
