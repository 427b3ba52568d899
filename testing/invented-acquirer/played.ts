import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { PlayedAcquirer } from '@orbita/sandbox/cards/played';
import type { CardPayment, PaymentState } from '@orbita/sandbox/cards/types';
import { MOINHO } from './access.ts';

const provider = MOINHO as AcquirerProvider;
const STATUS: Record<PaymentState, string> = {
  authorised: 'PROCESSING',
  paid: 'PAID',
  denied: 'DENIED',
  processing: 'PROCESSING',
  voided: 'VOIDED',
  refunded: 'REFUNDED',
  chargedback: 'CHARGEDBACK',
};

const shown = ({ id, orderId, state, amount, captured, givenBack, face }: CardPayment) => ({
  ...{ id, order: orderId, status: STATUS[state], cents: amount },
  ...{ taken: captured, back: givenBack, end: face.last4 },
});

const notify: PlayedAcquirer['notify'] = ({ acquirers }, payment) => {
  const target = acquirers.target(provider, payment.account);
  if (target)
    acquirers.notices.add(target, { moinho: payment.id, at: `${payment.updatedAt} ${payment.state}` });
};

/** The invented acquirer as the sandbox simulates it. */
export const moinho: PlayedAcquirer = {
  label: 'Moinho',
  routes(app, world) {
    const { acquirers } = world;
    const shopOf = (headers: Record<string, unknown>) => String(headers['x-shop']);
    app.post('/tokens/:shop', async (request) => {
      const { shop } = request.params as { shop: string };
      const { number } = request.body as { number: string };
      // The last digit decides: 6 waits for the issuer, anything else is approved.
      const plan = number.endsWith('6') ? ({ kind: 'process' } as const) : ({ kind: 'approve' } as const);
      const card = { number, holder: 'ANA DE SOUZA', expiry: '12/2040' };
      return { token: acquirers.tokenise({ provider, account: shop }, card, plan).id };
    });
    app.post('/sales', async (request) => {
      const account = shopOf(request.headers);
      const { orderId, amountCents, installments, token } = request.body as {
        orderId: string;
        amountCents: number;
        installments: number;
        token: string;
      };
      const payment = acquirers.sell(acquirers.takeToken(provider, account, token), {
        ...{ orderId, amount: amountCents, installments, softDescriptor: '', customerName: '' },
        ...{ recurring: false, capture: true, keepCard: false, networkId: null, eci: null },
      });
      notify(world, payment);
      return shown(payment);
    });
    app.get('/sales', async (request) => {
      const { order, id } = request.query as { order?: string; id?: string };
      return acquirers
        .payments(provider, shopOf(request.headers))
        .filter(
          (one) => (order === undefined || one.orderId === order) && (id === undefined || one.id === id),
        )
        .map(shown);
    });
    app.post('/sales/:id/returns', async (request) => {
      const { id } = request.params as { id: string };
      const { cents } = request.body as { cents: number };
      const payment = acquirers.payment(provider, id);
      if (!payment) throw new Error('No sale');
      const changed = acquirers.giveBack(payment, cents);
      notify(world, changed);
      return shown(changed);
    });
  },
  notify,
  account: (url, account) => ({ url, shop: account }),
  async tokenOf(access, { number }) {
    const answer = await fetch((access as { tokensUrl: string }).tokensUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number }),
    });
    return ((await answer.json()) as { token: string }).token;
  },
};
