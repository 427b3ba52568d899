import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let sandbox: TestSandbox;
let product: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  product = await openReceiver(({ body }) => ({ status: body.includes('logout_token=') ? 200 : 404 }));
  sandbox = await openTestSandbox({ apiUrl: product.url });
});
afterAll(async () => {
  await sandbox?.discard();
  await product?.close();
});

const accounts = async () =>
  (await (await sandbox.control('GET', '/staff-idp/accounts')).json()) as { sub: string; groups: string[] }[];
const form = (path: string, fields: Record<string, string>) =>
  sandbox.call(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('Conta Alfa', () => {
  it('publishes its endpoints, as a provider does', async () => {
    const found = await (await sandbox.call('/oidc/conta-alfa/.well-known/openid-configuration')).json();
    expect(found).toMatchObject({
      issuer: `${sandbox.url}/oidc/conta-alfa`,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      scopes_supported: expect.arrayContaining(['openid', 'email', 'profile', 'groups']),
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('knows the people of the demo, and keeps changes made on the page', async () => {
    expect((await accounts()).map(({ sub }) => sub)).toContain('bia');
    const page = await (await sandbox.call('/sandbox?tenant=alfa')).text();
    expect(page).toContain('Retirar sec-cua');
    const removed = await form('/sandbox/staff-idp/bia?tenant=alfa', { remove: 'sec-cua' });
    expect(removed.headers.get('location')).toContain('Bia+Secretaria+saiu+de+sec-cua.');
    expect((await accounts()).find(({ sub }) => sub === 'bia')?.groups).toEqual([]);
    await form('/sandbox/staff-idp/bia?tenant=alfa', { mode: 'reference' });
    expect((await accounts()).find(({ sub }) => sub === 'bia')).toMatchObject({ mode: 'reference' });
    const wrong = await form('/sandbox/staff-idp/ninguem?tenant=alfa', { remove: 'x' });
    expect(wrong.headers.get('location')).toContain('erro=Conta');
    await sandbox.control('POST', '/reset');
    expect((await accounts()).find(({ sub }) => sub === 'bia')?.groups).toEqual(['sec-cua']);
  });

  it('notifies the product of a logout by a signed token, and reports when it was not accepted', async () => {
    const ended = await form('/sandbox/staff-idp/caio?tenant=alfa', { logout: '1' });
    expect(ended.headers.get('location')).toContain('ok=');
    const notice = product.received.at(-1);
    expect(notice?.path).toBe('/orbita/api/operations/staff/oidc/back-channel-logout');
    const [head = '', body = ''] = (new URLSearchParams(notice?.body).get('logout_token') ?? '').split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
    expect(read(body)).toMatchObject({
      iss: `${sandbox.url}/oidc/conta-alfa`,
      aud: 'orbita-equipe',
      sub: 'caio',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('can be down', async () => {
    await sandbox.control('PUT', '/faults', { port: 'staff-idp', mode: 'down' });
    expect((await sandbox.call('/oidc/conta-alfa/.well-known/openid-configuration')).status).toBe(503);
    await sandbox.control('PUT', '/faults', { port: 'staff-idp', mode: 'ok' });
    expect((await sandbox.control('PUT', '/staff-idp/accounts/x', { mode: 'outro' })).status).toBe(422);
    expect((await sandbox.control('POST', '/staff-idp/accounts/ninguem/logout-token')).status).toBe(404);
  });
});
