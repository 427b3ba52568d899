import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isCardNumber } from '@orbita/domain/payment';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type NewSale, SaleRefused } from '../cards/acquirers.ts';
import { OWN_CARDS, type Plan } from '../cards/test-cards.ts';
import type { CardPayment, KeptCard } from '../cards/types.ts';
import { realNow } from '../clock.ts';
import { playFaults } from '../faults.ts';
import { withUnreadable } from '../strange.ts';
import type { World } from '../world.ts';
import { chargeIdOf, keptIdOf, orderIdOf, presentCharge, presentOrder, tokenIdOf } from './present.ts';

type Json = Record<string, unknown>;

/** What Pagar.me's simulator does with a card: a security code beginning with 6 is refused by the issuer. */
function planOf(number: string, cvv: string): Plan {
  const own = OWN_CARDS[number];
  if (own) return own;
  return cvv.startsWith('6') ? { kind: 'deny', code: '05' } : { kind: 'approve' };
}

/** Name of an account inside its keys `sk_test_…` and `pk_test_…`. */
const ACCOUNT = /^sandbox-[a-z0-9_]+-[a-z0-9_-]+$/i;

/** Refusal of a request, with the invalid fields. */
class Invalid extends Error {
  readonly status: number;
  readonly field: string;

  constructor(status: number, field: string, message: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

const part = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const first = (value: unknown): Json => (Array.isArray(value) ? part(value[0]) : {});

const accountOf = (request: FastifyRequest): string => {
  const [key = ''] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':');
  const account = key.replace(/^sk_test_/, '');
  if (account === key || !ACCOUNT.test(account))
    throw new Invalid(401, 'authorization', 'Authorization has been denied for this request.');
  return account;
};

const EVENTS: Partial<Record<CardPayment['state'], string>> = {
  paid: 'charge.paid',
  denied: 'charge.payment_failed',
  voided: 'charge.refunded',
  refunded: 'charge.refunded',
  chargedback: 'charge.chargedback',
  processing: 'charge.processing',
};

/** Sends the hook of a changed charge; a partial refund has its own event. */
export function notifyAsPagarme({ acquirers }: World, payment: CardPayment, wait = 0): void {
  const target = acquirers.target('pagarme', payment.account);
  const partly = payment.state === 'paid' && payment.givenBack > 0;
  const type = partly ? 'charge.partial_canceled' : EVENTS[payment.state];
  if (!target || !type) return;
  const data = presentCharge(payment);
  const body = {
    id: `hook_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    type,
    created_at: payment.updatedAt,
    data,
  };
  acquirers.notices.add(target, body, wait);
}

function saleOf(body: Json): { sale: NewSale; credit: Json } {
  const items = Array.isArray(body.items) ? body.items.map(part) : [];
  const payment = first(body.payments);
  const credit = part(payment.credit_card);
  const amount = items.reduce((sum, item) => sum + Number(item.amount) * Number(item.quantity ?? 1), 0);
  const installments = credit.installments ?? 1;
  const customer = part(body.customer);
  if (!Number.isInteger(amount) || amount <= 0)
    throw new Invalid(422, 'order.items', 'The items are invalid.');
  if (payment.payment_method !== 'credit_card')
    throw new Invalid(422, 'order.payments', 'The payment method is invalid.');
  if (!text(customer.name)) throw new Invalid(422, 'order.customer', 'The customer is required.');
  const phone = part(customer.phones).mobile_phone;
  const { area_code: area, number } = part(phone);
  if (phone !== undefined && !(/^\d{2}$/.test(text(area)) && /^\d{8,9}$/.test(text(number))))
    throw new Invalid(422, 'order.customer.phones.mobile_phone', 'The phone is invalid.');
  if (typeof installments !== 'number' || !Number.isInteger(installments) || installments < 1)
    throw new Invalid(422, 'order.payments[0].credit_card.installments', 'The installments are invalid.');
  if (text(credit.statement_descriptor).length > 13)
    throw new Invalid(422, 'order.payments[0].credit_card.statement_descriptor', 'The field is too long.');
  const origin = part(payment.payment_origin ?? credit.payment_origin);
  const eci = text(part(part(credit.authentication).threed_secure).eci);
  return {
    credit,
    sale: {
      orderId: text(body.code),
      amount,
      installments,
      softDescriptor: text(credit.statement_descriptor),
      customerName: text(customer.name),
      recurring: credit.recurrence_cycle !== undefined,
      capture: credit.operation_type === 'auth_and_capture',
      keepCard: true,
      networkId: text(origin.brand_id) || null,
      eci: eci || null,
    },
  };
}

function cardOf({ acquirers }: World, account: string, credit: Json): KeptCard {
  if (part(credit.card).number !== undefined)
    throw new Invalid(422, 'order.payments[0].credit_card.card', 'The card must come as a token.');
  const kept = text(credit.card_id);
  if (!kept) return acquirers.takeToken('pagarme', account, keptIdOf('token_', text(credit.card_token)));
  const found = acquirers.card('pagarme', account, keptIdOf('card_', kept));
  if (!found) throw new Invalid(404, 'card_id', 'Card not found.');
  return found;
}

/** The buyer whose orders the simulated antifraud refuses; no issuer is asked, so there is no code. */
const SUSPICIOUS_DOCUMENT = '11111111111';
const BY_ANTIFRAUD = { kind: 'deny', code: '' } as const;
const suspicious = (body: unknown): boolean => part(part(body).customer).document === SUSPICIOUS_DOCUMENT;

function tokenRoute(app: FastifyInstance, { acquirers }: World): void {
  const open = (reply: FastifyReply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-allow-methods', 'POST');
  app.options('/core/v5/tokens', async (_request, reply) => open(reply).code(204).send());
  app.post('/core/v5/tokens', async (request, reply) => {
    open(reply);
    const { appId = '' } = request.query as { appId?: string };
    const account = appId.replace(/^pk_test_/, '');
    if (account === appId || !ACCOUNT.test(account))
      throw new Invalid(401, 'appId', 'Authorization has been denied for this request.');
    const card = part(part(request.body).card);
    const [number, cvv] = [text(card.number), text(card.cvv)];
    if (!isCardNumber(number))
      throw new Invalid(422, 'request.card.number', 'The number field is not a valid card.');
    if (!/^\d{3,4}$/.test(cvv)) throw new Invalid(422, 'request.card.cvv', 'The cvv field is invalid.');
    const expiry = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year)}`;
    if (!/^(?:0[1-9]|1[0-2])\/\d{4}$/.test(expiry))
      throw new Invalid(422, 'request.card.exp_month', 'The expiration date is invalid.');
    const token = acquirers.tokenise(
      { provider: 'pagarme', account },
      { number, holder: text(card.holder_name), expiry },
      planOf(number, cvv),
    );
    const { face } = token;
    return {
      id: tokenIdOf(token.id),
      type: 'card',
      expires_at: new Date(token.expires).toISOString(),
      card: {
        first_six_digits: face.bin,
        last_four_digits: face.last4,
        holder_name: face.holder,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        brand: face.brand,
      },
    };
  });
}

/** An answer that is repeated when the same key comes back (`Idempotency-Key`, kept for a day by the real one). */
interface Answered {
  body: unknown;
  paymentId: string;
}

function orderRoutes(app: FastifyInstance, world: World): void {
  const { acquirers, ledger } = world;
  const answered = ledger.table<Answered>('pagarme-idempotency');
  const inPeriod = (one: CardPayment, since?: string, until?: string): boolean =>
    (since === undefined || Date.parse(one.createdAt) >= Date.parse(since)) &&
    (until === undefined || Date.parse(one.createdAt) <= Date.parse(until));

  app.post('/core/v5/orders', async (request) => {
    const account = accountOf(request);
    const key = `${account}/${text(request.headers['idempotency-key'])}`;
    const earlier = key.endsWith('/') ? undefined : answered.get(key);
    if (earlier) {
      if (!isDeepStrictEqual(earlier.body, request.body))
        throw new Invalid(409, 'idempotency-key', 'The key was used with another request.');
      const known = acquirers.payment('pagarme', earlier.paymentId);
      if (known) return presentOrder(known);
    }
    const { sale, credit } = saleOf(part(request.body));
    const card = cardOf(world, account, credit);
    const payment = acquirers.sell(suspicious(request.body) ? { ...card, plan: BY_ANTIFRAUD } : card, sale);
    if (!key.endsWith('/')) answered.put(key, { body: request.body, paymentId: payment.id });
    if (payment.settlesAt === null) notifyAsPagarme(world, payment);
    else
      notifyAsPagarme(
        world,
        { ...payment, state: 'paid', code: '00', captured: payment.amount },
        Math.max(0, payment.settlesAt - realNow()),
      );
    return presentOrder(payment);
  });
  app.get('/core/v5/orders', async (request) => {
    const query = request.query as Record<string, string | undefined>;
    const [page, size] = [Number(query.page ?? 1), Math.min(30, Number(query.size ?? 10))];
    const found = acquirers
      .payments('pagarme', accountOf(request))
      .filter((one) => query.code === undefined || one.orderId === query.code)
      .filter((one) => inPeriod(one, query.created_since, query.created_until))
      .reverse();
    const orders = found.slice((page - 1) * size, page * size).map(presentOrder);
    const odd = query.code === undefined && world.strange.is('card-unreadable-entry');
    return {
      data: odd ? withUnreadable(orders) : orders,
      paging: { total: found.length },
    };
  });
  app.get('/core/v5/orders/:id', async (request) => {
    const { id } = request.params as { id: string };
    const found = acquirers.payments('pagarme', accountOf(request)).find((one) => orderIdOf(one) === id);
    if (!found) throw new Invalid(404, 'order_id', 'Order not found.');
    return presentOrder(found);
  });
}

function chargeRoutes(app: FastifyInstance, world: World): void {
  const { acquirers } = world;
  const own = (request: FastifyRequest): CardPayment => {
    const { id } = request.params as { id: string };
    const found = acquirers.payments('pagarme', accountOf(request)).find((one) => chargeIdOf(one) === id);
    if (!found) throw new Invalid(404, 'charge_id', 'Charge not found.');
    return found;
  };
  const amountOf = (request: FastifyRequest): number | undefined => {
    const { amount } = part(request.body);
    if (amount === undefined) return undefined;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0)
      throw new Invalid(422, 'amount', 'The amount is invalid.');
    return amount;
  };
  app.get('/core/v5/charges/:id', async (request) => presentCharge(own(request)));
  app.post('/core/v5/charges/:id/capture', async (request) => {
    const payment = acquirers.capture(own(request), amountOf(request));
    notifyAsPagarme(world, payment);
    return presentCharge(payment);
  });
  app.delete('/core/v5/charges/:id', async (request) => {
    const payment = acquirers.giveBack(own(request), amountOf(request));
    notifyAsPagarme(world, payment);
    return presentCharge(payment);
  });
}

/** Pagar.me v5; the keys of an account are `sk_test_sandbox-{tenant}-{institution}` and the same with `pk`. */
export function pagarmeRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'pagarme', (reply) =>
    reply.header('access-control-allow-origin', '*').code(503).send({ message: 'Service unavailable.' }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Invalid)
      return reply
        .code(error.status)
        .send({ message: 'The request is invalid.', errors: { [error.field]: [error.message] } });
    if (error instanceof SaleRefused)
      return reply.code(error.message === 'unreachable' ? 503 : 412).send({ message: error.message });
    return reply.code(error.statusCode ?? 500).send({ message: error.message });
  });
  tokenRoute(app, world);
  orderRoutes(app, world);
  chargeRoutes(app, world);
}
