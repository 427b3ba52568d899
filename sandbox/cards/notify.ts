import { randomUUID } from 'node:crypto';
import { notifyAsCielo } from '../cielo/routes.ts';
import { notifyAsPagarme } from '../pagarme/routes.ts';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** Kinds of change of Cielo's notices. */
const STATUS_CHANGED = 1;
const CHARGEBACK = 7;

/** The notice that follows from the present state of a charge. */
export function notifyChange(world: World, payment: CardPayment): void {
  if (payment.provider === 'pagarme') notifyAsPagarme(world, payment);
  else notifyAsCielo(world, payment, payment.state === 'chargedback' ? CHARGEBACK : STATUS_CHANGED);
}

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
