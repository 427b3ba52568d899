import { ACQUIRERS, type AcquirerProvider, isAcquirer } from '@orbita/domain/tenancy';
import type { FastifyInstance } from 'fastify';
import { DECISIONS, type Decision } from '../cards/acquirers.ts';
import { notifyAgain, notifyChange } from '../cards/notify.ts';
import { readPlan } from '../cards/test-cards.ts';
import type { CardPayment, NoticeTarget } from '../cards/types.ts';
import type { World } from '../world.ts';

/** A control call that makes no sense. */
export class WrongOrder extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

const providerOf = (params: unknown): AcquirerProvider => {
  const { provider } = params as { provider: string };
  if (isAcquirer(provider)) return provider;
  throw new WrongOrder(404, `O provedor deve ser ${ACQUIRERS.join(' ou ')}.`);
};

/** The newest charge of an order. */
function paymentOf({ acquirers }: World, params: unknown): CardPayment {
  const { orderId } = params as { orderId: string };
  const found = acquirers.payments(providerOf(params)).findLast((one) => one.orderId === orderId);
  if (!found) throw new WrongOrder(404, 'Cobrança não encontrada.');
  return found;
}

const isDecision = (value: unknown): value is Decision => DECISIONS.includes(value as Decision);

const headersOf = (value: unknown): Record<string, string> => {
  if (value === undefined) return {};
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || entries.length > 3 || entries.some(([, text]) => typeof text !== 'string'))
    throw new WrongOrder(422, 'headers deve ter um a três textos.');
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
};

function targetOf(provider: AcquirerProvider, account: string, body: unknown): NoticeTarget {
  const { url, headers } = (body ?? {}) as { url?: unknown; headers?: unknown };
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new WrongOrder(422, 'url deve ser um endereço http.');
  return { provider, account, url, headers: headersOf(headers) };
}

const shown = (payment: CardPayment) => ({
  provider: payment.provider,
  account: payment.account,
  orderId: payment.orderId,
  state: payment.state,
  code: payment.code,
  amount: payment.amount / 100,
  captured: payment.captured / 100,
  givenBack: payment.givenBack / 100,
  installments: payment.installments,
  recurring: payment.recurring,
  networkId: payment.networkId,
  eci: payment.eci,
  brand: payment.face.brand,
  last4: payment.face.last4,
});

/**
 * Controls of the card acquirers: later decisions of issuers and holders, and notifications that are repeated, late, out of
 * order or forged. The notification address of an account is set here, as on the acquirers' own sites.
 */
export function cardControls(app: FastifyInstance, world: World): void {
  const { acquirers } = world;
  app.get('/cards', async () => acquirers.payments().map(shown));
  app.put('/cards/:provider/accounts/:account/webhook', async (request, reply) => {
    const { account } = request.params as { account: string };
    acquirers.setTarget(targetOf(providerOf(request.params), account, request.body));
    return reply.code(204).send();
  });
  app.post('/cards/:provider/orders/:orderId', async (request, reply) => {
    const { result, silent } = (request.body ?? {}) as { result?: unknown; silent?: unknown };
    if (!isDecision(result)) throw new WrongOrder(422, `result deve ser ${DECISIONS.join(', ')}.`);
    const payment = acquirers.decide(paymentOf(world, request.params), result);
    if (silent !== true && result !== 'hold') notifyChange(world, payment);
    return reply.code(202).send(shown(payment));
  });
  app.put('/cards/:provider/orders/:orderId/card', async (request, reply) => {
    const { result, code } = (request.body ?? {}) as { result?: unknown; code?: unknown };
    const plan = readPlan(result, code);
    if (!plan)
      throw new WrongOrder(
        422,
        'result deve ser approve, process, unreachable ou deny com code de 2 a 4 caracteres.',
      );
    acquirers.setPlan(paymentOf(world, request.params), plan);
    return reply.code(204).send();
  });
  app.post('/cards/:provider/orders/:orderId/notices', async (request, reply) => {
    const { kind } = (request.body ?? {}) as { kind?: unknown };
    const payment = paymentOf(world, request.params);
    if (kind !== 'again' && kind !== 'outdated' && kind !== 'forged')
      throw new WrongOrder(422, 'kind deve ser again, outdated ou forged.');
    notifyAgain(world, payment, kind);
    return reply.code(202).send(shown(payment));
  });
}
