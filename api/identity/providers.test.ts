import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secretFor } from '@orbita/sandbox/environment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readNamedSecrets } from '../platform/named-secrets.ts';
import { ProviderUnavailable, SocialRefused } from '../platform/ports.ts';
import { createCaptcha } from './captcha.ts';
import { createGraph } from './social/graph.ts';

/** What a service returns for each path, and what it was asked. */
type Answer = { status?: number; text: string };
const answers = new Map<string, Answer>();
const asked: { method: string | undefined; path: string; given: Record<string, string> }[] = [];
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://service.test');
  let body = '';
  for await (const part of request) body += part;
  const given = Object.fromEntries(body ? new URLSearchParams(body) : url.searchParams);
  asked.push({ method: request.method, path: url.pathname, given });
  const { status = 200, text } = answers.get(url.pathname) ?? { status: 404, text: '{}' };
  response.writeHead(status, { location: '/elsewhere' }).end(text);
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

const SAID = (action: string, hostname: string) =>
  JSON.stringify({ success: true, score: 0.9, action, hostname });

describe('the captcha service', () => {
  const verify = (url = `${base}/verify`, secretName: string | null = null, tenant = 'alfa') => {
    const own = { ORBITA_SECRET_ALFA: 'segredo da alfa', ORBITA_SECRET_ALFA_FOR: secretFor('alfa', [base]) };
    return createCaptcha({
      captcha: { url, scriptUrl: undefined, secret: 'segredo' },
      namedSecrets: readNamedSecrets(own, true).secrets,
    }).verify('token', '203.0.113.7', { tenant, secretName, action: 'signin', host: 'alfa.test' });
  };

  it.each<[string, Answer, string]>([
    ['yes', { text: '{"success":true}' }, 'passed'],
    ['no', { text: '{"success":false}' }, 'refused'],
    ['no, in spite of a high score', { text: '{"success":false,"score":0.9}' }, 'refused'],
    ['the lowest score that passes', { text: '{"success":true,"score":0.3}' }, 'passed'],
    ['a lower score', { text: '{"success":true,"score":0.29}' }, 'refused'],
    ['the score 0', { text: '{"success":true,"score":0}' }, 'refused'],
    ['for this action on this page', { text: SAID('signin', 'Alfa.test') }, 'passed'],
    ['for another action', { text: SAID('signup', 'alfa.test') }, 'refused'],
    ['for no action', { text: SAID('', 'alfa.test') }, 'refused'],
    ['on the page of somebody else', { text: SAID('signin', 'outro.test') }, 'refused'],
    ['on a page below ours', { text: SAID('signin', 'x.alfa.test') }, 'refused'],
    ['an error', { status: 500, text: '{"success":true}' }, 'unavailable'],
    ['another address', { status: 302, text: '' }, 'unavailable'],
    ['no JSON', { text: 'true' }, 'unavailable'],
    ['nothing that can be read', { text: '<html>' }, 'unavailable'],
  ])('that answers %s', async (_what, reply, verdict) => {
    answers.set('/verify', reply).set('/elsewhere', { text: '{"success":true}' });
    expect(await verify()).toBe(verdict);
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/verify',
        given: { secret: 'segredo', response: 'token', remoteip: '203.0.113.7' },
      },
    ]);
  });

  it('is called with the secret of the host; without one it is not called', async () => {
    answers.set('/verify', { text: '{"success":true}' });
    expect(await verify(undefined, 'ALFA')).toBe('passed');
    expect(asked.map(({ given }) => given.secret)).toEqual(['segredo da alfa']);
    expect(await verify(undefined, 'BETA')).toBe('unavailable');
    expect(asked).toHaveLength(1);
  });

  it('S42: gets the secret of a host only for the tenant that owns it, at the address it is for', async () => {
    answers.set('/verify', { text: '{"success":true}' });
    expect(await verify(undefined, 'ALFA', 'beta')).toBe('unavailable');
    expect(await verify(`${base.replace('127.0.0.1', 'localhost')}/verify`, 'ALFA')).toBe('unavailable');
    expect(asked).toEqual([]);
    expect(await verify(undefined, 'ALFA')).toBe('passed');
  });

  it('is unavailable when it cannot be reached or has no address', async () => {
    expect(await verify('http://127.0.0.1:1/')).toBe('unavailable');
    expect(await verify('')).toBe('unavailable');
    expect(asked).toEqual([]);
  });
});

describe('the Graph API', () => {
  const SECRET = 'segredo';
  const inspect = (clientId = 'app', graphUrl = base) =>
    createGraph({
      social: { facebook: { graphUrl, secrets: { 'alfa/app': SECRET } } },
    } as unknown as Parameters<typeof createGraph>[0]).inspect({ tenant: 'alfa', clientId }, 'token');
  const VALID = { app_id: 'app', is_valid: true, user_id: 'f1' };
  const answerWith = (debugged: object, owner: object = { id: 'f1' }) =>
    answers
      .set('/debug_token', { text: JSON.stringify({ data: debugged }) })
      .set('/me', { text: JSON.stringify(owner) });
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('names the owner of a token of our application, and gets the appsecret proof', async () => {
    answerWith(VALID);
    expect(await inspect()).toEqual({ subject: 'f1' });
    expect(asked).toEqual([
      { method: 'GET', path: '/debug_token', given: { input_token: 'token', access_token: `app|${SECRET}` } },
      {
        method: 'GET',
        path: '/me',
        given: {
          fields: 'id',
          access_token: 'token',
          appsecret_proof: createHmac('sha256', SECRET).update('token').digest('hex'),
        },
      },
    ]);
  });

  it.each<[string, object, object?]>([
    ['is not valid', { ...VALID, is_valid: false }],
    ['is of another application', { ...VALID, app_id: 'other' }],
    ['is of no application', { is_valid: true, user_id: 'f1' }],
    ['is described by nothing known', { app_id: 'app' }],
    ['belongs to two people', VALID, { id: 'f2' }],
    ['belongs to nobody', { ...VALID, user_id: '' }, { id: '' }],
    ['has no owner', { app_id: 'app', is_valid: true }, {}],
  ])('refuses a token that %s', async (_what, debugged, owner) => {
    answerWith(debugged, owner);
    expect(await failureOf(inspect())).toBeInstanceOf(SocialRefused);
  });

  it.each([
    [400, SocialRefused],
    [403, SocialRefused],
    [429, ProviderUnavailable],
    [499, SocialRefused],
    [500, ProviderUnavailable],
    [503, ProviderUnavailable],
    [302, ProviderUnavailable],
  ])('that answers %i', async (status, kind) => {
    answerWith(VALID);
    answers.set('/debug_token', { status, text: JSON.stringify({ data: VALID }) });
    expect(await failureOf(inspect())).toBeInstanceOf(kind);
  });

  it('is unavailable when it answers no JSON, or nothing', async () => {
    answers.set('/debug_token', { text: '<html>' });
    expect(await failureOf(inspect())).toBeInstanceOf(ProviderUnavailable);
    expect(await failureOf(inspect('app', 'http://127.0.0.1:1'))).toBeInstanceOf(ProviderUnavailable);
  });
});
