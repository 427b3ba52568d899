import type { FastifyInstance } from 'fastify';
import { realNow } from '../clock.ts';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

const STATUS = { unknown: 404, refused: 401, malformed: 400 } as const;

/** `POST /{system}/webhooks`: a student system that accepts only signed events. */
export function academicRoutes(app: FastifyInstance, world: World): void {
  // The signature covers the received bytes, not a parser's result.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  playFaults(app, world.faults, 'academic');
  app.post('/:system/webhooks', async (request, reply) => {
    const { system } = request.params as { system: string };
    // Signatures use real time, whatever the test clock says.
    const received = world.academic.receive(
      system,
      request.headers,
      String(request.body ?? ''),
      new Date(realNow()),
    );
    if (received.outcome !== 'taken') return reply.code(STATUS[received.outcome]).send({});
    return reply.send(received.answer);
  });
}
