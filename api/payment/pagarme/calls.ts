import { withoutFinalSlashes } from '@orbita/domain/foundation';
import type { Acquirer, CardCharge, CardRefund } from '../../platform/acquirer-port.ts';
import type { Listed } from '../../platform/listed.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { about } from '../answer-shapes.ts';
import {
  chargeThatCounts,
  checkedCents,
  checkedOrder,
  checkedSale,
  FINAL_REFUSALS,
  refusedBy,
} from '../card-sale.ts';
import { createCircuit } from '../circuit.ts';
import { createCaller, type ProviderAnswer } from '../provider-http.ts';
import type { PagarmeAccount } from './account.ts';
import { OWN_ID, orderBody, readCharge, readOrder, readOrders } from './shapes.ts';

const PAGE_SIZE = 30;
/** More pages than a busy institution fills in three days. */
const MOST_PAGES = 1_000;
/** An order number is used once, so no more orders than this are read for one. */
const MOST_ORDERS = 10;

type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options?: { body?: unknown; key?: string },
) => Promise<ProviderAnswer>;

function callsOf(account: PagarmeAccount): Call {
  const send = createCaller();
  const circuit = createCircuit('pagarme');
  const authorization = `Basic ${Buffer.from(`${account.secretKey}:`).toString('base64')}`;
  return (method, path, { body, key } = {}) =>
    circuit(async () => {
      const answer = await send({
        method,
        url: `${withoutFinalSlashes(account.url)}${path}`,
        headers: {
          authorization,
          'user-agent': 'orbita',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status >= 500) throw refusedBy('Pagar.me', answer);
      return answer;
    });
}

/** Charges of a period, page by page. A charge may appear on two pages when another is added in the meantime. */
async function chargesBetween(call: Call, from: Date, to: Date): Promise<Listed<CardCharge>> {
  const found = new Map<string, CardCharge>();
  let unread = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      created_since: from.toISOString(),
      created_until: to.toISOString(),
      page: String(page),
      size: String(PAGE_SIZE),
    });
    const answer = await call('GET', `/orders?${query}`);
    if (answer.status !== 200) throw refusedBy('Pagar.me', answer);
    const { size, charges } = readOrders(answer);
    for (const charge of charges.items) found.set(charge.providerId ?? charge.orderId, charge);
    unread += charges.unread;
    if (size < PAGE_SIZE) break;
  }
  return { items: [...found.values()], unread };
}

/** The charge if it is one of this order. Throws `ProviderUnknown` otherwise. */
const ofOrder = (orderId: string, charge: CardCharge): CardCharge =>
  about(orderId, charge, (one) => one.orderId);

/** Opens Pagar.me v5: each sale is one order with one charge, by token. */
export function openPagarme(account: PagarmeAccount): Acquirer {
  const call = callsOf(account);

  const read = async <T>(path: string, shape: (answer: ProviderAnswer) => T): Promise<T | undefined> => {
    const answer = await call('GET', path);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refusedBy('Pagar.me', answer);
    return shape(answer);
  };
  const find = async (orderId: string): Promise<CardCharge | undefined> => {
    const orders = await read(`/orders?code=${checkedOrder(orderId)}&size=${PAGE_SIZE}`, readOrders);
    const charges: CardCharge[] = [];
    for (const id of (orders?.ids ?? []).slice(0, MOST_ORDERS))
      if (OWN_ID.test(id)) charges.push(...((await read(`/orders/${id}`, readOrder)) ?? []));
    const counts = chargeThatCounts(charges);
    if (orders && orders.size > orders.ids.length && counts?.status !== 'PAID')
      throw new ProviderUnknown('Pagar.me answered an order that cannot be read');
    return counts && ofOrder(orderId, counts);
  };

  const refund = async (order: Parameters<Acquirer['refund']>[0]): Promise<CardRefund> => {
    const charge = await find(order.orderId);
    if (!charge?.providerId) throw new ProviderUnavailable('Pagar.me does not know this order');
    const total = order.refundedBeforeCents + checkedCents(order.amountCents);
    const left = total - charge.refundedCents;
    if (left <= 0) return { status: 'DONE', reason: null, charge };
    const answer = await call('DELETE', `/charges/${charge.providerId}`, {
      body: { amount: left },
      key: `${order.orderId}-${total}`,
    });
    if (answer.status === 200) {
      const after = readCharge(answer);
      return { status: after.refundedCents >= total ? 'DONE' : 'PROCESSING', reason: null, charge: after };
    }
    const refusal = refusedBy('Pagar.me', answer);
    if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
    return { status: 'REFUSED', reason: refusal.message, charge };
  };

  return {
    provider: 'pagarme',
    // It accepts the result of another service's 3-D Secure, but offers none in the browser itself.
    asksHolder: false,
    cardFields: () =>
      Promise.resolve({
        provider: 'pagarme',
        tokensUrl: `${withoutFinalSlashes(account.url)}/tokens`,
        publicKey: account.publicKey,
      }),
    find,
    findByProviderId: async (providerId) => {
      if (!OWN_ID.test(providerId)) throw new RangeError('Not a charge or order of Pagar.me');
      if (providerId.startsWith('ch_')) return read(`/charges/${providerId}`, readCharge);
      return chargeThatCounts((await read(`/orders/${providerId}`, readOrder)) ?? []);
    },
    refund,
    async authoriseAndCapture(sale) {
      const answer = await call('POST', '/orders', { body: orderBody(checkedSale(sale)), key: sale.orderId });
      if (answer.status === 200 || answer.status === 201) {
        const charge = chargeThatCounts(readOrder(answer));
        if (!charge) throw new ProviderUnknown('Pagar.me answered an order without a charge');
        return ofOrder(sale.orderId, charge);
      }
      const refusal = refusedBy('Pagar.me', answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A token or key that was already used is refused too: in that case the order was sold before, and its current state is
      // the answer.
      const known = await find(sale.orderId);
      if (!known) throw refusal;
      return known;
    },
    list: (from, to) => chargesBetween(call, from, to),
  };
}
