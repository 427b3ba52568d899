import { Client } from '@orbita/testing/client';
import type { Caller } from './actors.ts';
import type { Header } from './headers.ts';

const CAPTCHA = 'simulator-token';
const ADDRESS = '10.255.0.1';

/** Whether a team member's credentials still give access to the console. */
const opens = async (url: string, { host }: Caller, proof: readonly Header[]): Promise<boolean> => {
  const client = new Client(url, host);
  client.headers = { ...Object.fromEntries(proof), 'x-forwarded-for': ADDRESS };
  return (await client.call('GET /operations/staff/me')).status === 200;
};

/** Signs a candidate in again; undefined if that is refused. */
async function signedIn(url: string, { host, signIn }: Caller): Promise<readonly Header[] | undefined> {
  const client = new Client(url, host);
  client.headers = { 'x-forwarded-for': ADDRESS };
  const { tenant = '', document = '', password = '' } = signIn ?? {};
  const answer = await client.call('POST /platform/auth/signin/tenants/{tenant}', {
    params: { tenant },
    body: { documentType: 'cpf', document, password, captchaToken: CAPTCHA },
  });
  if (answer.status !== 200) return undefined;
  client.token = (answer.body as { accessToken: string }).accessToken;
  const check = await client.call('GET /candidate/users/check/');
  if (check.status !== 200) return undefined;
  return [
    ['authorization', `Bearer ${(check.body as { accessToken: string }).accessToken}`],
    ['cookie', [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
  ];
}

/** The current credentials of each caller; `renewed` is called for each session that replaced an ended one. */
export function createProofs(callers: readonly Caller[], renewed: () => void) {
  const proofs = new Map<string, readonly Header[]>();
  const spares = new Map<string, (readonly Header[])[]>();
  const lost = new Set<string>();
  const renewing = new Map<string, Promise<void>>();

  const spareOf = async (url: string, caller: Caller): Promise<readonly Header[] | undefined> => {
    const left = spares.get(caller.name) ?? [];
    while (left.length > 0) {
      const next = left.shift() ?? [];
      if (await opens(url, caller, next)) return next;
    }
    return undefined;
  };
  const another = async (url: string, caller: Caller): Promise<void> => {
    const inTeam = caller.spares.length > 0;
    // The refusal may have been due to a header of the request.
    if (lost.has(caller.name) || (inTeam && (await opens(url, caller, proofs.get(caller.name) ?? []))))
      return;
    const found = await (inTeam ? spareOf(url, caller) : signedIn(url, caller));
    if (!found) return void lost.add(caller.name);
    proofs.set(caller.name, found);
    renewed();
  };

  return {
    /** Callers whose session ended and who cannot sign in again until the next round. */
    lost: lost as ReadonlySet<string>,
    of: (name: string): readonly Header[] => proofs.get(name) ?? [],
    /** Resets everybody to the start of a round. */
    begin(): void {
      lost.clear();
      for (const { name, proof, spares: more } of callers) {
        proofs.set(name, proof);
        spares.set(name, [...more]);
      }
    },
    /** Signs a caller in again whose session ended; one for whom that fails is lost. */
    renew(url: string, caller: Caller): Promise<void> {
      const running = renewing.get(caller.name);
      if (running) return running;
      const work = another(url, caller)
        .catch(() => void lost.add(caller.name))
        .finally(() => renewing.delete(caller.name));
      renewing.set(caller.name, work);
      return work;
    },
  };
}
export type Proofs = ReturnType<typeof createProofs>;
