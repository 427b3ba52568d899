import { readFileSync } from 'node:fs';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { z } from 'zod';
import { ANY_INSTITUTION, type PixAccount } from '../platform/config.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createCircuit } from './circuit.ts';
import { createCaller, type ProviderAnswer, type ProviderCall } from './provider-http.ts';

export { FINAL_REFUSALS } from './provider-http.ts';

/** Address of a provider and our credentials there; all providers of payments need the same. */
export type ProviderAccount = PixAccount;

/** One call to the provider with our token; the body is sent as JSON. */
export type AccountCall = (
  method: ProviderCall['method'],
  path: string,
  body?: unknown,
) => Promise<ProviderAnswer>;

/** How a provider gives a token: our credentials stand in the header or in the form. */
export type TokenRequest = { headers: Record<string, string>; form: Record<string, string> };

/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.coerce.number().catch(300) });

const problem = z
  .object({ type: z.string().catch(''), title: z.string().catch(''), detail: z.string().catch('') })
  .catch({ type: '', title: '', detail: '' });

/**
 * Error of a refused call. A 5xx does not say whether the request was executed, except 503, which means it was not.
 */
export const refused = ({ status, body }: ProviderAnswer): Error => {
  const { type, title, detail } = problem.parse(body ?? {});
  const text = `The provider answered ${status} ${type.split('/').at(-1) || title} ${detail}`.trim();
  return status >= 500 && status !== 503 ? new ProviderUnknown(text) : new ProviderUnavailable(text);
};

/**
 * Calls of one account, over one circuit, with our client certificate and a token that is cached until it expires and
 * renewed once when the provider rejects it. Throws as `createCaller` does, and what `refused` makes of a 5xx.
 */
export function openCalls(
  account: ProviderAccount,
  request: TokenRequest,
  headers: Record<string, string> = {},
): AccountCall {
  const file = (name: string | undefined) => (name ? readFileSync(name) : undefined);
  const [cert, key, ca] = [file(account.certFile), file(account.keyFile), file(account.caFile)];
  const send = createCaller({ ...(cert ? { cert } : {}), ...(key ? { key } : {}), ...(ca ? { ca } : {}) });
  const circuit = createCircuit();
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const answer = await send({
      method: 'POST',
      url: account.tokenUrl,
      headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...request.form }).toString(),
    }).catch((error: Error) => {
      // Without a token no charge was requested yet, so even a time-out is known to have had no effect.
      throw new ProviderUnavailable(error.message, { cause: error });
    });
    const read = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !read.success)
      throw new ProviderUnavailable(`No token: the provider answered ${answer.status}`);
    token = {
      value: read.data.access_token,
      until: performance.now() + read.data.expires_in * 1000 - TOKEN_MARGIN_MS,
    };
    return token.value;
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
      const once = async () =>
        send({
          method,
          url: `${withoutFinalSlashes(account.baseUrl)}${path}`,
          headers: {
            ...headers,
            authorization: `Bearer ${await current()}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      let answer = await once();
      if (answer.status === 401) {
        token = undefined;
        answer = await once();
      }
      if (answer.status >= 500) throw refused(answer);
      return answer;
    });
}

/** Derives a separate account at a provider shared by all institutions, distinguished by the client id. */
const sharedAccount = <A extends ProviderAccount>(account: A | undefined, reference: string): A | undefined =>
  account && { ...account, clientId: account.clientId.replace(ANY_INSTITUTION, reference.replace('/', '-')) };

/**
 * The gateway of an institution, by the reference `{tenant}/{institution}` of the configuration; each is opened once.
 * undefined when no account is configured.
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
