import { randomBytes } from 'node:crypto';
import type { HolderCheckAccess } from '@orbita/protocol/payment';
import { z } from 'zod';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { bearer } from '../answer-shapes.ts';
import { createCircuit } from '../circuit.ts';
import type { Caller } from '../provider-http.ts';
import type { CieloAccount } from './account.ts';

const ORDER_BYTES = 16;
const tokenAnswer = z.object({ access_token: bearer });

/**
 * Returns a function that issues 3-D Secure keys for the browser, one per card; undefined if the account has no 3-D Secure
 * (D-68).
 */
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
        // Requesting a key neither asks the holder nor charges anybody, so even a timeout is known to have had no effect.
        throw new ProviderUnavailable(error.message, { cause: error });
      });
      const read = tokenAnswer.safeParse(answer.body);
      if (answer.status >= 300 || !read.success)
        throw new ProviderUnavailable(`No key for 3-D Secure: Cielo answered ${answer.status}`);
      const orderNumber = randomBytes(ORDER_BYTES).toString('hex');
      return { scriptUrl, accessToken: read.data.access_token, environment, orderNumber };
    });
}
