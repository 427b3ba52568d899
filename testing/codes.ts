import type { Body } from '@orbita/protocol';
import { type Client, type Harness, T0 } from './harness.ts';
import { inventedPerson, signUpFields } from './people.ts';

/** A new person for these tests, with a client. */
export type Newcomer = ReturnType<typeof inventedPerson> & { client: Client };

const ALFA = { tenant: 'alfa' };
/** Each test uses its own client address, because limits count per address. */
export const from = (ip: string) => ({ 'x-forwarded-for': ip });

/** Sign-in by code and by password, as called by a browser. */
export function signInCalls(harness: Harness) {
  type Ask = Partial<Body<'POST /platform/auth/code/tenants/{tenant}/challenges'>>;
  const askBody = (document: string, change: Ask = {}) => ({
    documentType: 'cpf' as const,
    document,
    captchaToken: 'token',
    ...change,
  });
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const inbox = async (to: string) => {
    const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
    return body;
  };
  return {
    wrong,
    inbox,
    /** Latest code sent to that contact. */
    codeFor: async (to: string) => /\d{6}/.exec((await inbox(to))[0]?.text ?? '')?.[0] ?? '',
    /** Secret of the latest link sent to that contact. */
    linkFor: async (to: string) =>
      /reset-password\/([\w-]+)/.exec((await inbox(to))[0]?.text ?? '')?.[1] ?? '',
    later: (ms: number) => harness.clock.set(new Date(new Date(T0).getTime() + ms)),
    async newcomer(n: number, host?: string): Promise<Newcomer> {
      const client = harness.visitor(host);
      const person = inventedPerson(n);
      const { body } = await client.call('POST /platform/auth/signup/tenants/{tenant}', {
        params: ALFA,
        body: {
          ...signUpFields(person),
          captchaToken: 'token',
        },
      });
      if (!('accessToken' in body)) throw new Error(JSON.stringify(body));
      client.token = body.accessToken;
      return { ...person, client };
    },
    signIn: (document: string, password: string, headers = {}, client = harness.visitor()) =>
      client.call('POST /platform/auth/signin/tenants/{tenant}', {
        params: ALFA,
        headers,
        body: { documentType: 'cpf', document, password, captchaToken: 'token' },
      }),
    ask: (document: string, change: Ask = {}, headers = {}, client = harness.visitor()) =>
      client.call('POST /platform/auth/code/tenants/{tenant}/challenges', {
        params: ALFA,
        headers,
        body: askBody(document, change),
      }),
    verify: (challengeId: string, code: string, client = harness.visitor(), remember = true) =>
      client.call('POST /platform/auth/code/challenges/{challengeId}/verify', {
        params: { challengeId },
        body: { code, remember },
      }),
    askReset: (document: string, change: Ask = {}, headers = {}) =>
      harness.visitor().call('POST /platform/auth/password/tenants/{tenant}/reset-requests', {
        params: ALFA,
        headers,
        body: askBody(document, change),
      }),
    verifyReset: (requestId: string, code: string) =>
      harness.visitor().call('POST /platform/auth/password/reset-requests/{requestId}/verify', {
        params: { requestId },
        body: { code },
      }),
    openLink: (id: string) =>
      harness.visitor().call('GET /platform/auth/password/reset-links/{id}', { params: { id } }),
    reset: (resetToken: string, newPassword: string, confirmPassword = newPassword) =>
      harness.visitor().call('POST /platform/auth/password/reset', {
        body: { resetToken, newPassword, confirmPassword },
      }),
    change: (client: Client, body: Partial<Body<'PUT /platform/auth/password'>>) =>
      client.call('PUT /platform/auth/password', {
        body: { newPassword: 'Nova#2026x', confirmPassword: body.newPassword ?? 'Nova#2026x', ...body },
      }),
  };
}

/** The challenge id in the answer to a code request, in either form. */
export const idOf = (body: unknown): string => {
  const { challengeId, requestId } = body as { challengeId?: string; requestId?: string };
  return challengeId ?? requestId ?? '';
};
/** The token in the answer to a reset's code or link. */
export const tokenOf = (body: unknown): string => (body as { resetToken?: string }).resetToken ?? '';
