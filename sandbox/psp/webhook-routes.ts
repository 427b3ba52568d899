import type { FastifyInstance } from 'fastify';
import type { Access } from './access.ts';
import { rulesOf } from './banks.ts';
import { paginate, presentWebhook } from './present.ts';
import { Problem, type ProblemName } from './problem.ts';
import type { Psp } from './psp.ts';
import { isPixKey, readPage } from './validate.ts';

const keyOf = (params: unknown): string => (params as { chave: string }).chave;

/** Validates a webhook address. Throws 400 of the given type. */
export const checkUrl = (url: unknown, type: ProblemName = 'WebhookOperacaoInvalida'): string => {
  if (typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new Problem(400, type, 'O campo webhook.webhookUrl não respeita o schema.', [
    { razao: 'O campo não respeita o schema.', propriedade: 'webhook.webhookUrl', valor: String(url) },
  ]);
};

const missing = () => new Problem(404, 'WebhookNaoEncontrado', 'Não há webhook para a chave informada.');

/** Webhooks for received Pix, one address per key. */
export function webhookRoutes(app: FastifyInstance, psp: Psp, access: Access): void {
  app.put('/webhook/:chave', async (request, reply) => {
    const clientId = access.clientOf(request, 'webhook.write');
    const chave = keyOf(request.params);
    if (!isPixKey(chave))
      throw new Problem(400, 'WebhookOperacaoInvalida', 'O parâmetro chave não é uma chave DICT válida.', [
        { razao: 'Chave DICT inválida.', propriedade: 'chave', valor: chave },
      ]);
    const url = checkUrl((request.body as { webhookUrl?: unknown } | null)?.webhookUrl);
    psp.setWebhook(clientId, chave, url, rulesOf(request).noticeList);
    return reply.code(200).send();
  });
  app.get('/webhook/:chave', async (request) => {
    const webhook = psp.webhook(access.clientOf(request, 'webhook.read'), keyOf(request.params));
    if (!webhook) throw missing();
    return presentWebhook(webhook);
  });
  app.delete('/webhook/:chave', async (request, reply) => {
    const clientId = access.clientOf(request, 'webhook.write');
    const chave = keyOf(request.params);
    if (!psp.webhook(clientId, chave)) throw missing();
    psp.setWebhook(clientId, chave, null);
    return reply.code(204).send();
  });
  app.get('/webhook', async (request) => {
    const clientId = access.clientOf(request, 'webhook.read');
    const query = request.query as Record<string, string | undefined>;
    const wide = { inicio: '1970-01-01T00:00:00Z', fim: '9999-12-31T23:59:59Z', ...query };
    const page = readPage(wide, 'WebhookConsultaInvalida');
    const found = psp
      .webhooks(clientId)
      .filter(({ createdAt }) => createdAt >= new Date(page.inicio).toISOString())
      .filter(({ createdAt }) => createdAt <= new Date(page.fim).toISOString());
    const { items, paginacao } = paginate(found, page);
    const { inicio, fim } = query;
    return {
      parametros: { ...(inicio ? { inicio } : {}), ...(fim ? { fim } : {}), paginacao },
      webhooks: items.map(presentWebhook),
    };
  });
}
