import { Client } from '@orbita/testing/client';
import type { Caller } from './actors.ts';
import type { Header } from './headers.ts';

const CAPTCHA = 'simulator-token';
const ADDRESS = '10.255.0.1';

/** Whether what proves somebody of the team still opens her console. */
const opens = async (url: string, { host }: Caller, proof: readonly Header[]): Promise<boolean> => {
  const client = new Client(url, host);
  client.headers = { ...Object.fromEntries(proof), 'x-forwarded-for': ADDRESS };
  return (await client.call('GET /operations/staff/me')).status === 200;
};

/** Signs a candidate in again; undefined when that is refused. */
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

/** What proves at this moment who each caller is; `renewed` is called with each session that took the place of one that ended. */
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
    // A header of the request may have been what was refused.
    if (lost.has(caller.name) || (inTeam && (await opens(url, caller, proofs.get(caller.name) ?? []))))
      return;
    const found = await (inTeam ? spareOf(url, caller) : signedIn(url, caller));
    if (!found) return void lost.add(caller.name);
    proofs.set(caller.name, found);
    renewed();
  };

  return {
    /** Callers whose session ended and who have no other way in until the next round. */
    lost: lost as ReadonlySet<string>,
    of: (name: string): readonly Header[] => proofs.get(name) ?? [],
    /** Everybody stands as at the start of a round. */
    begin(): void {
      lost.clear();
      for (const { name, proof, spares: more } of callers) {
        proofs.set(name, proof);
        spares.set(name, [...more]);
      }
    },
    /** Lets somebody in again whose session ended; one who cannot is lost. */
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
