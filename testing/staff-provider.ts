import type { Client, Harness } from './harness.ts';
import { consoleOf } from './staff.ts';

const START = '/orbita/api/operations/staff/oidc/start';
const CALLBACK = '/orbita/api/operations/staff/oidc/callback';

/** An account at the institution's own sign-in, as stored by the sandbox. */
export type Account = {
  name?: string;
  email?: string;
  emailVerified?: boolean;
  groups?: string[];
  mode?: 'listed' | 'absent' | 'reference' | 'objects' | 'keys';
  /** Whether a second factor was used besides the password; default: yes. */
  secondStep?: boolean;
};

const control = (harness: Harness, method: string, path: string, body?: unknown) =>
  fetch(`${harness.sandbox.url}/control/staff-idp/accounts/${path}`, {
    method,
    headers: {
      'x-control-key': 'control',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const putAccount = async (harness: Harness, sub: string, account: Account): Promise<void> => {
  const { status } = await control(harness, 'PUT', sub, account);
  if (status !== 204) throw new Error(`The account was answered ${status}`);
};

export const dropAccount = async (harness: Harness, sub: string): Promise<void> => {
  const { status } = await control(harness, 'DELETE', sub);
  if (status !== 204) throw new Error(`The account was answered ${status}`);
};

export const logoutTokenOf = async (harness: Harness, sub: string, sid?: string): Promise<string> =>
  ((await (await control(harness, 'POST', `${sub}/logout-token`, { sid })).json()) as { token: string })
    .token;

/** What the browser brings back from the provider's page: the query of the callback. */
export async function throughConta(address: string, sub: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 8; hop++) {
    const response = await fetch(next, {
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
      if (next.includes(CALLBACK)) return new URL(next).search;
    } else if (next.includes('/entrar/'))
      form = new URLSearchParams(sub === null ? { acao: 'cancelar' } : { conta: sub });
    else throw new Error(`${response.status} ${await response.text()}`);
  }
  throw new Error('The provider leads nowhere');
}

/** What a browser sends on its way through pages of several sites. */
const NAVIGATION = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };

export const startThere = (client: Client, query = '', headers: Record<string, string> = {}) =>
  client.send('GET', `${START}${query}`, { headers: { 'sec-fetch-site': 'same-origin', ...headers } });

/** Returns with a query; a session's strict cookie is not sent when coming from another site. */
export async function comeBack(client: Client, search: string, headers: Record<string, string> = {}) {
  const kept = client.cookies.get('orbita-equipe');
  client.cookies.delete('orbita-equipe');
  const answer = await client.send('GET', `${CALLBACK}${search}`, { headers: { ...NAVIGATION, ...headers } });
  if (kept !== undefined && !client.cookies.has('orbita-equipe')) client.cookies.set('orbita-equipe', kept);
  return answer as { status: number; body: string & { code?: string }; headers: Headers };
}

/** The complete sign-in through the institution's own provider, in a new browser or the given one. */
export async function enterByProvider(
  harness: Harness,
  sub: string | null,
  { client = consoleOf(harness), query = '' }: { client?: Client; query?: string } = {},
) {
  const start = await startThere(client, query);
  const location = start.headers.get('location');
  if (start.status !== 302 || !location)
    return { client, answer: start as never as Awaited<ReturnType<typeof comeBack>> };
  return { client, answer: await comeBack(client, await throughConta(location, sub)) };
}

/** Accounts used by nobody else, and the consoles signed in with them. */
export function accountsOf(harness: () => Harness) {
  let made = 0;
  const me = (client: Client) => client.call('GET /operations/staff/me');
  return {
    me,
    /** Creates an account; returns its `sub`. */
    async account(given: Account = { groups: ['sec-cua'] }): Promise<string> {
      const sub = `conta${++made}`;
      await putAccount(harness(), sub, given);
      return sub;
    },
    async enter(sub: string): Promise<Client> {
      const { client, answer } = await enterByProvider(harness(), sub);
      if (answer.status !== 200 || !answer.body.includes('refresh'))
        throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return client;
    },
    grantsOf: async (client: Client) =>
      (await me(client)).body.grants?.map(({ role, institutions, source }) => [role, institutions, source]),
  };
}
