import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createCaller } from './provider-http.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const get = (url: string) => createCaller()({ method: 'GET', url, headers: { 'x-own': 'y' } });

describe('a call to a provider', () => {
  it('asks for JSON, sends the content length and its own headers', async () => {
    const seen: unknown[] = [];
    const host = await listening((request, response) => {
      const { accept, 'content-length': length, 'x-own': own } = request.headers;
      seen.push([request.method, request.url, accept, own, length]);
      response.end();
    });
    const call = createCaller();
    await get(`http://${host}/a?b=1`);
    await call({ method: 'PUT', url: `http://${host}/c`, headers: {}, body: 'ção' });
    expect(seen).toEqual([
      ['GET', '/a?b=1', 'application/json', 'y', undefined],
      ['PUT', '/c', 'application/json', undefined, '5'],
    ]);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['"ção"', 'ção'],
    ['{"a":"x\\u0000y"}', { a: 'xy' }],
    ['', undefined],
    ['<html>', undefined],
  ])('reads the answer %j', async (text, body) => {
    const host = await listening((_request, response) => response.writeHead(202).end(text));
    expect(await get(`http://${host}/`)).toEqual({ status: 202, body });
  });

  it('accepts an answer of up to 1 MiB', async () => {
    const whole = (length: number) => `"${'x'.repeat(length - 2)}"`;
    let length = 1024 * 1024;
    const host = await listening((_request, response) => response.end(whole(length)));
    expect((await get(`http://${host}/`)).body).toHaveLength(length - 2);
    length += 1;
    const refused = await get(`http://${host}/`).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(ProviderUnknown);
    expect((refused as Error).message).toBe('The answer is too long');
  });

  it('has done nothing if nobody listens or the certificate is invalid', async () => {
    const host = await listening((_request, response) => response.end());
    for (const close of closers.splice(0)) close();
    await expect(get(`http://${host}/`)).rejects.toBeInstanceOf(ProviderUnavailable);
    const plain = await listening((_request, response) => response.end());
    await expect(get(`https://${plain}/`)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['GET', true],
    ['PUT', true],
    ['PATCH', false],
    ['POST', false],
  ] as const)('repeats a %s over a kept connection that was closed: %s', async (method, repeats) => {
    const seen = new Map<unknown, number>();
    const host = await listening((request, response) => {
      const before = seen.get(request.socket) ?? 0;
      seen.set(request.socket, before + 1);
      if (before === 1) request.socket.destroy();
      else response.end('{"ok":true}');
    });
    const call = createCaller();
    const again = () => call({ method, url: `http://${host}/`, headers: {} });
    await again();
    if (repeats) expect((await again()).body).toEqual({ ok: true });
    else await expect(again()).rejects.toBeInstanceOf(ProviderUnknown);
    expect([...seen.values()]).toEqual(repeats ? [2, 1] : [2]);
  });

  it.each([
    ['PUT', 201, { status: 201 }],
    ['PUT', 409, { status: 409 }],
    ['PUT', 503, ProviderUnknown],
    ['PUT', 401, ProviderUnknown],
    ['GET', 503, { status: 503 }],
  ] as const)(
    'S28: of a %s whose repeat gets %i, the first may have arrived',
    async (method, status, means) => {
      const used = new Set<unknown>();
      let closed = false;
      const host = await listening((request, response) => {
        if (closed) return response.writeHead(status).end();
        closed = used.has(request.socket);
        used.add(request.socket);
        // The second call on the kept-alive connection is read, and may be executed, but is not answered.
        if (closed) return request.socket.destroy();
        return response.end();
      });
      const call = createCaller();
      const send = () => call({ method, url: `http://${host}/`, headers: {} });
      await send();
      if (means === ProviderUnknown) await expect(send()).rejects.toBeInstanceOf(ProviderUnknown);
      else expect(await send()).toMatchObject(means);
    },
  );

  it('may have done something if the answer breaks off', async () => {
    let asked = 0;
    const silent = await listening((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(get(`http://${silent}/`)).rejects.toBeInstanceOf(ProviderUnknown);
    expect(asked).toBe(1);
    const cut = await listening((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"a":1}', () => request.socket.destroy());
    });
    await expect(get(`http://${cut}/`)).rejects.toBeInstanceOf(ProviderUnknown);
  });
});
