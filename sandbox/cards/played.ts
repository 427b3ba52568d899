import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** A card acquirer as the sandbox plays it, over the cards and charges that all of them share. */
export interface PlayedAcquirer {
  /** Its name on the sandbox's page. */
  label: string;
  /** Its own protocol, mounted under its name. */
  routes(app: FastifyInstance, world: World): void;
  /** Sends the notice that follows from the present state of a charge. */
  notify(world: World, payment: CardPayment): void;
  /** What the product needs to know to call it: addresses below `url`, keys, and `account` as the name of the account. */
  account(url: string, account: string): unknown;
  /** Does what the page of the card fields does in a browser with what the product gave it; answers the token. */
  tokenOf(access: unknown, card: { number: string; cvv: string }): Promise<string>;
}
