import { Agent, request } from 'node:http';
import type { Exchange } from '../load/connection.ts';

/** Milliseconds after which a page gives a call up (`TIMEOUT_MS` of `client/request.ts`). */
const PATIENCE_MS = 20_000;

/** Sends each call to the next node in turn, as a proxy does that spreads requests, on connections that are kept. */
export function createWire(nodes: readonly string[]): { exchange: Exchange } {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  return {
    exchange: (method, path, headers, body) =>
      new Promise((done, failed) => {
        const length = body ? { 'content-length': String(body.length) } : {};
        const url = `${nodes[turn++ % nodes.length]}${path}`;
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const sent = request(url, { method, agent, signal, headers: { ...headers, ...length } }, (got) => {
          const chunks: Buffer[] = [];
          got.on('data', (chunk: Buffer) => chunks.push(chunk));
          got.on('error', failed);
          got.on('end', () =>
            done({
              status: got.statusCode ?? 0,
              headers: got.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        });
        sent.on('error', failed);
        sent.end(body);
      }),
  };
}
