import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import type { FaultPort } from '../faults.ts';
import type { World } from '../world.ts';

export type SignInForm = Partial<Record<string, string>>;

type SignIn = {
  /** Fault port that switches the provider off. */
  fault: FaultPort;
  /** Where the provider is mounted, below the sandbox's address. */
  mount: string;
  provider: () => Promise<Provider>;
  /** The page that asks for the account. */
  page: (uid: string, problem?: string) => string;
  /** The account that its form names, or undefined. */
  accountOf: (form: SignInForm) => string | undefined;
  /** How the person authenticated (`amr`), if the provider reports it. */
  waysOf?: (accountId: string) => string[];
  /** Shown on the page if the form names no account. */
  problem: string;
};

/** Sends a provider's own sign-in page. */
const sendSignIn = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    // No form-action: browsers also apply it to the redirects on the way back.
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:",
    )
    .header('cache-control', 'no-store')
    .send(markup);

/** Mounts a provider: its sign-in page, and everything else by the library. */
export function openIdRoutes(app: FastifyInstance, world: World, signIn: SignIn): void {
  const { fault, mount, provider, page, accountOf, waysOf, problem } = signIn;
  app.addHook('onRequest', async (_request, reply) => {
    if (world.faults.mode(fault) === 'down') return reply.code(503).send({ error: 'Serviço indisponível.' });
    await world.faults.linger(fault);
  });

  const uidOf = (request: { params: unknown }) => (request.params as { uid: string }).uid;
  app.get('/entrar/:uid', async (request, reply) => sendSignIn(reply, page(uidOf(request))));
  app.post('/entrar/:uid', async (request, reply): Promise<FastifyReply | undefined> => {
    const form = (request.body ?? {}) as SignInForm;
    const cancelled = form.acao === 'cancelar';
    const accountId = cancelled ? undefined : accountOf(form);
    if (!cancelled && accountId === undefined)
      return sendSignIn(reply.code(422), page(uidOf(request), problem));
    reply.hijack();
    const result =
      accountId === undefined
        ? { error: 'access_denied', error_description: 'Cancelado' }
        : { login: { accountId, remember: false, ...(waysOf ? { amr: waysOf(accountId) } : {}) } };
    try {
      await (await provider()).interactionFinished(request.raw, reply.raw, result, {
        mergeWithLastSubmission: false,
      });
    } catch {
      reply.raw.writeHead(410, { 'content-type': 'text/plain; charset=utf-8' });
      reply.raw.end('Esta página expirou. Volte e entre de novo.');
    }
    return undefined;
  });
  // Everything else is handled by the provider, which reads bodies itself, so it takes the request before we do.
  app.all('/*', { onRequest: takeOver(mount, provider) }, async () => undefined);
}

/** Passes a request to the provider, whose own addresses are below `mount`. */
const takeOver =
  (mount: string, provider: () => Promise<Provider>) =>
  async (request: { raw: IncomingMessage }, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    const raw = request.raw as IncomingMessage & { originalUrl?: string };
    raw.originalUrl = raw.url ?? '';
    raw.url = raw.originalUrl.slice(mount.length);
    await (await provider()).callback()(raw, reply.raw);
  };
