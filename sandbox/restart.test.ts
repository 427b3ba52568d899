import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_KEY, openReceiver, openTestSandbox, until } from '../testing/sandbox-kit.ts';
import { listen } from './listen.ts';

const TXID = 'RESTART0000000000000000000000001';
const KEY = 'financeiro@alfa.test';
const CHARGE = { calendario: { expiracao: 3600 }, valor: { original: '10.00' }, chave: KEY };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-restart-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const spawnSandbox = async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_CLAMD_PORT: '0',
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_CONTROL_KEY: CONTROL_KEY,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return { child, url: `http://127.0.0.1:${port}` };
};

describe('restart', () => {
  it('a killed process loses nothing it confirmed, and payments are still announced afterwards', async () => {
    const { child, url } = await spawnSandbox();
    const receiver = await openReceiver((_request, n) => ({ status: n === 1 ? 503 : 204 }));
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const basic = Buffer.from('sandbox-alfa-CUA01:sandbox-secret').toString('base64');
    const token = await fetch(`${url}/psp/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: form,
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const send = (method: string, path: string, body: unknown) =>
      fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${access_token}`,
          'x-control-key': CONTROL_KEY,
        },
        body: JSON.stringify(body),
      });
    await send('PUT', `/psp/webhook/${KEY}`, { webhookUrl: receiver.url });
    await send('PUT', `/psp/cob/${TXID}`, CHARGE);
    await send('POST', '/sms/messages', { to: '5531900000001', text: 'Oi', reference: 'r1' });
    await send('PUT', '/control/faults', { port: 'zip', mode: 'down' });
    await send('POST', `/control/pix/${TXID}`, { result: 'paid' });
    await until(
      () => receiver.received.length,
      (count) => count === 1,
    );
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;

    const next = await openTestSandbox({ dataDir });
    // The old token is still valid: a bank's tokens survive its restarts.
    const headers = { authorization: `Bearer ${access_token}` };
    const cob = (await (await next.json('GET', `/psp/cob/${TXID}`, undefined, headers)).json()) as {
      status: string;
      pix: unknown[];
    };
    expect(cob.status).toBe('CONCLUIDA');
    expect(await (await next.control('GET', '/outbox')).json()).toHaveLength(1);
    expect(await (await next.control('GET', '/outbox?newest=0')).json()).toEqual([]);
    expect(await (await next.control('GET', '/faults')).json()).toMatchObject({ zip: 'down' });
    await until(
      () => receiver.received.length,
      (count) => count === 2,
    );
    expect(JSON.parse(receiver.received[1]!.body)).toEqual({ pix: cob.pix });
    await next.close();
    await receiver.close();
  });
});
