import type { ReadCard } from '@orbita/domain/payment';
import type {
  CardAccess,
  CardAuthenticationResult,
  CardFrameOrder,
  HolderCheckAccess,
} from '@orbita/protocol/payment';
import type { Json } from './json.ts';
import type { MpiPage } from './mpi.ts';
import type { Tokenised } from './tokenised.ts';

/** What the page of the card fields knows of one acquirer; `A` is the access that the server grants for one use. */
export interface FieldsAcquirer<A extends CardAccess = CardAccess> {
  /** Returns undefined if the access is not usable. */
  readAccess(given: Json): A | undefined;
  /** Turns a card into a single-use token; never rejects. */
  tokenise(access: A, card: ReadCard, holderName: string): Promise<Tokenised>;
  /** Asks the holder to confirm the purchase with their bank; absent if the acquirer has no way to ask. */
  authenticate?(
    check: HolderCheckAccess,
    card: ReadCard,
    holderName: string,
    order: CardFrameOrder,
    page: MpiPage,
  ): Promise<CardAuthenticationResult>;
}
