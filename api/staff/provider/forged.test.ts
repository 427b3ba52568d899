import { setTimeout as pause } from 'node:timers/promises';
import { secretFor } from '@orbita/sandbox/environment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FORGER_SECRET,
  type Forgery,
  providerSeconds,
  startForger,
} from '../../../testing/forging-provider.ts';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { consoleOf } from '../../../testing/staff.ts';
import { comeBack, startThere } from '../../../testing/staff-provider.ts';

const ISSUER = 'https://login.alfa.test/realm';

let harness: Harness;
let forger: Awaited<ReturnType<typeof startForger>>;
beforeAll(async () => {
  forger = await startForger();
  harness = await startHarness({
    callsPerMinute: 1_000_000,
    environment: {
      ORBITA_STAFF_PROVIDERS: JSON.stringify({ [ISSUER]: forger.url }),
      ORBITA_SECRET_ALFA_EQUIPE_OIDC: FORGER_SECRET,
      ORBITA_SECRET_ALFA_EQUIPE_OIDC_FOR: secretFor('alfa', [ISSUER, forger.url]),
    },
  });
});
afterAll(async () => {
  await harness?.stop();
  await forger?.stop();
});

/**
 * Returns with a code from a provider that answers with this forgery, and with `before` when the browser left; `query` replaces
 * what it should return with.
 */
async function arrives(forgery: Forgery, query: Record<string, string> = {}, before: Forgery = {}) {
  const client = consoleOf(harness);
  forger.sends(before);
  const start = await startThere(client);
  const { searchParams } = new URL(start.headers.get('location') ?? '');
  forger.remembers(searchParams.get('nonce') ?? '');
  forger.sends(forgery);
  const search = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '', ...query });
  const answer = await comeBack(client, `?${search}`);
  return { client, answer };
}
const outcome = async (forgery: Forgery, query?: Record<string, string>, before?: Forgery) => {
  const { client, answer } = await arrives(forgery, query, before);
  expect(client.cookies.has('orbita-equipe')).toBe(answer.status === 200);
  return answer.body.code ?? answer.status;
};

describe('an ID token', () => {
  it('opens a session when all its claims are valid', async () => {
    expect(await outcome({})).toBe(200);
  });

  it.each<[string, Forgery]>([
    ['of another issuer', { claims: { iss: 'https://login.beta.test/realm' } }],
    ['of an issuer with one sign more', { claims: { iss: `${ISSUER}/` } }],
    ['for another client', { claims: { aud: 'orbita-candidato' } }],
    ['for several clients, made for another', { claims: { aud: ['orbita-equipe', 'x'], azp: 'x' } }],
    ['with another nonce', { claims: { nonce: 'x' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that is over', { claims: { iat: providerSeconds() - 900, exp: providerSeconds() - 600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without a signature', { signature: 'none' }],
    ['signed by somebody else', { signature: 'stranger' }],
    ['signed with our own secret', { signature: 'secret' }],
  ])('%s is refused', async (_name, forgery) => {
    expect(await outcome(forgery)).toBe('IDP_REFUSED');
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('opens a session when signed by %s', async (alg) => {
    expect(await outcome({ keys: [alg] }, {}, { keys: [alg] })).toBe(200);
    expect(await outcome({ keys: [alg], unnamed: true }, {}, { keys: [alg] })).toBe(200);
    // Keys of one name that differ by their algorithm, as Keycloak publishes them (keycloak/keycloak issue 14794).
    const keys = [alg, alg === 'RS256' ? 'ES256' : 'RS256'] as const;
    expect(await outcome({ keys }, {}, { keys })).toBe(200);
  });

  it('opens a session right after the provider changed its key', async () => {
    expect(await outcome({ keys: ['ES256'] }, {}, { keys: ['ES256'] })).toBe(200);
    expect(await outcome({ keys: ['RS256'] }, {}, { keys: ['RS256'] })).toBe(200);
  });

  it('that is missing, or comes with an error, is refused', async () => {
    const token = (status: number, body: object | string) => ({
      answers: { '/token': { status, body: typeof body === 'string' ? body : JSON.stringify(body) } },
    });
    expect(await outcome(token(200, { access_token: 'a', token_type: 'Bearer' }))).toBe('IDP_REFUSED');
    expect(await outcome(token(400, { error: 'invalid_grant' }))).toBe('IDP_REFUSED');
    expect(await outcome({}, { error: 'access_denied' })).toBe('IDP_REFUSED');
    expect(await outcome({}, { iss: 'https://login.beta.test/realm' })).toBe('IDP_REFUSED');
    expect(await outcome(token(503, 'x'))).toBe('IDP_UNAVAILABLE');
    expect(await outcome(token(200, 'no json'))).toBe('IDP_UNAVAILABLE');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a reference', { groups: undefined, _claim_names: { groups: 'src1' } }],
    ['both a list and a reference', { _claim_names: { groups: 'src1' } }],
    ['nothing', { groups: undefined }],
    ['null', { groups: null }],
  ])('whose groups are %s gives no role', async (_name, claims) => {
    expect(await outcome({ claims })).toBe('GROUPS_MISSING');
  });

  it.each<[string, unknown]>([
    ['an object', { a: 1 }],
    ['a list with something else', ['sec-cua', null]],
    ['objects without a name', [{ id: 7 }]],
  ])('whose groups are %s gives no role, and says so', async (_name, groups) => {
    expect(await outcome({ claims: { groups } })).toBe('GROUPS_UNREADABLE');
  });

  it('with an invalid e-mail creates nobody', async () => {
    for (const email of [undefined, '', 'x', 'a\0@b.test', `${'a'.repeat(300)}@b.test`, ['a@b.test']])
      expect(await outcome({ claims: { sub: `nova${Math.random()}`, email } })).toBe('IDP_REFUSED');
  });
});

it('claims that the database cannot hold name nobody, or are left out', async () => {
  const sub = `nula${Math.random()}`;
  expect(await outcome({ claims: { sub: `${sub}\0` } })).toBe('IDP_REFUSED');
  expect(await outcome({ claims: { sub, email: `${sub}@equipe.test`, name: 'A\0B', sid: 's\0' } })).toBe(200);
});

describe('a confirmation', () => {
  it('needs a sign-in newer than the request', async () => {
    const { client } = await arrives({});
    const confirms = async (authTime: unknown) => {
      forger.sends({});
      const start = await startThere(client, '?purpose=reauth');
      const { searchParams } = new URL(start.headers.get('location') ?? '');
      forger.remembers(searchParams.get('nonce') ?? '');
      forger.sends({ claims: { auth_time: authTime } });
      const answer = await comeBack(
        client,
        `?${new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' })}`,
      );
      return answer.body.code ?? answer.status;
    };
    for (const old of [providerSeconds() - 40, undefined, String(providerSeconds())])
      expect(await confirms(old)).toBe('IDP_REFUSED');
    // The clocks of the provider and of this machine differ.
    expect(await confirms(providerSeconds() - 20)).toBe(200);
    expect(await confirms(providerSeconds())).toBe(200);
  });
});

describe('a provider', () => {
  it('that redirects elsewhere, answers too much or names another issuer is unavailable', async () => {
    const at = '/.well-known/openid-configuration';
    const elsewhere = { status: 302, body: '', headers: { location: `${forger.url}/outra` } };
    for (const answer of [
      elsewhere,
      { status: 200, body: JSON.stringify({ issuer: 'https://login.beta.test/realm' }) },
      { status: 200, body: ' '.repeat(2 * 1024 * 1024) },
      { status: 404, body: '{}' },
    ]) {
      forger.sends({ answers: { [at]: answer } });
      const start = await startThere(consoleOf(harness));
      expect((start.body as { code: string }).code).toBe('IDP_UNAVAILABLE');
    }
    expect(forger.asked).not.toContain('/outra');
  });
});

describe("the institution's client secret", () => {
  const at = '/.well-known/openid-configuration';
  const outcomeOf = async (client: Client) => {
    const start = await startThere(client);
    return start.status === 302 ? 302 : (start.body as { code: string }).code;
  };

  it('S42: is sent to no address the provider names, unless the installation allows it', async () => {
    forger.sends({});
    const honest = (await (await fetch(`${forger.url}${at}`)).json()) as object;
    const { port } = new URL(forger.url);
    const says = (token: string) =>
      forger.sends({
        answers: { [at]: { status: 200, body: JSON.stringify({ ...honest, token_endpoint: token }) } },
      });
    for (const token of [
      `http://localhost:${port}/token`,
      `http://127.0.0.2:${port}/token`,
      `http://alfa@127.0.0.1:${port}/token`,
      `http://127.0.0.1:${Number(port) + 1}/token`,
      'https://login.alfa.test./token',
      'none',
    ]) {
      says(token);
      expect([token, await outcomeOf(consoleOf(harness))]).toEqual([token, 'IDP_UNAVAILABLE']);
    }
    says(`http://127.1:${port}/%74oken`);
    expect(await outcomeOf(consoleOf(harness))).toBe(302);
    forger.sends({});
  });

  it('S42: is not forwarded where the token address redirects', async () => {
    const elsewhere = { status: 307, body: '', headers: { location: `${forger.url}/outra` } };
    expect(await outcome({ answers: { '/token': elsewhere } })).not.toBe(200);
    expect(forger.asked).not.toContain('/outra');
  });

  it('S42: is also not sent when a refresh token is revoked', async () => {
    forger.sends({});
    const honest = (await (await fetch(`${forger.url}${at}`)).json()) as object;
    const { port } = new URL(forger.url);
    const leavesBy = async (revocation: string) => {
      const said = JSON.stringify({ ...honest, revocation_endpoint: revocation });
      const answers = { [at]: { status: 200, body: said } };
      const { client, answer } = await arrives({ refreshToken: 'r' }, {}, { answers });
      expect(answer.status).toBe(200);
      const from = forger.asked.length;
      await client.call('DELETE /operations/staff/me/session');
      await pause(200);
      return forger.asked.slice(from).filter((path) => path.startsWith('/devolver'));
    };
    expect(await leavesBy(`${forger.url}/devolver`)).toEqual(['/devolver']);
    expect(await leavesBy(`http://localhost:${port}/devolver`)).toEqual([]);
  });

  it('S42: is used for no other tenant that names it, even one that named it before', async () => {
    const beta = await tenantIdOf(harness, 'beta');
    const identityProvider = {
      ...{ name: 'Conta Alfa', issuer: ISSUER, clientId: 'orbita-equipe', secretRef: 'ALFA_EQUIPE_OIDC' },
      ...{ scopes: ['openid'], groupsClaim: 'groups' },
    };
    await harness.platform.db.tenant(beta).many(sql`
      insert into console (tenant_id, settings)
      values (${beta}, ${JSON.stringify({ identityProvider })}::jsonb)
      on conflict (tenant_id) do update set settings = excluded.settings returning tenant_id`);
    expect(await outcomeOf(consoleOf(harness))).toBe(302);
    const before = forger.asked.length;
    // What is cached about the provider for its owner serves nobody else.
    const token = await forger.logoutToken({});
    const logout = await harness
      .visitor('beta.orbita.test')
      .send('POST', '/orbita/api/operations/staff/oidc/back-channel-logout', {
        raw: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect(logout.status).not.toBe(200);
    expect(await outcomeOf(consoleOf(harness, 'beta'))).toBe('IDP_UNAVAILABLE');
    expect(forger.asked.length).toBe(before);
  });
});

describe('a logout token', () => {
  const logout = (token: string) =>
    harness.visitor().send('POST', '/orbita/api/operations/staff/oidc/back-channel-logout', {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const isAlive = async (client: Client) => (await client.call('GET /operations/staff/me')).status === 200;

  it('ends sessions when all its claims are valid, and nothing otherwise', async () => {
    const { client } = await arrives({});
    expect(await isAlive(client)).toBe(true);
    const wrong: [Record<string, unknown>, Forgery?][] = [
      [{ iss: 'https://login.beta.test/realm' }],
      [{ aud: 'outro' }],
      [{ events: undefined }],
      [{ events: { 'http://schemas.openid.net/event/outro': {} } }],
      [{ nonce: 'x' }],
      [{ jti: undefined }],
      [{ sub: undefined }],
      [{ sub: 'forjada\0' }],
      [{ iat: providerSeconds() - 3600, exp: providerSeconds() + 60 }],
      [{ iat: providerSeconds() - 600, exp: providerSeconds() - 300 }],
      [{ iat: providerSeconds() + 120, exp: providerSeconds() + 300 }],
      [{}, { signature: 'none' }],
      [{}, { signature: 'stranger' }],
      [{}, { signature: 'secret' }],
    ];
    for (const [claims, forgery] of wrong) {
      const { status } = await logout(await forger.logoutToken(claims, forgery));
      expect([claims, forgery, status]).toEqual([claims, forgery, 400]);
    }
    expect((await logout(await forger.logoutToken({ sub: 'outra' }))).status).toBe(200);
    expect(await isAlive(client)).toBe(true);
    expect((await logout(await forger.logoutToken({}))).status).toBe(200);
    expect(await isAlive(client)).toBe(false);
  });

  // The library allows ID tokens a difference of clocks, and logout tokens none.
  it.each([20, -20])('ends sessions at a provider whose clock differs by %d seconds', async (seconds) => {
    const { client } = await arrives({});
    const iat = providerSeconds() + seconds;
    const token = await forger.logoutToken({ iat, nbf: iat, exp: iat + 10 });
    expect((await logout(token)).status).toBe(200);
    expect(await isAlive(client)).toBe(false);
  });
});
