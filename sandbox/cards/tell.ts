import { randomUUID } from 'node:crypto';
import { tellCielo } from '../cielo/routes.ts';
import { tellPagarme } from '../pagarme/routes.ts';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** Kinds of change of Cielo's notices. */
const STATUS_CHANGED = 1;
const CHARGEBACK = 7;

/** The notice that follows from the present state of a charge. */
export function tellChange(world: World, payment: CardPayment): void {
  if (payment.provider === 'pagarme') tellPagarme(world, payment);
  else tellCielo(world, payment, payment.state === 'chargedback' ? CHARGEBACK : STATUS_CHANGED);
}

/**
 * A notice that says nothing new: the last one `again`, an `outdated` one that comes after a newer one, or a `forged` one
 * about a charge that does not exist.
 */
export function tellAgain(world: World, payment: CardPayment, kind: 'again' | 'outdated' | 'forged'): void {
  const told: CardPayment =
    kind === 'again'
      ? payment
      : kind === 'outdated'
        ? { ...payment, state: 'processing', code: '', captured: 0, givenBack: 0 }
        : { ...payment, id: randomUUID(), state: 'paid', captured: payment.amount };
  tellChange(world, told);
}
