import type { Client, Harness } from './harness.ts';
import { bodyOf } from './journey.ts';

const HOST = 'cua.alfa.orbita.test';

/** Requests of somebody who pays by a link, by call. */
export const payerCalls: Record<string, Record<never, never>> = {
  'GET /candidate/payer-charge': {},
  'GET /candidate/payer-charge/slip': {},
};

/** Creates a link to a charge; the answer's body contains the address with the key. */
export const makePayerLink = (client: Client, paymentId: number) =>
  client.call('POST /candidate/payments/{paymentId}/payer-links', { params: { paymentId } });

export const payerKeyIn = (link: string): string =>
  /\/orbita\/candidate\/pagar#([\w-]+)$/.exec(link)?.[1] ?? '';

/** A browser in which nobody is signed in, with the key of a link. */
export function payerWith(harness: Pick<Harness, 'visitor'>, key: string, host = HOST): Client {
  const client = harness.visitor(host);
  client.token = key;
  return client;
}

/** The browser of somebody to whom the candidate gave a link. */
export async function payerOfCharge(
  harness: Pick<Harness, 'visitor'>,
  candidate: Client,
  paymentId: number,
): Promise<Client> {
  const { link } = bodyOf(await makePayerLink(candidate, paymentId));
  return payerWith(harness, payerKeyIn(link));
}
