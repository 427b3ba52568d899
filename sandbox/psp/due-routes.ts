import type { FastifyInstance } from 'fastify';
import type { Access } from './access.ts';
import { type DueCharge, dueTermsOf } from './due-types.ts';
import { receiverName } from './ids.ts';
import { listed, type Query, revisionIn, txidOf, within } from './lists.ts';
import { presentRevision, receiverCnpj } from './present.ts';
import { Problem } from './problem.ts';
import type { Psp } from './psp.ts';
import { readPage } from './validate.ts';

/** Every receiver of this bank has this address. */
const ADDRESS = { logradouro: 'SBS Quadra 3', cidade: 'Brasilia', uf: 'DF', cep: '70074900' };

const txidIn = (params: unknown): string => txidOf(params, 'cobv', 'CobVOperacaoInvalida');

/** A charge with the address of who receives it (CobVGerada, CobVCompleta). */
const present = (charge: DueCharge, revision?: number) => ({
  ...presentRevision(charge, 'cobv', revision),
  recebedor: { ...ADDRESS, cnpj: receiverCnpj(charge.clientId), nome: receiverName(charge.clientId) },
});

/** Charges with a due date (`cobv`). */
export function dueChargeRoutes(app: FastifyInstance, { due }: Psp, access: Access): void {
  app.put('/cobv/:txid', async (request, reply) => {
    const clientId = access.clientOf(request, 'cobv.write');
    return reply.code(201).send(present(due.create(clientId, txidIn(request.params), request.body)));
  });
  app.patch('/cobv/:txid', async (request) => {
    const clientId = access.clientOf(request, 'cobv.write');
    return present(due.revise(clientId, txidIn(request.params), request.body));
  });
  app.get('/cobv/:txid', async (request) => {
    const charge = due.get(access.clientOf(request, 'cobv.read'), txidIn(request.params));
    if (!charge)
      throw new Problem(404, 'CobVNaoEncontrada', 'Cobrança não encontrada para o txid informado.');
    return present(charge, revisionIn(request.query as Query, charge.revisions, 'CobVConsultaInvalida'));
  });
  app.get('/cobv', async (request) => {
    const clientId = access.clientOf(request, 'cobv.read');
    const query = request.query as Query;
    const page = readPage(query, 'CobVConsultaInvalida');
    const all = due
      .list(clientId)
      .filter(({ createdAt }) => within(createdAt, page))
      .filter(({ status }) => !query.status || status === query.status)
      .filter((one) => !query.cpf || dueTermsOf(one).devedor.cpf === query.cpf)
      .filter((one) => !query.cnpj || dueTermsOf(one).devedor.cnpj === query.cnpj)
      .filter(() => query.locationPresente !== 'false');
    const { items, parametros } = listed(all, page, query, ['cpf', 'cnpj', 'status']);
    return {
      parametros,
      // The published schema requires `idCob` in lists, a name it defines nowhere.
      cobs: items.map((one) => ({ ...present(one), idCob: one.txid })),
    };
  });
}
