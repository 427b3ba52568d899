import type { FastifyInstance } from 'fastify';
import type { Access } from './access.ts';
import { randomText, receiverName } from './ids.ts';
import { listed, type Query, txidOf, within } from './lists.ts';
import { Problem } from './problem.ts';
import type { Psp } from './psp.ts';
import { presentCobr, presentNewCobr } from './recurrence-present.ts';
import type { Cobr } from './recurrence-types.ts';
import { readPage } from './validate.ts';

const txidIn = (params: unknown): string => txidOf(params, 'cobr', 'CobROperacaoInvalida');

/** Charges of authorisations: one per cycle, with retries. */
export function cobrRoutes(app: FastifyInstance, { cobrs, recurrences }: Psp, access: Access): void {
  const complete = (cobr: Cobr) => {
    const rec = recurrences.get(cobr.clientId, cobr.terms.idRec);
    if (!rec) throw new Error('A charge without its recurrence');
    return presentCobr(cobr, rec);
  };
  app.put('/cobr/:txid', async (request, reply) => {
    const clientId = access.clientOf(request, 'cobr.write');
    const cobr = cobrs.create(clientId, txidIn(request.params), request.body);
    return reply.code(201).send(presentNewCobr(cobr, receiverName(clientId)));
  });
  app.post('/cobr', async (request, reply) => {
    const clientId = access.clientOf(request, 'cobr.write');
    const cobr = cobrs.create(clientId, randomText(32), request.body);
    return reply.code(201).send(presentNewCobr(cobr, receiverName(clientId)));
  });
  app.patch('/cobr/:txid', async (request) => {
    const clientId = access.clientOf(request, 'cobr.write');
    return presentNewCobr(
      cobrs.cancel(clientId, txidIn(request.params), request.body),
      receiverName(clientId),
    );
  });
  app.get('/cobr/:txid', async (request) => {
    const cobr = cobrs.get(access.clientOf(request, 'cobr.read'), txidIn(request.params));
    if (!cobr) throw new Problem(404, 'CobRNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
    return complete(cobr);
  });
  app.post('/cobr/:txid/retentativa/:data', async (request, reply) => {
    const clientId = access.clientOf(request, 'cobr.write');
    const { data } = request.params as { data: string };
    return reply.code(201).send(complete(cobrs.retry(clientId, txidIn(request.params), data)));
  });
  app.get('/cobr', async (request) => {
    const clientId = access.clientOf(request, 'cobr.read');
    const query = request.query as Query;
    const page = readPage(query, 'CobRConsultaInvalida');
    const all = cobrs
      .list(clientId)
      .filter(({ createdAt }) => within(createdAt, page))
      .filter(({ status }) => !query.status || status === query.status)
      .filter(({ terms }) => !query.idRec || terms.idRec === query.idRec);
    const { items, parametros } = listed(all, page, query, ['idRec', 'status']);
    return { parametros, cobsr: items.map(complete) };
  });
}
