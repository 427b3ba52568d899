import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const send = (body: object, headers: Record<string, string> = { authorization: 'Bearer chave' }) =>
  world.json('POST', '/sms/messages', body, headers);
const message = { to: '5531900000001', text: 'Código 123456', reference: 'r1', template: 'N-02' };

describe('SMS', () => {
  it('is stored once per reference', async () => {
    const first = await send(message);
    expect(first.status).toBe(202);
    const again = await send(message);
    expect(await again.json()).toEqual(await first.json());
    const list = await world.control('GET', '/outbox?to=31900000001');
    expect(await list.json()).toEqual([
      {
        channel: 'sms',
        to: '5531900000001',
        text: 'Código 123456',
        template: 'N-02',
        attachments: [],
        at: expect.any(String),
      },
    ]);
  });

  it('fails for numbers ending in 9999, without a key and incomplete', async () => {
    expect((await send({ ...message, to: '5531900009999', reference: 'r2' })).status).toBe(422);
    expect((await send(message, {})).status).toBe(401);
    expect((await send({ to: message.to })).status).toBe(400);
  });
});
