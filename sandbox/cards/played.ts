import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import type { CardPayment } from './types.ts';

/** A card acquirer as the sandbox simulates it, on top of the cards and charges shared by all. */
export interface PlayedAcquirer {
  /** Its name on the sandbox's page. */
  label: string;
  /** Its own protocol, mounted under its name. */
  routes(app: FastifyInstance, world: World): void;
  /** Sends the notification for the current state of a charge. */
  notify(world: World, payment: CardPayment): void;
  /** What the product needs to call it: addresses below `url`, keys, and `account` as the name of the account. */
  account(url: string, account: string): unknown;
  /** Does what the card fields' page does in a browser with the access from the product; returns the token. */
  tokenOf(access: unknown, card: { number: string; cvv: string }): Promise<string>;
}
