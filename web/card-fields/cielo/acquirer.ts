import type { CardAccess, HolderCheckAccess } from '@orbita/protocol/payment';
import type { FieldsAcquirer } from '../acquirer.ts';
import { isObject } from '../json.ts';
import { authenticateAtCielo } from './authenticate.ts';
import { sopPage } from './sop-page.ts';
import { tokeniseAtCielo } from './tokenise.ts';

const isEnvironment = (value: unknown): value is 'sandbox' | 'production' =>
  value === 'sandbox' || value === 'production';

/** Without a readable key the holder is not asked to confirm; the server then decides. */
function readHolderCheck(given: unknown): HolderCheckAccess | undefined {
  if (!isObject(given)) return undefined;
  const { scriptUrl, accessToken, environment, orderNumber } = given;
  if (typeof scriptUrl !== 'string' || typeof accessToken !== 'string' || typeof orderNumber !== 'string')
    return undefined;
  return isEnvironment(environment) ? { scriptUrl, accessToken, environment, orderNumber } : undefined;
}

/** Cielo: Silent Order Post for the token, 3-D Secure for the holder. */
export const cielo: FieldsAcquirer<Extract<CardAccess, { provider: 'cielo' }>> = {
  readAccess({ scriptUrl, accessToken, environment, holderCheck }) {
    if (typeof scriptUrl !== 'string' || typeof accessToken !== 'string') return undefined;
    if (!isEnvironment(environment)) return undefined;
    const check = readHolderCheck(holderCheck);
    return {
      provider: 'cielo',
      scriptUrl,
      accessToken,
      environment,
      ...(check ? { holderCheck: check } : {}),
    };
  },
  tokenise: (access, card, holderName) => tokeniseAtCielo(access, card, holderName, sopPage()),
  authenticate: authenticateAtCielo,
};
