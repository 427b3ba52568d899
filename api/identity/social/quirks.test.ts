import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FORGER_SECRET,
  type Forgery,
  providerSeconds,
  startForger,
} from '../../../testing/forging-provider.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { codeOf, signInWith, throughProvider } from '../../../testing/social.ts';

const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';
const LINKEDIN = { tenant: 'alfa', provider: 'linkedin' };

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

describe('LinkedIn', () => {
  it('rejects a PKCE verifier as wrong credentials, so it gets none', async () => {
    const { body } = await codeOf(harness.visitor(), 'linkedin', 'pkce');
    const form = {
      ...{ grant_type: 'authorization_code', client_id: 'sim', client_secret: 'sandbox-social-secret' },
      redirect_uri: 'http://cua.alfa.orbita.test/orbita/candidate/auth/linkedin',
      code: body.code,
    };
    const exchange = (more: object) =>
      fetch(`${harness.sandbox.url}/oidc/linkedin/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, ...more }),
      });
    const refused = await exchange({ code_verifier: 'v'.repeat(43) });
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const again = await codeOf(harness.visitor(), 'linkedin', 'pkce');
    const taken = await (await exchange({ code: again.body.code })).json();
    const claims = JSON.parse(Buffer.from(taken.id_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ sub: 'pkce', aud: 'sim' });
    expect(claims.nonce).toBeUndefined();
    // Our own exchange succeeds there.
    expect((await signInWith(harness.visitor(), 'linkedin', 'pkce')).body.code).toBe('NO_LINKED_USER');
  });

  it('may omit the token type', async () => {
    await harness.strange('linkedin-untyped-token', true);
    expect((await signInWith(harness.visitor(), 'linkedin', 'sem-tipo')).body.code).toBe('NO_LINKED_USER');
    await harness.strange('linkedin-untyped-token', false);
    expect((await signInWith(harness.visitor(), 'linkedin', 'sem-tipo')).body.code).toBe('NO_LINKED_USER');
  });

  it('has its own error code when somebody cancels', async () => {
    const { body } = await harness.visitor().call(`${SIGN_IN}/authorization`, { params: LINKEDIN });
    const back = await throughProvider(body.authorizationUrl, null);
    expect(back.searchParams.get('error')).toBe('user_cancelled_login');
    expect(back.searchParams.get('state')).toBe(body.state);
  });
});

describe('Facebook', () => {
  it('answers 400 at its rate limit, which says nothing about the token', async () => {
    const enter = () =>
      harness.visitor('beta.orbita.test').call(SIGN_IN, {
        params: { tenant: 'beta', provider: 'facebook' },
        body: { socialAccessToken: 'sim:f9:f9@social.test' },
      });
    await harness.strange('facebook-throttled', true);
    const throttled = await enter();
    expect([throttled.status, throttled.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    await harness.strange('facebook-throttled', false);
    expect((await enter()).body.code).toBe('NO_LINKED_USER');
  });
});

describe('S5 an ID token without a nonce', () => {
  let forger: Awaited<ReturnType<typeof startForger>>;
  let lied: Harness;
  beforeAll(async () => {
    forger = await startForger();
    const social = { linkedin: { issuer: forger.url, secrets: { 'alfa/sim': FORGER_SECRET } } };
    lied = await startHarness({ environment: { ORBITA_SOCIAL: JSON.stringify(social) } });
  });
  afterAll(async () => {
    await lied?.stop();
    await forger?.stop();
  });

  const outcome = async (forgery: Forgery) => {
    const visitor = lied.visitor();
    forger.sends({});
    const { body } = await visitor.call(`${SIGN_IN}/authorization`, { params: LINKEDIN });
    forger.sends({ ...forgery, claims: { aud: 'sim', nonce: undefined, ...forgery.claims } });
    const answer = await visitor.call(SIGN_IN, {
      params: LINKEDIN,
      body: { code: 'c', state: body.state },
    });
    return answer.body.code;
  };

  it('is accepted when everything else is valid', async () => {
    expect(await outcome({})).toBe('NO_LINKED_USER');
  });

  it.each<[string, Forgery]>([
    ['of another issuer', { claims: { iss: 'https://www.linkedin.com' } }],
    ['for another client', { claims: { aud: 'outro' } }],
    ['for several clients, made for another', { claims: { aud: ['sim', 'x'], azp: 'x' } }],
    ['with a nonce of another sign-in', { claims: { nonce: 'x' } }],
    ['that is over', { claims: { iat: providerSeconds() - 900, exp: providerSeconds() - 600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without a signature', { signature: 'none' }],
    ['signed by somebody else', { signature: 'stranger' }],
    ['signed with our own secret', { signature: 'secret' }],
  ])('%s is refused', async (_what, forgery) => {
    expect(await outcome(forgery)).toBe('SOCIAL_TOKEN_INVALID');
  });

  it('is refused when missing, and an unreadable answer is an outage', async () => {
    const token = (body: string) => ({ answers: { '/token': { status: 200, body } } });
    expect(await outcome(token('{"access_token":"a"}'))).toBe('SOCIAL_TOKEN_INVALID');
    for (const odd of ['', 'null', '[]', '"a"', '{"access_token":'])
      expect([odd, await outcome(token(odd))]).toEqual([odd, 'PROVIDER_UNAVAILABLE']);
  });
});
