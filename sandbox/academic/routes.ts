import type { FastifyInstance } from 'fastify';
import { realNow } from '../clock.ts';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

const STATUS = { unknown: 404, refused: 401, malformed: 400 } as const;

/** `POST /{system}/webhooks`: a student system that believes only what is signed. */
export function academicRoutes(app: FastifyInstance, world: World): void {
  // The signature is over the bytes that came, not over what a parser makes of them.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  playFaults(app, world.faults, 'academic');
  app.post('/:system/webhooks', async (request, reply) => {
    const { system } = request.params as { system: string };
    // Signatures live in real time, whatever the play's clock says.
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
