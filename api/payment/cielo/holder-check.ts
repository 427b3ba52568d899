import { randomBytes } from 'node:crypto';
import type { HolderCheckAccess } from '@orbita/protocol/payment';
import { z } from 'zod';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { createCircuit } from '../circuit.ts';
import type { Caller } from '../provider-http.ts';
import type { CieloAccount } from './account.ts';

const ORDER_BYTES = 16;
const tokenAnswer = z.object({ access_token: z.string().min(1) });

/** Keys for 3-D Secure in the browser, one for each card; undefined where the account has none (D-68). */
export function cieloHolderCheck(
  account: CieloAccount,
  send: Caller,
): (() => Promise<HolderCheckAccess>) | undefined {
  const { threeDSecure } = account;
  if (!threeDSecure) return undefined;
  const { tokenUrl, scriptUrl, clientId, clientSecret, environment } = threeDSecure;
  const circuit = createCircuit('cielo');
  return () =>
    circuit(async () => {
      const answer = await send({
        method: 'POST',
        url: tokenUrl,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          EstablishmentCode: threeDSecure.establishmentCode,
          MerchantName: threeDSecure.merchantName,
          MCC: threeDSecure.mcc,
        }),
      }).catch((error: Error) => {
        // A key asks nobody and charges nobody, so even a time-out is known to have had no effect.
        throw new ProviderUnavailable(error.message, { cause: error });
      });
      const read = tokenAnswer.safeParse(answer.body);
      if (answer.status >= 300 || !read.success)
        throw new ProviderUnavailable(`No key for 3-D Secure: Cielo answered ${answer.status}`);
      const orderNumber = randomBytes(ORDER_BYTES).toString('hex');
      return { scriptUrl, accessToken: read.data.access_token, environment, orderNumber };
    });
}
