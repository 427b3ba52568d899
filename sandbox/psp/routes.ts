import type { FastifyInstance } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { type Access, tokenRoute } from './access.ts';
import { playBank } from './banks.ts';
import { cobrRoutes } from './cobr-routes.ts';
import { dueChargeRoutes } from './due-routes.ts';
import { randomText } from './ids.ts';
import { listed, type Query, revisionIn, txidOf, within } from './lists.ts';
import { presentCharge, presentPix, presentReturn } from './present.ts';
import { Problem, sendProblem } from './problem.ts';
import { recurrenceRoutes } from './recurrence-routes.ts';
import type { Charge } from './types.ts';
import { readCharge, readPage } from './validate.ts';
import { webhookRoutes } from './webhook-routes.ts';

const txidIn = (params: unknown): string => txidOf(params, 'cob', 'CobOperacaoInvalida');

const matches = (charge: Charge, query: Query): boolean => {
  const debtor = charge.revisions.at(-1)?.devedor;
  return (
    (!query.status || charge.status === query.status) &&
    (!query.cpf || debtor?.cpf === query.cpf) &&
    (!query.cnpj || debtor?.cnpj === query.cnpj) &&
    query.locationPresente !== 'false'
  );
};

function chargeRoutes(app: FastifyInstance, { psp }: World, access: Access): void {
  app.post('/cob', async (request, reply) => {
    const clientId = access.clientOf(request, 'cob.write');
    return reply
      .code(201)
      .send(presentCharge(psp.create(clientId, randomText(32), readCharge(request.body))));
  });
  app.put('/cob/:txid', async (request, reply) => {
    const clientId = access.clientOf(request, 'cob.write');
    const charge = psp.create(clientId, txidIn(request.params), readCharge(request.body));
    return reply.code(201).send(presentCharge(charge));
  });
  app.patch('/cob/:txid', async (request) => {
    const clientId = access.clientOf(request, 'cob.write');
    return presentCharge(psp.revise(clientId, txidIn(request.params), request.body));
  });
  app.get('/cob/:txid', async (request) => {
    const clientId = access.clientOf(request, 'cob.read');
    const charge = psp.get(clientId, txidIn(request.params));
    if (!charge) throw new Problem(404, 'CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
    return presentCharge(charge, revisionIn(request.query as Query, charge.revisions, 'CobConsultaInvalida'));
  });
  app.get('/cob', async (request) => {
    const clientId = access.clientOf(request, 'cob.read');
    const query = request.query as Query;
    const page = readPage(query, 'CobConsultaInvalida');
    const found = psp
      .charges(clientId)
      .filter((charge) => within(charge.createdAt, page) && matches(charge, query));
    const { items, parametros } = listed(found, page, query, ['cpf', 'cnpj', 'status']);
    return {
      parametros,
      // The published schema requires `idCob` in lists, a name it defines nowhere.
      cobs: items.map((charge) => ({ ...presentCharge(charge), idCob: charge.txid })),
    };
  });
}

function pixRoutes(app: FastifyInstance, { psp }: World, access: Access): void {
  const { received } = psp;

  app.get('/pix/:e2eid', async (request) => {
    const clientId = access.clientOf(request, 'pix.read');
    const { e2eid } = request.params as { e2eid: string };
    const pix = received(clientId).find((one) => one.endToEndId === e2eid);
    if (!pix) throw new Problem(404, 'PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
    return presentPix(pix);
  });
  app.put('/pix/:e2eid/devolucao/:id', async (request, reply) => {
    const clientId = access.clientOf(request, 'pix.write');
    const { e2eid, id } = request.params as { e2eid: string; id: string };
    return reply.code(201).send(presentReturn(psp.giveBack(clientId, e2eid, id, request.body)));
  });
  app.get('/pix/:e2eid/devolucao/:id', async (request) => {
    const clientId = access.clientOf(request, 'pix.read');
    const { e2eid, id } = request.params as { e2eid: string; id: string };
    const pix = received(clientId).find((one) => one.endToEndId === e2eid);
    const found = pix?.devolucoes?.find((one) => one.id === id);
    if (!found) throw new Problem(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada.');
    return presentReturn(found);
  });
  app.get('/pix', async (request) => {
    const clientId = access.clientOf(request, 'pix.read');
    const query = request.query as Query;
    const page = readPage(query, 'PixConsultaInvalida');
    const found = received(clientId)
      .filter((pix) => within(pix.horario, page))
      .filter((pix) => (!query.txid || pix.txid === query.txid) && query.txIdPresente !== 'false')
      .filter(
        ({ devolucoes }) =>
          query.devolucaoPresente === undefined ||
          (query.devolucaoPresente === 'true') === (devolucoes !== undefined),
      )
      // This bank does not know the payer's document.
      .filter(() => !query.cpf && !query.cnpj);
    const { items, parametros } = listed(found, page, query, ['txid', 'cpf', 'cnpj']);
    return {
      parametros,
      pix: items.map((one) => presentPix(one)),
      // The published schema requires this key here, copied from the list of charges.
      cobs: [],
    };
  });
}

/**
 * The bank: API Pix 2.9.0 for immediate charges, charges with a due date, Pix Automático, received Pix and webhooks, with
 * OAuth2 client credentials.
 */
export function pspRoutes(app: FastifyInstance, world: World, access: Access): void {
  playFaults(app, world.faults, 'pix', (reply) =>
    sendProblem(reply, new Problem(503, 'ServicoIndisponivel', 'Serviço em manutenção.')),
  );
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem(404, 'NaoEncontrado', 'Recurso não encontrado.')),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Problem) {
      if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="psp"');
      return sendProblem(reply, error);
    }
    const invalid = error.statusCode !== undefined && error.statusCode < 500;
    return sendProblem(
      reply,
      invalid
        ? new Problem(400, 'RequisicaoInvalida', error.message)
        : new Problem(500, 'ErroInternoDoServidor', error.message),
    );
  });
  playBank(app, world, (request) => access.grantOf(request)?.clientId);
  tokenRoute(app, access);
  chargeRoutes(app, world, access);
  pixRoutes(app, world, access);
  webhookRoutes(app, world.psp, access);
  dueChargeRoutes(app, world.psp, access);
  recurrenceRoutes(app, world.psp, access);
  cobrRoutes(app, world.psp, access);
}
