import type { FastifyInstance } from 'fastify';
import type { Access, Scope } from './access.ts';
import { dynamicBrCode, recurrenceBrCode } from './br-code.ts';
import { receiverName } from './ids.ts';
import { listed, type Query, within } from './lists.ts';
import { Problem } from './problem.ts';
import type { Psp } from './psp.ts';
import { presentLocation, presentRecurrence } from './recurrence-present.ts';
import type { RecLocation, Recurrence } from './recurrence-types.ts';
import { bodyOf } from './recurrence-validate.ts';
import type { RecurrenceTopic } from './recurrence-webhooks.ts';
import { readPage } from './validate.ts';
import { checkUrl } from './webhook-routes.ts';

const CITY = 'BRASILIA';

const locationOf = ({ recurrences }: Psp, rec: Recurrence): RecLocation | undefined =>
  rec.locationId === null ? undefined : recurrences.location(rec.clientId, rec.locationId);

const present = (psp: Psp, rec: Recurrence, full: boolean) =>
  presentRecurrence(rec, { name: receiverName(rec.clientId), location: locationOf(psp, rec), full });

/**
 * The code for the payer: the authorisation alone, or together with an immediate charge (journey 3) or one with a due date
 * (journey 4). Empty without a location. Throws 400 `RecConsultaInvalida` for a charge that does not belong to it.
 */
function codeOf(psp: Psp, rec: Recurrence, txid: string | undefined) {
  const place = locationOf(psp, rec)?.location;
  if (!place) return {};
  const name = receiverName(rec.clientId);
  if (txid === undefined)
    return { dadosQR: { jornada: 'JORNADA_2', pixCopiaECola: recurrenceBrCode(place, name, CITY) } };
  const due = psp.due.get(rec.clientId, txid);
  const charge = psp.get(rec.clientId, txid);
  const wrong = !due && (!charge || (rec.firstTxid !== null && rec.firstTxid !== txid));
  const location = due?.location ?? charge?.location;
  if (wrong || location === undefined)
    throw new Problem(400, 'RecConsultaInvalida', 'O txid não corresponde a uma cobrança da recorrência.', [
      { razao: 'O txid não corresponde à recorrência.', propriedade: 'txid', valor: txid },
    ]);
  return {
    dadosQR: {
      jornada: due ? 'JORNADA_4' : 'JORNADA_3',
      pixCopiaECola: dynamicBrCode(location, name, CITY, place),
    },
  };
}

function locationRoutes(app: FastifyInstance, { recurrences }: Psp, access: Access): void {
  const found = (clientId: string, params: unknown): RecLocation => {
    const { id } = params as { id: string };
    const location = /^\d{1,15}$/.test(id) ? recurrences.location(clientId, Number(id)) : undefined;
    if (!location) throw new Problem(404, 'PayloadLocationRecNaoEncontrado', 'Location não encontrada.');
    return location;
  };
  app.post('/locrec', async (request, reply) => {
    const clientId = access.clientOf(request, 'payloadlocationrec.write');
    return reply.code(201).send(presentLocation(recurrences.createLocation(clientId)));
  });
  app.get('/locrec/:id', async (request) =>
    presentLocation(found(access.clientOf(request, 'payloadlocationrec.read'), request.params)),
  );
  app.delete('/locrec/:id/idRec', async (request) => {
    const clientId = access.clientOf(request, 'payloadlocationrec.write');
    return presentLocation(recurrences.unlink(found(clientId, request.params)));
  });
  app.get('/locrec', async (request) => {
    const clientId = access.clientOf(request, 'payloadlocationrec.read');
    const query = request.query as Query;
    const page = readPage(query, 'PayloadLocationRecConsultaInvalida');
    const all = recurrences
      .locations(clientId)
      .filter(({ createdAt }) => within(createdAt, page))
      .filter(
        ({ idRec }) =>
          query.idRecPresente === undefined || (query.idRecPresente === 'true') === (idRec !== null),
      );
    const { items, parametros } = listed(all, page);
    return { parametros, loc: items.map(presentLocation) };
  });
}

/** One address per receiver and topic. */
function hookRoutes(app: FastifyInstance, { recurrenceWebhooks: hooks }: Psp, access: Access): void {
  const missing = () => new Problem(404, 'WebhookNaoEncontrado', 'Não há webhook cadastrado.');
  const TOPICS = [
    ['/webhookrec', 'rec', 'webhookrec', 'WebhookRecOperacaoInvalida'],
    ['/webhookcobr', 'cobr', 'webhookcobr', 'WebhookCobROperacaoInvalida'],
  ] as const satisfies readonly (readonly [string, RecurrenceTopic, string, string])[];
  for (const [path, topic, resource, problem] of TOPICS) {
    const [read, write]: [Scope, Scope] = [`${resource}.read`, `${resource}.write`];
    app.put(path, async (request, reply) => {
      const clientId = access.clientOf(request, write);
      hooks.set(clientId, topic, checkUrl(bodyOf(request.body).webhookUrl, problem));
      return reply.code(200).send();
    });
    app.get(path, async (request) => {
      const hook = hooks.get(access.clientOf(request, read), topic);
      if (!hook) throw missing();
      return { webhookUrl: hook.webhookUrl, criacao: hook.createdAt };
    });
    app.delete(path, async (request, reply) => {
      const clientId = access.clientOf(request, write);
      if (!hooks.get(clientId, topic)) throw missing();
      hooks.set(clientId, topic, null);
      return reply.code(204).send();
    });
  }
}

/** Authorisations of Pix Automático, their locations and webhooks. */
export function recurrenceRoutes(app: FastifyInstance, psp: Psp, access: Access): void {
  const { recurrences } = psp;
  const found = (clientId: string, params: unknown): Recurrence => {
    const rec = recurrences.get(clientId, (params as { idRec: string }).idRec);
    if (!rec)
      throw new Problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada para o idRec informado.');
    return rec;
  };
  app.post('/rec', async (request, reply) => {
    const clientId = access.clientOf(request, 'rec.write');
    return reply.code(201).send(present(psp, recurrences.create(clientId, request.body), false));
  });
  app.get('/rec/:idRec', async (request) => {
    const rec = found(access.clientOf(request, 'rec.read'), request.params);
    return { ...present(psp, rec, true), ...codeOf(psp, rec, (request.query as Query).txid) };
  });
  app.patch('/rec/:idRec', async (request) => {
    const clientId = access.clientOf(request, 'rec.write');
    const rec = recurrences.revise(clientId, (request.params as { idRec: string }).idRec, request.body);
    if (rec.status === 'CANCELADA') psp.cobrs.endAll(rec, 'USUARIO_RECEBEDOR');
    return present(psp, rec, false);
  });
  app.get('/rec', async (request) => {
    const clientId = access.clientOf(request, 'rec.read');
    const query = request.query as Query;
    const page = readPage(query, 'RecConsultaInvalida');
    const all = recurrences
      .list(clientId)
      .filter(({ createdAt }) => within(createdAt, page))
      .filter(({ status }) => !query.status || status === query.status)
      .filter(({ terms: { vinculo } }) => !query.cpf || vinculo.devedor.cpf === query.cpf)
      .filter(({ terms: { vinculo } }) => !query.cnpj || vinculo.devedor.cnpj === query.cnpj)
      .filter(
        ({ locationId }) =>
          query.locationPresente === undefined ||
          (query.locationPresente === 'true') === (locationId !== null),
      );
    const { items, parametros } = listed(all, page, query, ['cpf', 'cnpj', 'status']);
    return { parametros, recs: items.map((rec) => present(psp, rec, true)) };
  });
  locationRoutes(app, psp, access);
  hookRoutes(app, psp, access);
}
