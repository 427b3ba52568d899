import { z } from 'zod';
import type { AcquirerDescriptor } from '../../api/payment/acquirer-descriptor.ts';
import { originsOf } from '../../api/payment/acquirer-descriptor.ts';
import {
  chargeThatCounts,
  checkedCents,
  checkedOrder,
  checkedSale,
  refusedBy,
} from '../../api/payment/card-sale.ts';
import { reader } from '../../api/payment/notice-reader.ts';
import { createCaller, type ProviderAnswer } from '../../api/payment/provider-http.ts';
import type { Acquirer, CardCharge, CardFields } from '../../api/platform/acquirer-port.ts';
import { ProviderUnavailable } from '../../api/platform/ports.ts';
import { MOINHO } from './access.ts';

const account = z.object({ url: z.url(), shop: z.string() });
type Account = z.infer<typeof account>;

const sale = z.object({
  id: z.string(),
  order: z.string(),
  status: z.enum(['PAID', 'DENIED', 'PROCESSING', 'VOIDED', 'REFUNDED', 'CHARGEDBACK']),
  cents: z.number(),
  taken: z.number(),
  back: z.number(),
  end: z.string(),
});

const chargeOf = (given: unknown): CardCharge => {
  const { id, order, status, cents, taken, back, end } = sale.parse(given);
  return {
    ...{ orderId: order, providerId: id, status, amountCents: cents, capturedCents: taken },
    ...{ refundedCents: back, brand: 'visa', last4: end, declineCode: null, adviceCode: null },
    ...{ networkId: null, cardReference: null, at: null },
  };
};

function open({ url, shop }: Account): Acquirer {
  const send = createCaller();
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<ProviderAnswer> => {
    const answer = await send({
      ...{ method, url: `${url}${path}` },
      headers: { 'x-shop': shop, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw refusedBy('Moinho', answer);
    return answer;
  };
  const listed = async (query: string): Promise<CardCharge[]> =>
    z
      .array(z.unknown())
      .parse((await call('GET', `/sales?${query}`)).body)
      .map(chargeOf);
  const find = async (orderId: string) => chargeThatCounts(await listed(`order=${checkedOrder(orderId)}`));
  return {
    provider: MOINHO as Acquirer['provider'],
    asksHolder: false,
    cardFields: () =>
      Promise.resolve({ provider: MOINHO, tokensUrl: `${url}/tokens/${shop}` } as unknown as CardFields),
    async authoriseAndCapture(given) {
      const { orderId, amountCents, installments, token } = checkedSale(given);
      return chargeOf((await call('POST', '/sales', { orderId, amountCents, installments, token })).body);
    },
    find,
    findByProviderId: async (id) => (await listed(`id=${encodeURIComponent(id)}`))[0],
    async refund({ orderId, amountCents, refundedBeforeCents }) {
      const charge = await find(orderId);
      if (!charge?.providerId) throw new ProviderUnavailable('Moinho does not know this order');
      const cents = refundedBeforeCents + checkedCents(amountCents) - charge.refundedCents;
      if (cents <= 0) return { status: 'DONE', reason: null, charge };
      const { body } = await call('POST', `/sales/${charge.providerId}/returns`, { cents });
      return { status: 'DONE', reason: null, charge: chargeOf(body) };
    },
    list: async () => ({ items: await listed(''), unread: 0 }),
  };
}

/** What the server knows about the invented acquirer. */
export const moinho: AcquirerDescriptor<Account> = {
  account,
  shared: (given, named) => ({ ...given, shop: named(given.shop) }),
  open,
  origins: (accounts) => ({
    scripts: [],
    connections: originsOf(accounts.map(({ url }) => url)),
    frames: [],
  }),
  notices: reader(
    (body) => [body],
    z.object({ moinho: z.string().max(60), at: z.string().max(40) }),
    ({ moinho: id, at }) => `${id}:${at}`,
    ({ moinho: id }) => ({ reference: null, providerId: id, refund: true }),
  ),
};
