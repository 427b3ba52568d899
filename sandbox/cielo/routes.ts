import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type NewSale, SaleRefused } from '../cards/acquirers.ts';
import type { CardPayment, KeptCard } from '../cards/types.ts';
import { realNow } from '../clock.ts';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { inAnyCase } from './any-case.ts';
import { mpiRoutes } from './mpi-routes.ts';
import { moment, presentChange, presentSale } from './present.ts';
import { sopRoutes } from './sop-routes.ts';

type Json = Record<string, unknown>;

const KEY = 'sandbox-key';
const MERCHANT = /^sandbox-[a-z0-9_]+-[a-z0-9_-]+$/i;

/** Answer to an invalid request: a list of code and message, in Cielo's format. */
class Invalid extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const part = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const merchantOf = (request: FastifyRequest): string => {
  const { merchantid, merchantkey } = request.headers;
  if (typeof merchantid !== 'string' || !MERCHANT.test(merchantid) || merchantkey !== KEY)
    throw new Invalid(129, 'Affiliation not found', 401);
  return merchantid;
};

const wholeCents = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0)
    throw new Invalid(105, 'Amount is required');
  return value;
};

const queriedAmount = (request: FastifyRequest): number | undefined => {
  const { amount } = request.query as { amount?: string };
  if (amount === undefined) return undefined;
  if (!/^\d{1,12}$/.test(amount)) throw new Invalid(105, 'Amount is invalid');
  return Number(amount);
};

/**
 * The card of a sale: a token from the browser, or a stored card. A number in the request is refused: the product must not have
 * one.
 */
function cardOf({ acquirers }: World, merchant: string, card: Json): KeptCard {
  if (card.CardNumber !== undefined) throw new Invalid(132, 'Card number must come as a token');
  const [oneTime, kept] = [text(card.PaymentToken), text(card.CardToken)];
  if (oneTime) return acquirers.takeToken('cielo', merchant, oneTime);
  const found = acquirers.card('cielo', merchant, kept);
  if (!found) throw new Invalid(193, 'Card token is invalid');
  return found;
}

function saleOf(body: Json): { sale: NewSale; card: Json } {
  const payment = part(body.Payment);
  const card = part(payment.CreditCard);
  const orderId = text(body.MerchantOrderId);
  const installments = payment.Installments ?? 1;
  const descriptor = text(payment.SoftDescriptor);
  if (!/^[A-Za-z0-9]{1,50}$/.test(orderId)) throw new Invalid(100, 'MerchantOrderId is invalid');
  if (payment.Type !== 'CreditCard') throw new Invalid(114, 'Payment type is invalid');
  if (typeof installments !== 'number' || !Number.isInteger(installments) || installments < 1)
    throw new Invalid(110, 'Installments is invalid');
  if (descriptor.length > 13) throw new Invalid(113, 'SoftDescriptor length exceeded');
  if (text(card.Holder).length > 25) throw new Invalid(127, 'Holder length exceeded');
  const recurring = payment.Recurrent === true || card.CardOnFile !== undefined;
  if (recurring && installments > 1) throw new Invalid(110, 'Recurrent payments have one installment');
  const name = text(part(body.Customer).Name);
  if (!/^[\p{L} ]{0,255}$/u.test(name)) throw new Invalid(105, 'Customer Name is invalid');
  const eci = text(part(payment.ExternalAuthentication).Eci);
  return {
    card,
    sale: {
      orderId,
      amount: wholeCents(payment.Amount),
      installments,
      softDescriptor: descriptor,
      customerName: name,
      recurring,
      capture: payment.Capture === true,
      keepCard: card.SaveCard === true,
      networkId: text(payment.IssuerTransactionId) || null,
      eci: eci || null,
    },
  };
}

/** Sends the notification of a changed payment: only its number and the kind of change. */
export function notifyAsCielo({ acquirers }: World, payment: CardPayment, changeType = 1, wait = 0): void {
  const target = acquirers.target('cielo', payment.account);
  if (target) acquirers.notices.add(target, { PaymentId: payment.id, ChangeType: changeType }, wait);
}

function saleRoutes(app: FastifyInstance, world: World): void {
  const { acquirers } = world;
  const own = (request: FastifyRequest): CardPayment => {
    const merchant = merchantOf(request);
    const { paymentId } = request.params as { paymentId: string };
    const found = acquirers.payment('cielo', paymentId);
    if (found?.account !== merchant) throw new Invalid(307, 'Transaction not found', 404);
    return found;
  };

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const merchant = merchantOf(request);
    const { sale, card } = saleOf(part(request.body));
    const payment = acquirers.sell(cardOf(world, merchant, card), sale);
    const wait = payment.settlesAt === null ? 0 : payment.settlesAt - realNow();
    notifyAsCielo(world, payment, 1, Math.max(0, wait));
    return reply.code(201).send(presentSale(payment, world.origin()));
  };
  app.post('/1/sales', create);
  app.post('/1/sales/', create);
  app.get('/1/sales/:paymentId', async (request) => presentSale(own(request), world.origin()));
  app.get('/1/sales', async (request, reply) => {
    const merchant = merchantOf(request);
    const { merchantOrderId } = request.query as { merchantOrderId?: string };
    const found = acquirers.payments('cielo', merchant).filter(({ orderId }) => orderId === merchantOrderId);
    if (found.length === 0) return reply.code(404).send();
    return {
      ReasonCode: 0,
      ReasonMessage: 'Successful',
      // Cielo spells the date's name like this.
      Payments: found.map(({ id, createdAt }) => ({ PaymentId: id, ReceveidDate: moment(createdAt) })),
    };
  });
  app.put('/1/sales/:paymentId/capture', async (request) => {
    const payment = acquirers.capture(own(request), queriedAmount(request));
    notifyAsCielo(world, payment);
    return presentChange(payment);
  });
  app.put('/1/sales/:paymentId/void', async (request) => {
    const payment = acquirers.giveBack(own(request), queriedAmount(request));
    notifyAsCielo(world, payment, world.strange.is('card-rare-notice') ? 25 : 1);
    return presentChange(payment);
  });
}

/** Cielo E-commerce 3.0 with the Silent Order Post and 3-D Secure; accounts are named `sandbox-{tenant}-{institution}`. */
export function cieloRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'cielo');
  app.addHook('preHandler', async (request) => {
    request.body = inAnyCase(request.body);
    request.query = inAnyCase(request.query);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Invalid)
      return reply.code(error.status).send([{ Code: error.code, Message: error.message }]);
    if (error instanceof SaleRefused && error.message === 'unreachable') return reply.code(503).send();
    if (error instanceof SaleRefused) return reply.code(400).send([{ Code: 308, Message: error.message }]);
    return reply.code(error.statusCode ?? 500).send([{ Code: 0, Message: error.message }]);
  });
  saleRoutes(app, world);
  sopRoutes(app, world);
  mpiRoutes(app, world);
}
