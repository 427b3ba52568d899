import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { openIdRoutes } from '../openid/routes.ts';
import { html } from '../page/html.ts';
import { singleMarkup } from '../page/layout.ts';
import type { World } from '../world.ts';

type Name = 'google' | 'linkedin';
const LABELS: Record<Name, string> = { google: 'Google', linkedin: 'LinkedIn' };
/** Valid subject names: letters, digits and a few characters, as providers use them. */
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

/** Mounts an OpenID provider at `/oidc/{name}`; `origin` is known once the sandbox listens. */
export function oidcRoutes(app: FastifyInstance, world: World, name: Name, origin: () => string): void {
  let made: Promise<Provider> | undefined;
  // Loaded on demand: most runs need no provider.
  const provider = (): Promise<Provider> => {
    made ??= import('./provider.ts').then(({ createProvider }) =>
      createProvider(`${origin()}/oidc/${name}`, name, world),
    );
    return made;
  };
  openIdRoutes(app, world, {
    fault: name,
    mount: `/oidc/${name}`,
    provider,
    page: (uid, problem) => page(name, uid, problem),
    accountOf: ({ conta = '' }) => (ACCOUNT.test(conta.trim()) ? conta.trim() : undefined),
    problem: 'Use letras, números, ponto, hífen ou sublinhado.',
  });
}
