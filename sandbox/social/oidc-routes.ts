import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import { html } from '../page/html.ts';
import { singleMarkup } from '../page/layout.ts';
import type { World } from '../world.ts';

type Name = 'google' | 'linkedin';
const LABELS: Record<Name, string> = { google: 'Google', linkedin: 'LinkedIn' };
/** The names of subjects: letters, digits and a few signs, as providers use them. */
const ACCOUNT = /^[\w.-]{1,60}$/;

const page = (name: Name, uid: string, problem?: string): string =>
  singleMarkup(
    `Entrar com ${LABELS[name]}`,
    '/sandbox',
    html`
<p class="lead">Qualquer nome serve: ele é a conta, e o e-mail dela é {nome}@social.test.</p>
${problem ? html`<p class="notice notice--bad" role="alert">${problem}</p>` : ''}
<form class="account" method="post" action="/oidc/${name}/entrar/${uid}">
  <p><label for="conta">Nome da conta</label><br>
  <input id="conta" name="conta" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60" autofocus></p>
  <p><button name="acao" value="entrar">Entrar</button> <button name="acao" value="cancelar">Cancelar</button></p>
</form>`,
  );

/** Sends a provider's own sign-in page. */
export const sendSignIn = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    // No form-action: browsers hold it against the redirects of the way back, too.
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:",
    )
    .header('cache-control', 'no-store')
    .send(markup);

/** Mounts an OpenID provider at `/oidc/{name}`; `origin` is known once the sandbox listens. */
export function oidcRoutes(app: FastifyInstance, world: World, name: Name, origin: () => string): void {
  let made: Promise<Provider> | undefined;
  // Loaded when somebody asks: most worlds need no provider.
  const provider = (): Promise<Provider> => {
    made ??= import('./provider.ts').then(({ createProvider }) => createProvider(`${origin()}/oidc/${name}`));
    return made;
  };
  const mount = `/oidc/${name}`;

  app.addHook('onRequest', async (_request, reply) => {
    if (world.faults.mode(name) === 'down') return reply.code(503).send({ error: 'Serviço indisponível.' });
    await world.faults.linger(name);
  });

  app.get('/entrar/:uid', async (request, reply) =>
    sendSignIn(reply, page(name, (request.params as { uid: string }).uid)),
  );
  app.post('/entrar/:uid', async (request, reply) => {
    const { conta = '', acao } = (request.body ?? {}) as { conta?: string; acao?: string };
    const account = conta.trim();
    if (acao !== 'cancelar' && !ACCOUNT.test(account))
      return sendSignIn(
        reply.code(422),
        page(
          name,
          (request.params as { uid: string }).uid,
          'Use letras, números, ponto, hífen ou sublinhado.',
        ),
      );
    reply.hijack();
    const result =
      acao === 'cancelar'
        ? { error: 'access_denied', error_description: 'Cancelado' }
        : { login: { accountId: account, remember: false } };
    try {
      await (await provider()).interactionFinished(request.raw, reply.raw, result, {
        mergeWithLastSubmission: false,
      });
    } catch {
      reply.raw.writeHead(410, { 'content-type': 'text/plain; charset=utf-8' });
      reply.raw.end('Esta página expirou. Volte e entre de novo.');
    }
  });
  // Everything else is the provider's own; it reads bodies itself, so it takes the request before we do.
  app.all('/*', { onRequest: takeOver(mount, provider) }, async () => undefined);
}

/** Hands a request to the provider, whose own addresses are below `mount`. */
export const takeOver =
  (mount: string, provider: () => Promise<Provider>) =>
  async (request: { raw: IncomingMessage }, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    const raw = request.raw as IncomingMessage & { originalUrl?: string };
    raw.originalUrl = raw.url ?? '';
    raw.url = raw.originalUrl.slice(mount.length);
    await (await provider()).callback()(raw, reply.raw);
  };
