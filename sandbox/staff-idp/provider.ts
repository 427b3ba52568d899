import { randomUUID } from 'node:crypto';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { openIdConfiguration } from '../openid/configuration.ts';
import { html } from '../page/html.ts';
import { singleMarkup } from '../page/layout.ts';
import type { Strange } from '../strange.ts';
import type { GroupMode, StaffAccount, StaffAccounts } from './accounts.ts';

/** Client of the demo's console; its secret is not confidential here. */
const STAFF_CLIENT_ID = 'orbita-equipe';
const STAFF_CLIENT_SECRET = 'sandbox-equipe-secret';
/** Return addresses of the product on any machine and port. */
const RETURN =
  /^https?:\/\/([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|orbita\.test)(:\d+)?\/orbita\/(api\/operations\/staff\/oidc\/callback|equipe\/[a-z]*)$/;

const DAY_SECONDS = 24 * 3600;

const FORMS: Partial<Record<GroupMode, (groups: readonly string[]) => unknown>> = {
  listed: (groups) => groups,
  objects: (groups) => groups.map((name, at) => ({ id: at + 1, name })),
  keys: (groups) => Object.fromEntries(groups.map((name) => [name, { since: '2026-01-12' }])),
};

/**
 * The provider's claims about an account, with its groups repeated as `realm_access.roles`; too many groups become a reference,
 * as in large directories.
 */
const claimsOf = ({ sub, name, email, emailVerified, groups, mode }: StaffAccount, issuer: string) => ({
  sub,
  name,
  email,
  email_verified: emailVerified,
  ...(FORMS[mode] ? { groups: FORMS[mode](groups), realm_access: { roles: FORMS[mode](groups) } } : {}),
  ...(mode === 'reference'
    ? {
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: `${issuer}/users/${sub}/groups` } },
      }
    : {}),
});

const pageOf = (title: string, form: string): string =>
  singleMarkup(title, '/sandbox#conta-alfa', html`${{ markup: form }}`);

type Deliver = (logoutToken: string) => Promise<Response>;

/**
 * The institution's own sign-in: a real OpenID provider with code flow and PKCE, refresh tokens that rotate with each use,
 * groups, and logout from both ends. `deliver` sends a logout token to the product.
 */
export function createStaffProvider(
  issuer: string,
  accounts: StaffAccounts,
  strange: Strange,
  deliver: Deliver,
): Provider {
  const base = openIdConfiguration({
    issuer,
    clientId: STAFF_CLIENT_ID,
    scope: 'openid email profile groups',
  });
  const configuration: Configuration = {
    ...base,
    pkce: { required: () => !strange.is('staff-idp-no-pkce') },
    clients: [
      {
        client_id: STAFF_CLIENT_ID,
        client_secret: STAFF_CLIENT_SECRET,
        redirect_uris: ['http://localhost/orbita/api/operations/staff/oidc/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: 'http://localhost/orbita/api/operations/staff/oidc/back-channel-logout',
        backchannel_logout_session_required: true,
      },
    ],
    claims: { ...base.claims, openid: ['sub', 'amr'], groups: ['groups', 'realm_access'] },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    // The address that the client registered is replaced by the product's actual one.
    fetch: (_url, options) => deliver(new URLSearchParams(String(options?.body)).get('logout_token') ?? ''),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: KoaContextWithOIDC, form: string) => {
          ctx.body = pageOf(
            'Sair da Conta Alfa',
            `${form}<p><button type="submit" form="op.logoutForm" name="logout" value="yes">Sair</button>
             <button type="submit" form="op.logoutForm">Continuar na conta</button></p>`,
          );
        },
        postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) => {
          ctx.body = pageOf('Conta Alfa', '<p class="lead">Você saiu.</p>');
        },
      },
    },
    ttl: { ...base.ttl, Session: DAY_SECONDS, Grant: DAY_SECONDS, RefreshToken: DAY_SECONDS },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: async () => claimsOf(account, issuer) };
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.Client.prototype.redirectUriAllowed = (uri: string) => RETURN.test(uri);
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri: string) => RETURN.test(uri);
  provider.use(async (ctx, next) => {
    const { authorization = '' } = ctx.headers;
    await next();
    const { oidc } = ctx as { oidc?: { body?: Record<string, unknown> } };
    const wrong =
      (strange.is('staff-idp-no-pkce') && oidc?.body?.code_verifier !== undefined) ||
      (strange.is('staff-idp-basic-only') && oidc?.body?.grant_type && !/^basic /i.test(authorization));
    if (!wrong) return;
    ctx.status = 401;
    ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
  });
  provider.on('authorization.success', (ctx) => {
    const { session } = ctx.oidc;
    const sid = session?.sidFor(STAFF_CLIENT_ID);
    if (session?.accountId && sid) accounts.opened(session.accountId, sid);
  });
  return provider;
}

/** A logout token of an account: for one of its sessions, or for all of them. */
export async function logoutToken(provider: Provider, sub: string, sid?: string): Promise<string> {
  const client = await provider.Client.find(STAFF_CLIENT_ID);
  if (!client) throw new Error('The console is no client');
  // The library's types lack the list of claims in the token.
  const token: InstanceType<Provider['IdToken']> & { mask?: object } = new provider.IdToken(
    { sub },
    { client },
  );
  token.mask = { sub: null };
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} });
  token.set('jti', randomUUID());
  if (sid) token.set('sid', sid);
  return token.issue({ use: 'logout' });
}
