import type { FastifyInstance } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

const READY_MS = 20 * 60_000;

interface LookUp {
  reference: string;
  registration: string;
  year: number;
  cpf: string;
  readyAt: string;
}

/** Table of the look-ups. */
export const LOOK_UPS = 'exam-look-up';

interface Asked {
  registration?: unknown;
  year?: unknown;
  cpf?: unknown;
}

const scores = (
  languages: number,
  humanities: number,
  sciences: number,
  mathematics: number,
  essay: number,
) => ({
  languages,
  humanities,
  sciences,
  mathematics,
  essay,
});

/** Results by the last digit of the registration number (spec 2.5); undefined = nobody has this number. */
const RESULTS: Record<string, ReturnType<typeof scores> | undefined> = {
  '0': undefined,
  '1': scores(360, 400, 340, 420, 380),
  '2': scores(680, 720, 660, 740, 0),
};
const USUAL = scores(600, 640, 580, 660, 620);

/** Numbers ending like this belong to somebody who sat the exam for practice. */
const TRAINEE = /98$/;

function resultOf({ registration }: LookUp) {
  const last = registration.slice(-1);
  const found = last in RESULTS ? RESULTS[last] : USUAL;
  return found
    ? { status: 'found', trainee: TRAINEE.test(registration), scores: found }
    : { status: 'not-found' };
}

const isAsked = (body: Asked): body is { registration: string; year: number; cpf: string } =>
  typeof body.registration === 'string' &&
  /^\d{12}$/.test(body.registration) &&
  Number.isInteger(body.year) &&
  typeof body.cpf === 'string' &&
  /^\d{11}$/.test(body.cpf);

/**
 * `PUT /lookups/{reference}`: requests a result under the caller's own reference, or asks for its state. 202 while it is
 * pending, 200 with the result from 20 minutes after the first request on. Numbers ending in 9 fail at once.
 */
export function examScoreRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'exam-score');
  const kept = world.ledger.table<LookUp>(LOOK_UPS);
  app.put('/lookups/:reference', async (request, reply) => {
    if (!/^Bearer \S+$/i.test(request.headers.authorization ?? ''))
      return reply.code(401).send({ error: 'Chave ausente.' });
    const { reference } = request.params as { reference: string };
    const asked = (request.body ?? {}) as Asked;
    if (!isAsked(asked)) return reply.code(422).send({ error: 'Informe registration, year e cpf.' });
    if (asked.registration.endsWith('9')) return reply.code(502).send({ error: 'Consulta indisponível.' });
    const known = kept.get(reference);
    const { registration, year, cpf } = asked;
    if (known && (known.registration !== registration || known.year !== year || known.cpf !== cpf))
      return reply.code(409).send({ error: 'Esta referência é de outra consulta.' });
    const now = world.clock.now();
    const readyAt = new Date(now.getTime() + READY_MS).toISOString();
    const lookUp = known ?? { reference, registration, year, cpf, readyAt };
    if (!known) kept.put(reference, lookUp);
    if (now < new Date(lookUp.readyAt))
      return reply.code(202).send({ status: 'pending', readyAt: lookUp.readyAt });
    return resultOf(lookUp);
  });
}
