import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as received: its attributes by name, and the spans it is linked to. */
type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Readonly<Record<string, string | number | boolean>>;
  failed: boolean;
  links: readonly { traceId: string; spanId: string }[];
};

type Sent = {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'failed' | 'links'> & {
        attributes: { key: string; value: Record<string, string | number | boolean> }[];
        status?: { code?: number };
        links?: ReceivedSpan['links'];
      })[];
    }[];
  }[];
};
const FAILED = 2;

const spansOf = (body: string): ReceivedSpan[] =>
  (JSON.parse(body) as Sent).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, status, links = [], ...span }) => ({
      ...span,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']),
      ),
      failed: status?.code === FAILED,
      links,
    }));

/**
 * A trace collector (OTLP over HTTP, JSON) that keeps what it accepted; `state` sets its answer from now on, and when it comes.
 */
export async function startTraceReceiver() {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const state: { status: number; until: Promise<unknown> } = { status: 200, until: Promise.resolve() };
  let asked = 0;
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    asked += 1;
    await state.until;
    if (state.status === 200) {
      bodies.push(body);
      headers.push(request.headers);
    }
    answer.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    state,
    headers,
    /** Number of requests, whatever the answer. */
    asked: () => asked,
    /** Everything accepted, as received. */
    taken: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
