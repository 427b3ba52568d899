import { dayInZone } from '@orbita/domain/foundation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { playFaults } from '../faults.ts';
import { type Access, isClient } from '../psp/access.ts';
import { PaymentRefused } from '../psp/psp.ts';
import { withUnreadable } from '../strange.ts';
import type { World } from '../world.ts';
import type { Bank } from './bank.ts';
import { presentListed, presentSlip } from './present.ts';
import { BankProblem, sendBankProblem } from './problem.ts';
import { type StoredSlip, situationOf, ZONE } from './types.ts';
import { readSearch, readTerms, readWebhookUrl, type Search } from './validate.ts';

type Query = Record<string, string | undefined>;
type Scope = 'boleto-cobranca.read' | 'boleto-cobranca.write';
const SCOPES: readonly Scope[] = ['boleto-cobranca.read', 'boleto-cobranca.write'];
const SLIPS = '/cobranca/v3/cobrancas';

/** `POST /oauth/v2/token`, client credentials with the client in the form. */
function tokenRoute(app: FastifyInstance, access: Access): void {
  app.post('/oauth/v2/token', async (request, reply) => {
    const body = (request.body ?? {}) as Query;
    const { client_id: clientId = '', client_secret: secret = '' } = body;
    if (!isClient(clientId, secret)) return reply.code(401).send({ error: 'invalid_client' });
    if (body.grant_type !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    const wanted = (body.scope ?? '').split(/\s+/);
    const scopes = SCOPES.filter((scope) => wanted.includes(scope));
    if (scopes.length === 0) return reply.code(400).send({ error: 'invalid_scope' });
    return {
      access_token: access.issue(clientId, scopes),
      token_type: 'Bearer',
      expires_in: access.seconds,
      scope: scopes.join(' '),
    };
  });
}

const clientOf = (access: Access, request: FastifyRequest, scope: Scope): string => {
  const grant = access.grantOf(request);
  if (!grant) throw new BankProblem(401, 'Não autorizado', 'Token ausente, inválido ou expirado.');
  if (!grant.scopes.includes(scope)) throw new BankProblem(403, 'Acesso negado', `Falta o escopo ${scope}.`);
  return grant.clientId;
};

const slipOf = (bank: Bank, clientId: string, params: unknown): StoredSlip => {
  const slip = bank.get(clientId, (params as { code: string }).code);
  if (!slip) throw new BankProblem(404, 'Não encontrado', 'Cobrança não encontrada.');
  return slip;
};

const dateOf = (slip: StoredSlip, by: Search['by']): string | undefined => {
  if (by === 'EMISSAO') return slip.dataEmissao;
  if (by === 'VENCIMENTO') return slip.terms.dataVencimento;
  return slip.paid && slip.end ? dayInZone(new Date(slip.end.at), ZONE) : undefined;
};

const matches = (slip: StoredSlip, query: Query, { from, to, by }: Search, now: Date): boolean => {
  const day = dateOf(slip, by);
  return (
    day !== undefined &&
    day >= from &&
    day <= to &&
    (!query.seuNumero || slip.terms.seuNumero === query.seuNumero) &&
    (!query.situacao || situationOf(slip, now) === query.situacao) &&
    (!query.cpfCnpjPessoaPagadora || slip.terms.pagador.cpfCnpj === query.cpfCnpjPessoaPagadora)
  );
};

function slipRoutes(app: FastifyInstance, { bank, clock, strange }: World, access: Access): void {
  app.post(SLIPS, async (request) => {
    const clientId = clientOf(access, request, 'boleto-cobranca.write');
    const { codigoSolicitacao } = bank.create(
      clientId,
      readTerms(request.body, dayInZone(clock.now(), ZONE)),
    );
    return { codigoSolicitacao };
  });
  const empty = () => strange.is('slip-empty-parts');
  app.get(SLIPS, async (request) => {
    const clientId = clientOf(access, request, 'boleto-cobranca.read');
    const query = request.query as Query;
    const search = readSearch(query);
    const now = clock.now();
    const found = bank.slips(clientId).filter((slip) => matches(slip, query, search, now));
    const { page, size } = search;
    const items = found.slice(page * size, (page + 1) * size);
    const listed = items.map((slip) => presentListed(slip, now, empty()));
    const pages = Math.max(1, Math.ceil(found.length / size));
    return {
      totalPaginas: pages,
      totalElementos: found.length,
      ultimaPagina: page + 1 >= pages,
      primeiraPagina: page === 0,
      tamanhoPagina: size,
      numeroDeElementos: items.length,
      cobrancas:
        query.seuNumero === undefined && strange.is('slip-unreadable-entry')
          ? withUnreadable(listed)
          : listed,
    };
  });
  app.post(`${SLIPS}/:code/cancelar`, async (request, reply) => {
    const slip = slipOf(bank, clientOf(access, request, 'boleto-cobranca.write'), request.params);
    const { motivoCancelamento: reason } = (request.body ?? {}) as { motivoCancelamento?: unknown };
    if (typeof reason !== 'string' || reason.length > 50)
      throw new BankProblem(400, 'Requisição inválida', 'O motivo tem até 50 caracteres.');
    bank.end(slip, 'CANCELADO', reason);
    return reply.code(202).send();
  });
}

/** Reading a single slip can fail separately, while everything else works. */
function fetchRoute(app: FastifyInstance, { bank, clock, faults, strange }: World, access: Access): void {
  playFaults(app, faults, 'slip-fetch', (reply) =>
    sendBankProblem(reply, new BankProblem(503, 'Indisponível', 'Serviço em manutenção.')),
  );
  app.get(`${SLIPS}/:code`, async (request) =>
    presentSlip(
      slipOf(bank, clientOf(access, request, 'boleto-cobranca.read'), request.params),
      clock.now(),
      strange.is('slip-empty-parts'),
    ),
  );
}

function webhookRoutes(app: FastifyInstance, { bank }: World, access: Access): void {
  const path = `${SLIPS}/webhook`;
  const missing = () => new BankProblem(404, 'Não encontrado', 'Não há webhook cadastrado.');
  app.put(path, async (request, reply) => {
    const clientId = clientOf(access, request, 'boleto-cobranca.write');
    bank.setWebhook(clientId, readWebhookUrl(request.body));
    return reply.code(204).send();
  });
  app.get(path, async (request) => {
    const found = bank.webhook(clientOf(access, request, 'boleto-cobranca.read'));
    if (!found) throw missing();
    const { webhookUrl, criacao, atualizacao } = found;
    return { webhookUrl, criacao, atualizacao };
  });
  app.delete(path, async (request, reply) => {
    const clientId = clientOf(access, request, 'boleto-cobranca.write');
    if (!bank.webhook(clientId)) throw missing();
    bank.setWebhook(clientId, null);
    return reply.code(204).send();
  });
}

/** The slip bank: Banco Inter's API Cobrança v3 with OAuth2 client credentials and webhook. */
export function bankRoutes(app: FastifyInstance, world: World, access: Access): void {
  playFaults(app, world.faults, 'slip', (reply) =>
    sendBankProblem(reply, new BankProblem(503, 'Indisponível', 'Serviço em manutenção.')),
  );
  app.setNotFoundHandler((_request, reply) =>
    sendBankProblem(reply, new BankProblem(404, 'Não encontrado', 'Recurso não encontrado.')),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof BankProblem) return sendBankProblem(reply, error);
    if (error instanceof PaymentRefused)
      return sendBankProblem(reply, new BankProblem(400, 'Requisição inválida', error.message));
    const status = error.statusCode !== undefined && error.statusCode < 500 ? 400 : 500;
    return sendBankProblem(reply, new BankProblem(status, 'Erro', error.message));
  });
  tokenRoute(app, access);
  webhookRoutes(app, world, access);
  slipRoutes(app, world, access);
  app.register(async (scope) => fetchRoute(scope, world, access));
}
