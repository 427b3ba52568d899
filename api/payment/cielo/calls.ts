import { randomUUID } from 'node:crypto';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { z } from 'zod';
import type { Acquirer, CardCharge, CardFields, CardRefund } from '../../platform/acquirer-port.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { about, bearer } from '../answer-shapes.ts';
import {
  chargeThatCounts,
  checkedCents,
  checkedOrder,
  checkedSale,
  FINAL_REFUSALS,
  reasonOf,
  refusedBy,
} from '../card-sale.ts';
import { createCircuit } from '../circuit.ts';
import { type Caller, createCaller, type ProviderAnswer } from '../provider-http.ts';
import type { CieloAccount } from './account.ts';
import { cieloHolderCheck } from './holder-check.ts';
import { AUTHORISED, type CieloSale, changeShape, readPayments, readSale, saleBody } from './shapes.ts';

const PAYMENT_ID = /^[0-9A-Za-z-]{1,40}$/;
/** An order number is used once, so no more payments than this are read for one. */
const MOST_PAYMENTS = 10;
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;
/** Return codes of a void: done, and still open (or requested twice). */
const VOIDED: readonly string[] = ['0', '00', '9'];
const VOID_OPEN: readonly string[] = ['10', '223'];

const tokenAnswer = z.object({ access_token: bearer, expires_in: z.coerce.number().catch(300) });
const keyAnswer = z.object({ AccessToken: bearer });

/** Keys for the browser: one OAuth token yields many keys, each key is for one card. */
function silentOrderPost(
  account: CieloAccount,
  send: Caller,
): () => Promise<Extract<CardFields, { provider: 'cielo' }>> {
  const { tokenUrl, keyUrl, scriptUrl, clientId, clientSecret, environment } = account.silentOrderPost;
  const circuit = createCircuit('cielo');
  let token: { value: string; until: number } | undefined;

  const ask = async (call: Parameters<Caller>[0]): Promise<ProviderAnswer> =>
    send(call).catch((error: Error) => {
      // Requesting a key charges nobody, so even a timeout is known to have had no effect.
      throw new ProviderUnavailable(error.message, { cause: error });
    });
  const newToken = async (): Promise<string> => {
    const answer = await ask({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const read = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !read.success)
      throw new ProviderUnavailable(`No token: Cielo answered ${answer.status}`);
    const until = performance.now() + read.data.expires_in * 1000 - TOKEN_MARGIN_MS;
    token = { value: read.data.access_token, until };
    return token.value;
  };
  const keyWith = (bearer: string) =>
    ask({
      method: 'POST',
      url: keyUrl,
      headers: { authorization: `Bearer ${bearer}`, merchantid: account.merchantId },
    });

  return () =>
    circuit(async () => {
      const current = token && token.until > performance.now() ? token.value : await newToken();
      let answer = await keyWith(current);
      if (answer.status === 401) answer = await keyWith(await newToken());
      const read = keyAnswer.safeParse(answer.body);
      if (answer.status !== 201 || !read.success)
        throw new ProviderUnavailable(`No key for the card fields: Cielo answered ${answer.status}`);
      return { provider: 'cielo', scriptUrl, accessToken: read.data.AccessToken, environment };
    });
}

/** The sale if it is one of this order. Throws `ProviderUnknown` otherwise. */
const ofOrder = (orderId: string, sale: CieloSale): CieloSale =>
  about(orderId, sale, ({ charge }) => charge.orderId);

/** Opens Cielo E-commerce 3.0: sales by token, lookup by order number, void and refund. */
export function openCielo(account: CieloAccount): Acquirer {
  const send = createCaller();
  const patient = createCaller({ answerMs: account.answerSeconds * 1000 });
  const circuit = createCircuit('cielo');
  const call = (
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    options: { body?: unknown; query?: boolean } = {},
  ): Promise<ProviderAnswer> =>
    circuit(async () => {
      const answer = await (method === 'GET' ? send : patient)({
        method,
        url: `${withoutFinalSlashes(options.query ? account.queryUrl : account.apiUrl)}${path}`,
        headers: {
          merchantid: account.merchantId,
          merchantkey: account.merchantKey,
          requestid: randomUUID(),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(method === 'GET' ? {} : { once: true }),
      });
      if (answer.status >= 500) throw refusedBy('Cielo', answer);
      return answer;
    });

  const saleById = async (paymentId: string) => {
    if (!PAYMENT_ID.test(paymentId)) throw new RangeError('Not a payment of Cielo');
    const answer = await call('GET', `/1/sales/${paymentId}`, { query: true });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refusedBy('Cielo', answer);
    return readSale(answer);
  };
  const findByProviderId = async (paymentId: string): Promise<CardCharge | undefined> =>
    (await saleById(paymentId))?.charge;

  /** Sales under an order number, in the order Cielo lists them. */
  const salesOf = async (orderId: string) => {
    const answer = await call('GET', `/1/sales?merchantOrderId=${checkedOrder(orderId)}`, { query: true });
    if (answer.status === 404) return [];
    if (answer.status !== 200) throw refusedBy('Cielo', answer);
    const sales: CieloSale[] = [];
    for (const paymentId of readPayments(answer).slice(0, MOST_PAYMENTS)) {
      const sale = await saleById(paymentId);
      if (sale) sales.push(ofOrder(orderId, sale));
    }
    return sales;
  };
  const saleThatCounts = async (orderId: string): Promise<CieloSale | undefined> => {
    const sales = await salesOf(orderId);
    const counts = chargeThatCounts(sales.map(({ charge }) => charge));
    return sales.find(({ charge }) => charge === counts);
  };

  /** Captures an authorisation that was not captured automatically, because every sale of ours is meant to be paid. */
  const captured = async ({ charge, cieloStatus }: CieloSale): Promise<CardCharge> => {
    if (cieloStatus !== AUTHORISED) return charge;
    const answer = await call('PUT', `/1/sales/${charge.providerId}/capture`);
    if (answer.status >= 400 && !FINAL_REFUSALS.includes(answer.status)) throw refusedBy('Cielo', answer);
    return (charge.providerId && (await findByProviderId(charge.providerId))) || charge;
  };
  const find = async (orderId: string): Promise<CardCharge | undefined> => {
    const sale = await saleThatCounts(orderId);
    return sale && captured(sale);
  };

  const refund = async (order: Parameters<Acquirer['refund']>[0]): Promise<CardRefund> => {
    const charge = (await saleThatCounts(order.orderId))?.charge;
    if (!charge?.providerId) throw new ProviderUnavailable('Cielo does not know this order');
    const left = order.refundedBeforeCents + checkedCents(order.amountCents) - charge.refundedCents;
    if (left <= 0) return { status: 'DONE', reason: null, charge };
    const answer = await call('PUT', `/1/sales/${charge.providerId}/void?amount=${left}`);
    if (answer.status >= 400) {
      const refusal = refusedBy('Cielo', answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      return { status: 'REFUSED', reason: refusal.message, charge };
    }
    const { ReturnCode, ReturnMessage } = changeShape.catch({}).parse(answer.body);
    const code = ReturnCode ?? '';
    const after = (await findByProviderId(charge.providerId)) ?? charge;
    if (VOIDED.includes(code)) return { status: 'DONE', reason: null, charge: after };
    const reason = reasonOf('Cielo', code, ReturnMessage ?? undefined);
    return { status: VOID_OPEN.includes(code) ? 'PROCESSING' : 'REFUSED', reason, charge: after };
  };

  const fields = silentOrderPost(account, send);
  const holderCheck = cieloHolderCheck(account, send);
  return {
    provider: 'cielo',
    asksHolder: holderCheck !== undefined,
    async cardFields(threeDSecure) {
      if (threeDSecure === 'off' || !holderCheck) return fields();
      const asked = holderCheck().catch((error: unknown) => {
        // If confirmation is optional, the card can be charged without it.
        if (threeDSecure === 'required') throw error;
        return undefined;
      });
      const [values, check] = await Promise.all([fields(), asked]);
      return { ...values, ...(check ? { holderCheck: check } : {}) };
    },
    find,
    findByProviderId,
    refund,
    async authoriseAndCapture(sale) {
      const answer = await call('POST', '/1/sales/', { body: saleBody(checkedSale(sale)) });
      if (answer.status === 201 || answer.status === 200)
        return captured(ofOrder(sale.orderId, readSale(answer)));
      const refusal = refusedBy('Cielo', answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A token that was already used is refused too: in that case the order was sold before, and its current state is the
      // answer.
      const known = await find(sale.orderId);
      if (!known) throw refusal;
      return known;
    },
  };
}
