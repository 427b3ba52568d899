import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type SandboxOptions, startSandbox } from '@orbita/sandbox/server';

export const CONTROL_KEY = 'test-control-key';

/** A sandbox on free ports with its own folder, plus the calls that tests make frequently. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sandbox-')));
  const sandbox: Sandbox = await startSandbox({ controlKey: CONTROL_KEY, ...options, dataDir });
  const call = (path: string, init: RequestInit = {}) => fetch(`${sandbox.url}${path}`, init);
  const json = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return {
    ...sandbox,
    dataDir,
    call,
    json,
    control: (method: string, path: string, body?: unknown) =>
      json(method, `/control${path}`, body, { 'x-control-key': CONTROL_KEY }),
    /** Bearer header of a bank client. */
    bank: async (clientId: string, scope?: string): Promise<Record<string, string>> => {
      const answer = await call('/psp/oauth/token', {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:sandbox-secret`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return { authorization: `Bearer ${access_token}` };
    },
    /** Bearer header of a client of the slip bank. */
    slipBank: async (
      clientId: string,
      scope = 'boleto-cobranca.read boleto-cobranca.write',
    ): Promise<Record<string, string>> => {
      const credentials = { client_id: clientId, client_secret: 'sandbox-secret', scope };
      const answer = await call('/bank/oauth/v2/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return { authorization: `Bearer ${access_token}` };
    },
    /** Closes and deletes the folder. */
    discard: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A small HTTP server that records what it receives; `answer` decides status and body. */
export async function openReceiver(
  answer: (request: Received, n: number) => { status: number; body?: unknown },
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one: Received = { method, path, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const { status, body } = answer(one, received.length);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Sends bytes over TCP and resolves with everything that comes back until the other side closes. */
export function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

/** Sends SMTP line by line and returns the last line of the server's reply to each step. */
export function speakSmtp(port: number, steps: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const answers: string[] = [];
    let buffer = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('close', () => resolve(answers));
    socket.on('data', (data: Buffer) => {
      buffer += data.toString('latin1');
      // A reply ends with the line whose code is followed by a space.
      const last = /^(\d{3} .*)\r\n$/m.exec(buffer)?.[1];
      if (!last) return;
      buffer = '';
      answers.push(last);
      const step = steps[answers.length - 1];
      if (step === undefined) socket.end();
      else socket.write(`${step}\r\n`);
    });
  });
}

/** Polls until `done` holds; gives up after a number of attempts rather than a time. */
export async function until<T>(ask: () => T | Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (let n = 0; n < 400; n += 1) {
    const value = await ask();
    if (done(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('O que se esperava não aconteceu.');
}
