import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What may happen to a call to a provider: refused before it arrives, lost on its way, carried out without a response, answered
 * late.
 */
const LINE_FAULTS = ['refused', 'lost', 'unanswered', 'late'] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/** Payment providers; every other service is reached without faults. */
const MONEY = /^\/(psp|bank|cielo|pagarme)\//;
const LATEST_MS = 2_000;

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** A proxy between the product and its providers at `target` that loses calls and responses at random. */
export async function startFaultyLine(target: string, random: () => number) {
  const agent = new Agent({ keepAlive: true });
  const counts: Record<LineFault, number> = { refused: 0, lost: 0, unanswered: 0, late: 0 };
  let share = 0;
  let calls = 0;

  const forward = (from: IncomingMessage, body: Buffer) =>
    new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
      const { host: _host, ...headers } = from.headers;
      const sent = httpRequest(
        new URL(from.url ?? '/', target),
        { method: from.method, headers, agent },
        (answer) => {
          bytesOf(answer).then((bytes) => resolve({ answer, bytes }), reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  const faultOf = (path: string): LineFault | undefined => {
    if (!MONEY.test(path)) return undefined;
    calls += 1;
    if (random() >= share) return undefined;
    const fault = LINE_FAULTS[Math.floor(random() * LINE_FAULTS.length)];
    if (fault) counts[fault] += 1;
    return fault;
  };

  const carry = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const fault = faultOf(from.url ?? '/');
    const body = await bytesOf(from);
    if (fault === 'lost') return void to.destroy();
    if (fault === 'refused') return void to.writeHead(503).end();
    const { answer, bytes } = await forward(from, body);
    if (fault === 'unanswered') return void to.destroy();
    if (fault === 'late') await pause(random() * LATEST_MS);
    const { connection: _ours, 'transfer-encoding': _chunks, ...headers } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': bytes.length });
    to.end(bytes);
  };

  const server = createServer((from, to) => {
    carry(from, to).catch(() => to.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Faults so far, and calls to payment providers. */
    counts,
    get calls() {
      return calls;
    },
    /** From now on this share of calls fails; 0 heals the connection. */
    fail(next: number) {
      share = next;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type FaultyLine = Awaited<ReturnType<typeof startFaultyLine>>;
