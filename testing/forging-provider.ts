import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createClock } from '../api/platform/clock.ts';

const machine = createClock();
/** The machine's time in seconds, against which OpenID Connect libraries check the times of a token. */
export const providerSeconds = (): number => Math.floor(machine.now().getTime() / 1000);

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** What a forged token contains in place of a true one; `undefined` leaves a claim out. */
export type Forgery = {
  claims?: Record<string, unknown>;
  /** `none`: without a signature; `stranger`: by a key that the provider does not publish; `secret`: by the client's secret. */
  signature?: 'none' | 'stranger' | 'secret';
  /** Algorithms of the keys that the provider publishes under one name; it signs with the first (RS256 unless set). */
  keys?: readonly Algorithm[];
  /** The token does not name its key. */
  unnamed?: true;
  /** Refresh token that the provider returns. */
  refreshToken?: string;
  /** Answers of addresses by path, instead of the true ones. */
  answers?: Record<string, { status: number; body: string; headers?: Record<string, string> }>;
};

export const FORGER_SECRET = 'forger-secret-0123456789-0123456789-0123456789';
const CLIENT = 'orbita-equipe';

/** A provider that can lie: the token endpoint answers with whatever is set, everything else is correct. */
export async function startForger() {
  const stranger = await generateKeyPair('RS256');
  const pairs = await Promise.all(ALGORITHMS.map(async (alg) => ({ alg, ...(await generateKeyPair(alg)) })));
  const published = () =>
    (forged.keys ?? ['RS256']).map((wanted) => pairs.find(({ alg }) => alg === wanted) ?? pairs[0]!);
  let forged: Forgery = {};
  let nonce = '';
  let origin = '';
  const asked: string[] = [];

  const sign = async (claims: Record<string, unknown>, { signature, unnamed }: Forgery): Promise<string> => {
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    if (signature === 'none') return new UnsecuredJWT(given).encode();
    if (signature === 'secret')
      return new SignJWT(given)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(FORGER_SECRET));
    const [own] = published();
    if (!own) throw new Error('No key');
    const [alg, key] =
      signature === 'stranger' ? (['RS256', stranger.privateKey] as const) : [own.alg, own.privateKey];
    return new SignJWT(given).setProtectedHeader({ alg, ...(unnamed ? {} : { kid: 'own' }) }).sign(key);
  };
  const idToken = (sub: string) =>
    sign(
      {
        iss: origin,
        aud: CLIENT,
        sub,
        nonce,
        iat: providerSeconds(),
        exp: providerSeconds() + 300,
        email: `${sub}@equipe.test`,
        email_verified: true,
        groups: ['sec-cua'],
        ...forged.claims,
      },
      forged,
    );
  const bodies: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...ALGORITHMS, 'HS256', 'none'],
    }),
    '/jwks': async () => ({
      keys: await Promise.all(
        published().map(async ({ alg, publicKey }) => ({
          ...(await exportJWK(publicKey)),
          ...{ kid: 'own', use: 'sig', alg },
        })),
      ),
    }),
    '/token': async () => ({
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await idToken('forjada'),
      ...(forged.refreshToken ? { refresh_token: forged.refreshToken } : {}),
    }),
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const instead = forged.answers?.[path];
    const answer = async () => {
      const body = instead?.body ?? JSON.stringify(await bodies[path]?.());
      response.writeHead(instead?.status ?? (body ? 200 : 404), {
        'content-type': 'application/json',
        ...instead?.headers,
      });
      response.end(body);
    };
    request.resume().on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    asked,
    /** Sets what it sends from now on. */
    sends: (forgery: Forgery) => {
      forged = forgery;
    },
    /** Sets the nonce that a browser brought, as an honest provider remembers it. */
    remembers: (given: string) => {
      nonce = given;
    },
    logoutToken: (claims: Record<string, unknown>, forgery: Forgery = {}) =>
      sign(
        {
          iss: origin,
          aud: CLIENT,
          sub: 'forjada',
          iat: providerSeconds(),
          exp: providerSeconds() + 120,
          jti: `j${Math.random()}`,
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        forgery,
      ),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
