import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { openIdRoutes, type SignInForm } from '../openid/routes.ts';
import { html } from '../page/html.ts';
import { singleMarkup } from '../page/layout.ts';
import type { World } from '../world.ts';
import type { StaffAccount } from './accounts.ts';
import type { StaffIdp } from './idp.ts';

/** Where the institution's own sign-in is mounted, below the sandbox's address. */
export const STAFF_IDP_PATH = '/oidc/conta-alfa';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,100}$/;
const MOST_GROUPS = 50;

/** Group names as typed: separated by commas. */
const groupsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, 2000)
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ].slice(0, MOST_GROUPS);

const personRow = ({ sub, name, email, groups }: StaffAccount) => html`
  <li class="card"><div><h3>${name}</h3><p class="meta">${email} · ${groups.join(', ') || 'sem grupo'}</p></div>
  <button name="conta" value="${sub}">Entrar como ${name}</button></li>`;

const page = (world: World, uid: string, problem?: string): string =>
  singleMarkup(
    'Entrar com Conta Alfa',
    '/sandbox#conta-alfa',
    html`
<p class="lead">Aqui você é o acesso da instituição: escolha quem entra, ou escreva uma conta qualquer.</p>
${problem ? html`<p class="notice notice--bad" role="alert">${problem}</p>` : ''}
<form class="account" method="post" action="${STAFF_IDP_PATH}/entrar/${uid}">
  <ul class="list">${world.staffAccounts.all().map(personRow)}</ul>
</form>
<h2>Outra conta</h2>
<form class="account" method="post" action="${STAFF_IDP_PATH}/entrar/${uid}">
  <p><label for="nome">Nome</label><br><input id="nome" name="nome" autocomplete="off" maxlength="100"></p>
  <p><label for="email">E-mail</label><br><input id="email" name="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="160"></p>
  <p><label for="grupos">Grupos, separados por vírgula</label><br><input id="grupos" name="grupos" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000"></p>
  <p><label><input type="checkbox" name="confirmado" value="1" checked> E-mail confirmado</label></p>
  <p><button name="acao" value="entrar">Entrar</button> <button name="acao" value="cancelar">Cancelar</button></p>
</form>`,
  );

const accountOf = ({ staffAccounts }: World, form: SignInForm): StaffAccount | undefined => {
  if (form.conta) return staffAccounts.get(form.conta);
  const email = (form.email ?? '').trim().toLowerCase();
  if (!EMAIL.test(email)) return undefined;
  return staffAccounts.named({
    name: (form.nome ?? '').trim() || email,
    email,
    emailVerified: form.confirmado === '1',
    groups: groupsOf(form.grupos ?? ''),
  });
};

/** Sends a logout token to the product, as the provider's own server would. */
const deliverTo = ({ product }: World, token: string): Promise<Response> =>
  fetch(`${product.apiUrl}/orbita/api/operations/staff/oidc/back-channel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }),
    signal: AbortSignal.timeout(5_000),
  });

/** The provider, created on demand: most runs need none. */
export function openStaffIdp(world: () => World): StaffIdp {
  let made: Promise<Provider> | undefined;
  const provider = (): Promise<Provider> => {
    made ??= import('./provider.ts').then(({ createStaffProvider }) =>
      createStaffProvider(
        `${world().origin()}${STAFF_IDP_PATH}`,
        world().staffAccounts,
        world().strange,
        (token) => deliverTo(world(), token),
      ),
    );
    return made;
  };
  return {
    provider,
    async endSessions({ sub }) {
      const { logoutToken } = await import('./provider.ts');
      const answer = await deliverTo(world(), await logoutToken(await provider(), sub)).catch(
        () => undefined,
      );
      return answer?.ok === true;
    },
  };
}

/** Mounts the institution's own sign-in. */
export function staffIdpRoutes(app: FastifyInstance, world: World): void {
  openIdRoutes(app, world, {
    fault: 'staff-idp',
    mount: STAFF_IDP_PATH,
    provider: world.staffIdp.provider,
    page: (uid, problem) => page(world, uid, problem),
    accountOf: (form) => accountOf(world, form)?.sub,
    waysOf: (sub) => (world.staffAccounts.get(sub)?.secondStep === false ? ['pwd'] : ['pwd', 'mfa']),
    problem: 'Escreva um e-mail.',
  });
}
