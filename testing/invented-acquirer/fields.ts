import type { CardAccess } from '@orbita/protocol/payment';
import type { FieldsAcquirer } from '../../web/card-fields/acquirer.ts';
import { tokenIn } from '../../web/card-fields/tokenised.ts';
import { MOINHO } from './access.ts';
import { moinho as played } from './played.ts';

/** What the card fields' page knows about the invented acquirer. */
export const moinho: FieldsAcquirer = {
  readAccess: ({ tokensUrl }) =>
    typeof tokensUrl === 'string' ? ({ provider: MOINHO, tokensUrl } as unknown as CardAccess) : undefined,
  tokenise: async (access, { digits, cvv }) => tokenIn(await played.tokenOf(access, { number: digits, cvv })),
};
