import type { Client } from './harness.ts';

const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';
type OpenId = 'google' | 'linkedin';

/** Goes through a provider's sign-in page like a browser; returns the address it redirects to. */
export async function throughProvider(address: string, account: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 8; hop++) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form ?? null,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      if (next.includes('/orbita/candidate/auth/')) return new URL(next);
    } else if (next.includes('/entrar/')) {
      form = new URLSearchParams(
        account === null ? { acao: 'cancelar' } : { conta: account, acao: 'entrar' },
      );
    } else throw new Error(`${response.status} ${await response.text()}`);
  }
  throw new Error('The provider leads nowhere');
}

/** Starts a sign-in at a provider and returns with its code. */
export async function codeOf(client: Client, provider: OpenId, account: string, tenant = 'alfa') {
  const begun = await client.call(`${SIGN_IN}/authorization`, { params: { tenant, provider } });
  const back = await throughProvider(begun.body.authorizationUrl, account);
  return {
    state: [begun.body.state, back.searchParams.get('state')],
    body: { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' },
  };
}

/** Signs in with a provider's account, or gets the answer that it is not linked. */
export async function signInWith(client: Client, provider: OpenId, account: string, tenant = 'alfa') {
  const { body } = await codeOf(client, provider, account, tenant);
  const answer = await client.call(SIGN_IN, { params: { tenant, provider }, body });
  if (answer.status === 200) client.token = answer.body.accessToken;
  return answer;
}

/** Link token of an unlinked account. */
export const linkTokenOf = async (client: Client, account: string, provider: OpenId = 'google') =>
  String(
    ((await signInWith(client, provider, account)).body as unknown as Record<string, unknown>).linkToken,
  );
