import type { FastifyInstance } from 'fastify';
import type { Cobr, Recurrence } from '../psp/recurrence-types.ts';
import type { World } from '../world.ts';
import { Refused } from './refused.ts';

interface Order {
  result?: unknown;
  code?: unknown;
  amount?: unknown;
  clientId?: unknown;
}

/** The standard's codes for a rejected attempt have two letters and two more characters. */
const CODE = /^[A-Z]{2}[A-Z0-9]{2}$/;

const only = <T extends { clientId: string }>(found: T[], clientId: unknown, missing: string): T => {
  const mine = found.filter((one) => clientId === undefined || one.clientId === clientId);
  if (mine.length > 1)
    throw new Refused(409, 'Mais de um recebedor usa este identificador: informe clientId.');
  if (!mine[0]) throw new Refused(404, missing);
  return mine[0];
};

const presentRec = ({ clientId, idRec, status, terms, firstTxid }: Recurrence) => ({
  ...{ clientId, idRec, status, firstTxid },
  contract: terms.vinculo.contrato,
});
const presentCharge = ({ clientId, txid, status, terms, attempts }: Cobr) => ({
  ...{ clientId, txid, status, idRec: terms.idRec },
  dueDay: terms.calendario.dataDeVencimento,
  amount: Number(terms.valor.original),
  attempts: attempts.map(({ dataLiquidacao, tipo, status: state }) => ({
    day: dataLiquidacao,
    kind: tipo,
    status: state,
  })),
});

/** What the payer and the payer's bank do with authorisations, their charges and charges with a due date. */
export function recurrenceControls(app: FastifyInstance, { psp }: World): void {
  app.get('/recurrences', async () => psp.recurrences.list().map(presentRec));
  app.post('/recurrences/:idRec', async (request, reply) => {
    const { idRec } = request.params as { idRec: string };
    const { result, clientId } = (request.body ?? {}) as Order;
    const rec = only(
      psp.recurrences.list().filter((one) => one.idRec === idRec),
      clientId,
      'Recorrência não encontrada.',
    );
    if (result === 'approved' || result === 'rejected') {
      const after = psp.recurrences.decide(rec, result, 'JORNADA_2');
      return reply.code(202).send(presentRec(after));
    }
    if (result !== 'cancelled') throw new Refused(422, 'result deve ser approved, rejected ou cancelled.');
    const ended = psp.recurrences.cancelByPayer(rec);
    psp.cobrs.endAll(ended, 'USUARIO_PAGADOR');
    return reply.code(202).send(presentRec(ended));
  });

  app.get('/cobrs', async () => psp.cobrs.list().map(presentCharge));
  app.post('/cobrs/:txid', async (request, reply) => {
    const { txid } = request.params as { txid: string };
    const { result, code, clientId } = (request.body ?? {}) as Order;
    const cobr = only(
      psp.cobrs.list().filter((one) => one.txid === txid),
      clientId,
      'Cobrança não encontrada.',
    );
    if (code !== undefined && !(typeof code === 'string' && CODE.test(code)))
      throw new Refused(422, 'code deve ser um código de rejeição do padrão.');
    switch (result) {
      case 'paid':
        return reply.code(202).send(presentCharge(psp.cobrs.pay(cobr)));
      case 'failed':
        return reply.code(202).send(presentCharge(psp.cobrs.fail(cobr, code)));
      case 'cancelled':
        return reply.code(202).send(presentCharge(psp.cobrs.cancelByPayer(cobr)));
      default:
        throw new Refused(422, 'result deve ser paid, failed ou cancelled.');
    }
  });

  app.post('/due-charges/:txid', async (request, reply) => {
    const { txid } = request.params as { txid: string };
    const { amount, clientId } = (request.body ?? {}) as Order;
    const charge = only(
      psp.due.list().filter((one) => one.txid === txid),
      clientId,
      'Cobrança não encontrada.',
    );
    const paid = psp.due.pay(charge, typeof amount === 'number' ? amount.toFixed(2) : undefined);
    return reply.code(202).send({ txid, status: paid.status, pix: paid.pix.at(-1) });
  });
}
