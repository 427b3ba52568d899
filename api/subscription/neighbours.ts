import * as documents from '../document/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';

type Prepare = (tx: Tx, house: House, subscriptionId: number) => Promise<unknown>;

/** Creates the documents a subscription is asked for, as the document room decides. */
export async function prepareDocuments(tx: Tx, house: House, subscriptionId: number): Promise<void> {
  const { prepareDocuments: prepare } = documents as { prepareDocuments?: Prepare };
  await prepare?.(tx, house, subscriptionId);
}
