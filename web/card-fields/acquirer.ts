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

/** What the page of the card fields knows of one acquirer; `A` is what the server gives for one use of them. */
export interface FieldsAcquirer<A extends CardAccess = CardAccess> {
  /** undefined for what cannot be used. */
  readAccess(given: Json): A | undefined;
  /** Turns a card into a token of one use; always ends in an outcome. */
  tokenise(access: A, card: ReadCard, holderName: string): Promise<Tokenised>;
  /** Lets the holder confirm the purchase at her bank; absent where the acquirer has no way to ask. */
  authenticate?(
    check: HolderCheckAccess,
    card: ReadCard,
    holderName: string,
    order: CardFrameOrder,
    page: MpiPage,
  ): Promise<CardAuthenticationResult>;
}
