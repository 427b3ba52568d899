import { withoutFinalSlashes } from '@orbita/domain/foundation';
import * as openid from 'openid-client';
import { z } from 'zod';
import { ANY_INSTITUTION, type ProviderAccount } from '../platform/config.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { bearer } from './answer-shapes.ts';
import { createCircuit } from './circuit.ts';
import type { ClientCertificate } from './client-certificate.ts';
import { type Caller, createCaller, type ProviderAnswer, type ProviderCall } from './provider-http.ts';

export { FINAL_REFUSALS } from './provider-http.ts';

/** One call to the provider with our token; the body is sent as JSON. */
export type AccountCall = (
  method: ProviderCall['method'],
  path: string,
  body?: unknown,
) => Promise<ProviderAnswer>;

/** The protocol details in which providers differ. */
export type Manners = {
  /** The provider's name in metrics. */
  provider: string;
  /** Where the token request carries our credentials; `none` sends only the client id. */
  client: 'basic' | 'post' | 'none';
  tokenBody: 'form' | 'json';
  /** Scope of the token; undefined to request none. */
  scope: string | undefined;
  /** Headers sent with each call besides the token. */
  headers(): Record<string, string>;
  query: Record<string, string>;
};

/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;
const TOKEN_SECONDS = 300;
/** A refusal with 403 may mean a token at least this old; earlier it means a scope that the account lacks. */
const OLD_TOKEN_MS = 60_000;
/** Maximum length of a provider's own words in an error. */
const MOST_WORDS = 300;

/** Corrects what providers get wrong in token answers; otherwise the library would reject valid tokens. */
const tokenAnswer = z.looseObject({
  token_type: z.string().catch('Bearer'),
  expires_in: z.coerce.number().nonnegative().catch(TOKEN_SECONDS),
});

/**
 * Sends client id and secret unencoded. RFC 6749 requires both to be form-encoded first, and the library does that; but banks
 * compare the plain text, and their client ids contain characters that would change.
 */
const plainBasic =
  (secret: string): openid.ClientAuth =>
  (_server, client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`);

const authenticationOf = (
  { client }: Manners,
  { clientSecret }: Pick<ProviderAccount, 'clientSecret'>,
): openid.ClientAuth => {
  if (client === 'none') return openid.None();
  return client === 'post' ? openid.ClientSecretPost(clientSecret) : plainBasic(clientSecret);
};

/** The provider issued no token. */
class NoToken extends ProviderUnavailable {}
export const isTokenFailure = (error: unknown): boolean => error instanceof NoToken;

type Token = { value: string; seconds: number };

/**
 * Requests tokens with the client credentials grant (RFC 6749, 4.4), over our own connections and certificate.
 * @throws ProviderUnavailable: without a token no charge was requested yet, so even a timeout is known to have had no effect.
 */
function tokenSource(account: ProviderAccount, manners: Manners, send: Caller): () => Promise<Token> {
  const { origin, protocol } = new URL(account.tokenUrl);
  const server = { issuer: origin, token_endpoint: account.tokenUrl };
  const configuration = new openid.Configuration(
    server,
    account.clientId,
    {},
    authenticationOf(manners, account),
  );
  // The sandbox of a development machine uses plain http.
  if (protocol === 'http:') openid.allowInsecureRequests(configuration);
  let status = 0;
  let unsent = '';
  configuration[openid.customFetch] = async (url, { headers, body }) => {
    const form = String(body);
    const json = manners.tokenBody === 'json';
    const answer = await send({
      method: 'POST',
      url,
      headers: {
        ...headers,
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: json ? JSON.stringify(Object.fromEntries(new URLSearchParams(form))) : form,
    }).catch((error: Error) => {
      unsent = error.message;
      throw error;
    });
    status = answer.status;
    const given = status >= 200 && status < 300;
    const read = given ? tokenAnswer.safeParse(answer.body).data : undefined;
    return Response.json(read ?? answer.body ?? null, { status: given ? 200 : status });
  };
  return async () => {
    status = 0;
    unsent = '';
    try {
      const given = await openid.clientCredentialsGrant(
        configuration,
        manners.scope === undefined ? {} : { scope: manners.scope },
      );
      return { value: bearer.parse(given.access_token), seconds: given.expires_in ?? TOKEN_SECONDS };
    } catch (error) {
      const { message, error: code, error_description: said } = error as Partial<openid.ResponseBodyError>;
      // The library would only say that something went wrong.
      const text = status === 0 ? unsent || message : `the provider answered ${status}`;
      const words = [`No token: ${text}`, code, said].filter((one) => typeof one === 'string' && one !== '');
      throw new NoToken(words.join(' ').slice(0, MOST_WORDS), { cause: error });
    }
  };
}

const word = z.string().catch('');
const problem = z
  .object({ type: word, title: word, detail: word, error: word, message: word, mensagem: word })
  .catch({ type: '', title: '', detail: '', error: '', message: '', mensagem: '' });
/** Banco do Brasil's own error list, which takes precedence over the standard's format. */
const problems = z.object({ erros: z.array(problem).min(1) });

/** Text of a refusal, in the standard's format or in one of the banks' own. */
const wordsOf = (body: unknown): string => {
  const { type, title, detail, error, message, mensagem } =
    problems.safeParse(body).data?.erros[0] ?? problem.parse(body ?? {});
  const name = type.split('/').at(-1) || title || error;
  return `${name} ${detail || message || mensagem}`.trim().slice(0, MOST_WORDS);
};

/** The error for a refused call. A 5xx does not say whether the request was executed, except 503, which means it was not. */
export const refused = ({ status, body }: ProviderAnswer): Error => {
  const text = `The provider answered ${status} ${wordsOf(body)}`.trim();
  return status >= 500 && status !== 503 ? new ProviderUnknown(text) : new ProviderUnavailable(text);
};

/** Appends the provider's fixed query parameters to a path. */
const withQuery = (path: string, query: Record<string, string>): string => {
  const more = new URLSearchParams(query).toString();
  return more === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`;
};

/**
 * Calls of one account through one circuit breaker, with our client certificate and a token that is cached until it expires and
 * renewed once if the provider rejects it: banks also say 403, and end a token when they issue the next one. Throws like
 * `createCaller`, and whatever `refused` returns for a 5xx.
 */
export function openCalls(
  account: ProviderAccount,
  manners: Manners,
  certificate: ClientCertificate,
): AccountCall {
  const send = createCaller({ tls: certificate.tls });
  const circuit = createCircuit(manners.provider);
  let source: (() => Promise<Token>) | undefined;
  let token: { value: string; since: number; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    source ??= tokenSource(account, manners, send);
    const { value, seconds } = await source();
    const since = performance.now();
    token = { value, since, until: since + seconds * 1000 - TOKEN_MARGIN_MS };
    return value;
  };
  /** Whether a refused call should be repeated with another token; another call may have fetched it already. */
  const isOver = (used: string, status: number): boolean => {
    const same = token?.value === used;
    const old = !token || !same || performance.now() - token.since > OLD_TOKEN_MS;
    if (status !== 401 && !(status === 403 && old)) return false;
    if (same) token = undefined;
    return true;
  };
  const current = (): Promise<string> => {
    if (token && token.until > performance.now()) return Promise.resolve(token.value);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return (method, path, body) =>
    circuit(async () => {
      const once = (authorised: string) =>
        send({
          method,
          url: `${withoutFinalSlashes(account.baseUrl)}${withQuery(path, manners.query)}`,
          headers: {
            ...manners.headers(),
            authorization: `Bearer ${authorised}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const used = await current();
      let answer = await once(used);
      if (isOver(used, answer.status)) answer = await once(await current());
      if (answer.status >= 500) throw refused(answer);
      return answer;
    });
}

/** Derives an institution's own account, with its own client id, from one configured for all institutions. */
const sharedAccount = <A extends ProviderAccount>(account: A | undefined, reference: string): A | undefined =>
  account && { ...account, clientId: account.clientId.replace(ANY_INSTITUTION, reference.replace('/', '-')) };

/**
 * The gateway of an institution by its `{tenant}/{institution}` reference in the configuration, opened once each; undefined
 * when no account is configured.
 */
export function gatewaysOf<A extends ProviderAccount, G>(
  accounts: Readonly<Record<string, A>>,
  open: (account: A) => G,
): (tenantAlias: string, institutionCode: string) => G | undefined {
  const gateways = new Map<string, G>();
  return (tenantAlias, institutionCode) => {
    const reference = `${tenantAlias}/${institutionCode}`;
    const account = accounts[reference] ?? sharedAccount(accounts[ANY_INSTITUTION], reference);
    if (!account) return undefined;
    let gateway = gateways.get(reference);
    if (!gateway) {
      gateway = open(account);
      gateways.set(reference, gateway);
    }
    return gateway;
  };
}
