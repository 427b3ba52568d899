import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { fateOf, reportLater } from './numbers.ts';

export const ZENVIA_TOKEN = 'sandbox-zenvia-token';
const NUMBER = /^[1-9]\d{9,14}$/;

type Sent = {
  from?: unknown;
  to?: unknown;
  externalId?: unknown;
  contents?: { type?: unknown; text?: unknown }[];
};

const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ code, message });

/** Zenvia's API version 2: messages of the SMS channel, and a subscription to their status. */
export function zenviaRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'sms', (reply) => refuse(reply, 500, 'INTERNAL_ERROR', 'Internal error'));
  const subscriptions = world.ledger.table<{ url: string; headers: Record<string, string> }>(
    'zenvia-subscription',
  );
  app.addHook('preHandler', async (request, reply) => {
    if (request.headers['x-api-token'] !== ZENVIA_TOKEN)
      return refuse(reply, 401, 'AUTHENTICATION_ERROR', 'No authorization token was found');
  });

  app.get('/v2/subscriptions', async () => subscriptions.values().map((webhook) => ({ webhook })));

  app.post('/v2/subscriptions', async (request, reply) => {
    const { eventType, webhook } = (request.body ?? {}) as {
      eventType?: string;
      webhook?: { url?: string; headers?: Record<string, string> };
    };
    if (eventType !== 'MESSAGE_STATUS' || !webhook?.url)
      return refuse(reply, 400, 'VALIDATION_ERROR', 'Validation error');
    const id = randomUUID();
    subscriptions.put(id, { url: webhook.url, headers: webhook.headers ?? {} });
    return { id, eventType, webhook, criteria: { channel: 'sms' }, status: 'ACTIVE' };
  });

  app.post('/v2/channels/sms/messages', async (request, reply) => {
    const { from, to, externalId, contents } = (request.body ?? {}) as Sent;
    const text = contents?.[0]?.type === 'text' ? contents[0].text : undefined;
    if (
      typeof from !== 'string' ||
      typeof to !== 'string' ||
      !NUMBER.test(to) ||
      typeof text !== 'string' ||
      !text
    )
      return refuse(reply, 400, 'VALIDATION_ERROR', 'Validation error');
    const fate = fateOf(to);
    if (fate === 'refused') return refuse(reply, 400, 'VALIDATION_ERROR', 'Validation error');
    const id = randomUUID();
    world.outbox.keep({
      key: `zenvia ${id}`,
      channel: 'sms',
      to,
      text,
      template: null,
      at: world.clock.now().toISOString(),
    });
    const event = (code: string, causes: object[] = []) => ({
      id: randomUUID(),
      timestamp: world.clock.now().toISOString(),
      type: 'MESSAGE_STATUS',
      channel: 'sms',
      messageId: id,
      message: { id, externalId, direction: 'OUT', from, to },
      messageStatus: { timestamp: world.clock.now().toISOString(), code, causes },
    });
    const last =
      fate === 'delivered'
        ? event('DELIVERED')
        : event(fate === 'stopped' ? 'REJECTED' : 'NOT_DELIVERED', [
            { channelErrorCode: '301', reason: 'Blocked' },
          ]);
    for (const { url, headers } of subscriptions.values())
      for (const said of [event('SENT'), last])
        reportLater(url, {
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(said),
        });
    return {
      id,
      from,
      to,
      direction: 'OUT',
      channel: 'sms',
      externalId,
      contents,
      timestamp: world.clock.now().toISOString(),
    };
  });
}
