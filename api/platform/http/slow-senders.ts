import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type BodyPace, creditAfter } from './body-credit.ts';
import { AppError } from './errors.ts';
import { networksOf } from './network.ts';

const TICK_MS = 1000;
/** Seconds in which the answer to a stalled body reaches its sender before the connection is closed. */
const LAST_WORD = 5;

type Body = {
  request: IncomingMessage;
  response: ServerResponse;
  seen: number;
  credit: number;
  told: boolean;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Seconds are counted one by one: time in which this process did not run is nobody's silence. */
function nextSecond(body: Body, pace: BodyPace): void {
  const { request } = body;
  const { bytesRead } = request.socket;
  // What lies here unread waits for us, not we for the sender.
  const waited = request.readableLength === 0 ? 1 : 0;
  body.credit = creditAfter(body.credit, waited, bytesRead - body.seen, pace);
  body.seen = bytesRead;
}

/** Tells whoever reads the body, who answers; without a reader, or when that was of no use, the connection ends. */
function end(body: Body): void {
  const { request, response } = body;
  const readers = request.listenerCount('error') - 1;
  if (body.told || response.headersSent || readers === 0) {
    request.destroy();
    return;
  }
  body.told = true;
  body.credit = LAST_WORD;
  request.emit('error', new AppError('REQUEST_TIMEOUT'));
}

/** Ends every request whose body stops or trickles. Returns how to stop watching. */
export function watchBodies(server: Server, pace: BodyPace): () => void {
  const bodies = new Set<Body>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    // An error that nobody else hears would end the process.
    request.on('error', () => undefined);
    const { bytesRead } = request.socket;
    bodies.add({ request, response, seen: bytesRead, credit: pace.silence, told: false });
  });
  const ticks = setInterval(() => {
    for (const body of bodies) {
      if (body.request.complete || body.request.socket.destroyed) bodies.delete(body);
      else {
        nextSecond(body, pace);
        if (body.credit <= 0) end(body);
      }
    }
  }, TICK_MS).unref();
  return () => clearInterval(ticks);
}

/** Answers what is no HTTP, or a head that does not end, in the envelope of spec 2.3, and closes the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED');
  const body = JSON.stringify(refusal.envelope(randomUUID()));
  socket.write(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nconnection: close\r\ncache-control: no-store\r\n` +
      'x-content-type-options: nosniff\r\ncontent-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** Takes so many connections in all, and of one network; the next one is closed unheard. */
export function limitConnections(
  server: Server,
  limits: { most: number; perAddress: number | undefined },
): void {
  server.maxConnections = limits.most;
  const { perAddress } = limits;
  if (perAddress === undefined) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networksOf(socket.remoteAddress ?? '').near;
    const held = (open.get(address) ?? 0) + 1;
    if (held > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, held);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
