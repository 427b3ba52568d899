import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { fateOf, maySpeak, report, WHATSAPP_NUMBERS, WHATSAPP_TOKEN, waIdOf } from './chat.ts';
import { GraphError, shownTemplate, type TemplateOrder } from './check.ts';

interface Order {
  messaging_product?: unknown;
  to?: unknown;
  type?: unknown;
  template?: TemplateOrder;
  text?: { body?: unknown };
  biz_opaque_callback_data?: unknown;
}
interface Change {
  webhook_configuration?: { override_callback_uri?: unknown; verify_token?: unknown };
}

const refusal = ({ message, code, details }: GraphError) => ({
  error: {
    ...{ message, type: 'OAuthException', code, fbtrace_id: randomUUID() },
    error_data: { messaging_product: 'whatsapp', details },
  },
});

const wrong = (details: string) => new GraphError(400, 100, 'Invalid parameter', details);

/** The Cloud API as far as template messages need it: `POST /{version}/{number}/messages`, reading a number and its callback. */
export function whatsAppRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'whatsapp', (reply) =>
    reply.code(503).send(refusal(new GraphError(503, 131016, 'Service unavailable', 'Try later'))),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GraphError) return reply.code(error.status).send(refusal(error));
    throw error;
  });
  app.addHook('preHandler', async (request) => {
    if (request.headers.authorization !== `Bearer ${WHATSAPP_TOKEN}`)
      throw new GraphError(401, 190, 'Access token could not be decrypted', 'token');
    const { version, phone } = request.params as { version: string; phone: string };
    if (!/^v\d{1,3}\.\d$/.test(version) || !Object.hasOwn(WHATSAPP_NUMBERS, phone))
      throw new GraphError(400, 33, `Object with ID '${phone}' does not exist`, 'phone number id');
  });

  app.get('/:version/:phone', async (request) => {
    const { phone } = request.params as { phone: string };
    return {
      ...{
        verified_name: 'Faculdade Beta',
        display_phone_number: '+55 11 4000-0000',
        quality_rating: 'GREEN',
      },
      ...{ id: phone, code_verification_status: 'VERIFIED', status: 'CONNECTED' },
    };
  });

  app.post('/:version/:phone', async (request) => {
    const { phone } = request.params as { phone: string };
    const { override_callback_uri: url, verify_token: token } =
      ((request.body ?? {}) as Change).webhook_configuration ?? {};
    if (typeof url !== 'string' || typeof token !== 'string' || !URL.canParse(url))
      throw wrong('webhook_configuration');
    const challenge = String(Math.floor(Math.random() * 1e9));
    const asked = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': token,
    });
    const answer = await fetch(`${url}?${asked}`, { redirect: 'error' }).catch(() => undefined);
    if (!answer?.ok || (await answer.text()) !== challenge)
      throw new GraphError(400, 2200, 'Callback verification failed', 'The URL could not be validated');
    world.ledger.table<string>('whatsapp-callback').put(phone, url);
    return { success: true };
  });

  app.post('/:version/:phone/messages', async (request, reply) =>
    send(world, request.params, request.body, reply),
  );
}

async function send(
  world: World,
  params: unknown,
  body: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { phone } = params as { phone: string };
  const order = (body ?? {}) as Order;
  if (world.strange.is('whatsapp-throttled'))
    throw new GraphError(429, 130429, 'Rate limit hit', 'Try later');
  if (order.messaging_product !== 'whatsapp') throw wrong('messaging_product');
  const to = typeof order.to === 'string' ? order.to.replace(/^\+/, '') : '';
  if (!/^[1-9]\d{6,14}$/.test(to)) throw wrong('to');
  const fate = fateOf(to);
  if (fate === 'crowded')
    throw new GraphError(400, 131056, 'Pair rate limit hit', 'Too many messages to this number');
  if (fate === 'unregistered') throw new GraphError(400, 131026, 'Message undeliverable', 'No account');
  if (world.strange.is('whatsapp-error-in-200'))
    return reply
      .code(200)
      .send(refusal(new GraphError(200, 131042, 'Business eligibility payment issue', 'payment')));
  const said = saidBy(order);
  const waId = waIdOf(world, to);
  const id = `wamid.${randomUUID()}`;
  const windowClosed = order.type === 'text' && !maySpeak(world, waId);
  const end = windowClosed ? 'window' : fate;
  if (end === 'delivered')
    world.outbox.keep({
      ...{ key: `whatsapp ${id}`, channel: 'whatsapp', to, text: said.text, template: said.name },
      at: world.clock.now().toISOString(),
    });
  void report(world, phone, { id, to, reference: order.biz_opaque_callback_data }, end);
  return reply.code(200).send({
    messaging_product: 'whatsapp',
    contacts: [{ input: order.to, wa_id: waId, user_id: `BR.${waId.slice(-8)}` }],
    messages: [{ id, message_status: 'accepted' }],
  });
}

function saidBy({ type, template, text }: Order): { text: string; name: string | null } {
  if (type === 'template') {
    const shown = shownTemplate(template ?? {});
    return { text: shown.text, name: shown.template.name };
  }
  if (type !== 'text') throw new GraphError(400, 131051, 'Unsupported message type', 'type');
  if (typeof text?.body !== 'string' || text.body === '') throw wrong('text.body');
  return { text: text.body, name: null };
}
