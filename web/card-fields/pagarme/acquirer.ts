import type { CardAccess } from '@orbita/protocol/payment';
import type { FieldsAcquirer } from '../acquirer.ts';
import { tokeniseAtPagarme } from './tokenise.ts';

/** Pagar.me never asks the holder to confirm. */
export const pagarme: FieldsAcquirer<Extract<CardAccess, { provider: 'pagarme' }>> = {
  readAccess: ({ tokensUrl, publicKey }) =>
    typeof tokensUrl === 'string' && typeof publicKey === 'string'
      ? { provider: 'pagarme', tokensUrl, publicKey }
      : undefined,
  tokenise: (access, card, holderName) => tokeniseAtPagarme(access, card, holderName),
};
