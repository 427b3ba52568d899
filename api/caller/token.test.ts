import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, openLink } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { type Arrived, personAt } from '../../testing/person-at.ts';

const CHECK = 'GET /candidate/users/check/';
let harness: Harness;
let who: Arrived;
let token: string;
let claims: JWTPayload;
beforeAll(async () => {
  harness = await startHarness();
  who = await personAt(harness, 'approved', { person: inventedPerson(61_000) });
  token = who.client.token ?? '';
  claims = decodeJwt(token);
});
afterAll(() => harness?.stop());

/** The same token with other claims, signed with our own secret; undefined removes a claim. */
const forged = (change: Record<string, unknown>): Promise<string> =>
  new SignJWT(
    Object.fromEntries(Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined)),
  )
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(harness.platform.config.secret));
const browserOf = (owner: Client, used: string): Client => {
  const browser = harness.visitor();
  for (const [name, value] of owner.cookies) browser.cookies.set(name, value);
  browser.token = used;
  return browser;
};

describe('S45 a candidate’s token', () => {
  it('names its issuer and its tenant', () => {
    expect(claims.iss).toBe('urn:orbita:candidate');
    expect(claims.aud).toMatch(/^urn:orbita:tenant:[0-9a-f-]{36}$/);
    expect(claims).not.toHaveProperty('ten');
  });

  const aud = () => String(claims.aud);
  const other = 'urn:orbita:tenant:11111111-1111-4111-8111-111111111111';
  const WRONG: [string, () => Record<string, unknown>, number][] = [
    [
      'of before, without issuer and audience',
      () => ({ iss: undefined, aud: undefined, ten: aud().split(':').at(-1) }),
      401,
    ],
    ['without an issuer', () => ({ iss: undefined }), 401],
    ['without an audience', () => ({ aud: undefined }), 401],
    ['that is something else we sign', () => ({ iss: 'urn:orbita:contract-acceptance' }), 401],
    ['for several tenants', () => ({ aud: [aud(), other] }), 401],
    ['for a list of one', () => ({ aud: [aud()] }), 401],
    ['for nobody', () => ({ aud: '' }), 401],
    ['without an end', () => ({ exp: undefined }), 401],
    ['for another tenant', () => ({ aud: other }), 403],
  ];
  it.each(WRONG)('%s opens nothing, wherever it is read', async (_what, change, status) => {
    const bad = await forged(change());
    const browser = browserOf(who.client, bad);
    // `Authorization` of candidate calls and of calls where it is optional, and the ticket of a socket.
    expect((await browser.call(CHECK)).status).toBe(status);
    expect((await browser.call('POST /candidate/events/tickets', { body: {} })).status).toBe(status);
    browser.headers = { authorization: bad };
    browser.token = undefined;
    expect((await browser.call(CHECK)).status).toBe(status);
    browser.headers = {};
    // The path of a link in a message, where a valid token keeps its person signed in.
    const { key } = await issueKey(harness, who.subscriptionId);
    const opened = await browser.call(
      'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}',
      {
        params: { subscriptionId: who.subscriptionId, key, userToken: bad },
      },
    );
    const scope = decodeJwt((opened.body as { accessToken?: string }).accessToken ?? '').scp;
    expect([opened.status, scope]).toEqual([200, `subscription:${who.subscriptionId}`]);
  });

  it('re-signed unchanged is valid: only the claims decide the cases above', async () => {
    expect((await browserOf(who.client, await forged({})).call(CHECK)).status).toBe(200);
  });

  it('is built the same way everywhere: on renewal, from a link in a message, and when one is kept', async () => {
    const { key } = await issueKey(harness, who.subscriptionId);
    const tab = await openLink(harness.visitor(), who.subscriptionId, key);
    const kept = await browserOf(who.client, token).call(
      'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}',
      { params: { subscriptionId: who.subscriptionId, key, userToken: token } },
    );
    for (const answer of [tab, kept]) {
      const { iss, aud: audience } = decodeJwt((answer.body as { accessToken?: string }).accessToken ?? '');
      expect([iss, audience]).toEqual([claims.iss, claims.aud]);
    }
  });
});
