import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../platform/http/errors.ts';
import { networksOf } from '../platform/http/network.ts';
import { type BodyPace, creditAfter } from './body-credit.ts';

const TICK_MS = 1000;
/** Seconds in which the response to a stalled body must reach its sender before the connection closes. */
const LAST_WORD = 5;

type Body = {
  request: IncomingMessage;
  response: ServerResponse;
  seen: number;
  credit: number;
  answered: boolean;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Charges one second at a time, so that a pause of this process is not charged to any sender. */
function nextSecond(body: Body, pace: BodyPace): void {
  const { request } = body;
  const { bytesRead } = request.socket;
  // Unread bytes here are a delay of this server, not of the sender.
  const waited = request.readableLength === 0 ? 1 : 0;
  body.credit = creditAfter(body.credit, waited, bytesRead - body.seen, pace);
  body.seen = bytesRead;
}

/** Reports the stall to the reader of the body, which responds; without a reader the connection is closed. */
function end(body: Body): void {
  const { request, response } = body;
  const readers = request.listenerCount('error') - 1;
  if (body.answered || response.headersSent || readers === 0) {
    request.destroy();
    return;
  }
  body.answered = true;
  body.credit = LAST_WORD;
  request.emit('error', new AppError('REQUEST_TIMEOUT'));
}

/** Aborts every request whose body stops or arrives too slowly. Returns a function that stops the watch. */
export function watchBodies(server: Server, pace: BodyPace): () => void {
  const bodies = new Set<Body>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    // An error event without a listener would end the process.
    request.on('error', () => undefined);
    const { bytesRead } = request.socket;
    bodies.add({ request, response, seen: bytesRead, credit: pace.silence, answered: false });
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

/** Responds to invalid HTTP or an unfinished head with the envelope of spec 2.3, and closes the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED');
  const id = randomUUID();
  const body = JSON.stringify(refusal.envelope(id));
  socket.write(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nconnection: close\r\ncache-control: no-store\r\n` +
      'x-content-type-options: nosniff\r\ncontent-type: application/json; charset=utf-8\r\n' +
      `x-request-id: ${id}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** Limits the connections in total and per network; a connection above a limit is closed without a response. */
export function limitConnections(
  server: Server,
  limits: { most: number; perAddress: number | undefined },
): void {
  server.maxConnections = limits.most;
  // With several processes, a refused connection would otherwise be passed from one to the next endlessly.
  Object.assign(server, { dropMaxConnection: true });
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
