import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
let world: TestSandbox;
let product: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  product = await openReceiver((request) =>
    request.path.endsWith('/webhook-endpoints')
      ? { status: 201, body: { id: 3001, secret: SECRET } }
      : { status: 200, body: { data: [] } },
  );
  world = await openTestSandbox({ apiUrl: product.url, operationsToken: 'token' });
});
afterAll(async () => {
  await world.discard();
  await product.close();
});

const event = (type: string) =>
  JSON.stringify({ type, timestamp: '2026-01-12T11:00:00-03:00', data: { subscriptionId: 5001 } });
const notify = (system: string, body: string, change: { secret?: string; at?: number } = {}) => {
  const timestamp = String(Math.floor(change.at ?? Date.now() / 1000));
  const key = Buffer.from((change.secret ?? SECRET).slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
  return world.call(`/academic/${system}/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,bm90 v1,${signature}`,
    },
    body,
  });
};

it("a student system is connected from the page, using the product's operations", async () => {
  const answer = await world.call('/sandbox/academic?tenant=alfa', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ institution: 'CUA01' }),
  });
  expect(answer.headers.get('location')).toContain('ok=Sistema');
  const asked = product.received.find(({ path }) => path.endsWith('/webhook-endpoints'));
  expect(JSON.parse(asked?.body ?? '{}')).toEqual({
    institution: 'CUA01',
    url: `${world.url}/academic/alfa-CUA01/webhooks`,
    description: 'Sandbox',
  });
});

it('accepts signed webhooks, and answers a repeat with the same number', async () => {
  const body = event('enrollment.completed');
  for (let n = 0; n < 2; n += 1) {
    const answer = await notify('alfa-CUA01', body);
    expect([answer.status, await answer.json()]).toEqual([200, { studentLyceumId: '2026005001' }]);
  }
  const kept = await (await world.control('GET', '/academic/alfa-CUA01')).json();
  expect(kept).toMatchObject([{ id: 'evt_1', type: 'enrollment.completed', times: 2 }]);
  expect(await (await notify('alfa-CUA01', event('subscription.status-changed'))).json()).toEqual({});
  const page = await (await world.call('/sandbox?tenant=alfa')).text();
  expect(page).toContain('recebido 3 vezes');
});

it('refuses missing, forged and old signatures, and can be switched off', async () => {
  const body = event('enrollment.completed');
  expect((await notify('alfa-SEM99', body)).status).toBe(404);
  const other = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
  expect((await notify('alfa-CUA01', body, { secret: other })).status).toBe(401);
  expect((await notify('alfa-CUA01', body, { at: Date.now() / 1000 - 600 })).status).toBe(401);
  expect((await notify('alfa-CUA01', '{')).status).toBe(400);
  expect((await world.control('PUT', '/academic/x', { secrets: 'x' })).status).toBe(422);
  await world.control('PUT', '/faults', { port: 'academic', mode: 'down' });
  expect((await notify('alfa-CUA01', body)).status).toBe(503);
});
