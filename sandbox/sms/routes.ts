import type { FastifyInstance } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { fateOf } from './numbers.ts';

interface SmsBody {
  to?: unknown;
  text?: unknown;
  reference?: unknown;
  template?: unknown;
}

const filled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * A gateway with a generic form. `POST /messages`: numbers ending in 9999 fail (spec 2.5); the same reference counts as one
 * message.
 */
export function smsRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'sms');
  app.post('/messages', async (request, reply) => {
    if (!/^Bearer \S+$/i.test(request.headers.authorization ?? ''))
      return reply.code(401).send({ error: 'Chave ausente.' });
    const { to, text, reference, template } = (request.body ?? {}) as SmsBody;
    if (!filled(to) || !filled(text) || !filled(reference))
      return reply.code(400).send({ error: 'Informe to, text e reference.' });
    if (fateOf(to) === 'refused') return reply.code(422).send({ error: 'Número não recebe mensagens.' });
    const id = world.outbox.keep({
      key: `sms ${reference}`,
      channel: 'sms',
      to,
      text,
      template: filled(template) ? template : null,
      at: world.clock.now().toISOString(),
    });
    return reply.code(202).send({ id });
  });
}
