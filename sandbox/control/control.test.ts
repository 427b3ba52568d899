import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

describe('control', () => {
  it('requires its key', async () => {
    expect((await world.call('/control/outbox')).status).toBe(401);
    expect((await world.json('GET', '/control/clock', undefined, { 'x-control-key': 'x' })).status).toBe(401);
  });

  it('stops the clock, runs it and resets it', async () => {
    const set = async (body: unknown) => world.control('PUT', '/clock', body);
    expect(await (await set({ now: '2026-01-12T10:00:00-03:00' })).json()).toEqual({
      now: '2026-01-12T13:00:00.000Z',
    });
    const running = (await (await set({ now: '2026-01-12T10:00:00-03:00', run: true })).json()) as {
      now: string;
    };
    expect(running.now).toMatch(/^2026-01-12T13:00/);
    expect(await (await set({ now: null })).json()).toEqual({ now: null });
    expect((await set({ now: 'ontem' })).status).toBe(422);
  });

  it('refuses unknown faults and resets everything except webhooks', async () => {
    expect((await world.control('PUT', '/faults', { port: 'moon', mode: 'down' })).status).toBe(422);
    expect((await world.control('PUT', '/faults', { port: 'sms', mode: 'odd' })).status).toBe(422);
    expect((await world.control('PUT', '/strange', { side: 'moon', on: true })).status).toBe(422);
    expect((await world.control('PUT', '/strange', { side: 'card-rare-notice', on: 1 })).status).toBe(422);
    await world.control('PUT', '/strange', { side: 'card-rare-notice', on: true });
    await world.control('PUT', '/faults', { port: 'sms', mode: 'slow' });
    const bank = await world.bank('sandbox-alfa-CUA01');
    await world.json('PUT', '/psp/webhook/um@alfa.test', { webhookUrl: 'https://exemplo.test' }, bank);
    expect((await world.control('POST', '/reset')).status).toBe(204);
    expect(await (await world.control('GET', '/faults')).json()).toMatchObject({ sms: 'ok' });
    expect(await (await world.control('GET', '/strange')).json()).toMatchObject({
      'card-rare-notice': false,
    });
    expect((await world.json('GET', '/psp/webhook/um@alfa.test', undefined, bank)).status).toBe(200);
  });
});
