import { Agent } from 'node:http';
import { answerTo, type Exchange } from '../load/connection.ts';

/** Milliseconds after which a page gives up on a call (`TIMEOUT_MS` of `client/request.ts`). */
const PATIENCE_MS = 20_000;

/** Sends each call to the next node in turn over keep-alive connections, like a load-balancing proxy. */
export function createWire(nodes: readonly string[]): { exchange: Exchange } {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  return {
    exchange: (method, path, headers, body) =>
      answerTo(
        `${nodes[turn++ % nodes.length]}${path}`,
        { method, agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) },
        body,
      ),
  };
}
