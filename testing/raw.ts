import { connect, type Socket } from 'node:net';

export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

/** Parses the bytes received on a connection; `status` is 0 when there were none. */
export const answerOf = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
};

/** A connection on which a test writes raw bytes. */
export function openRaw(url: string): { socket: Socket; received: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  return { socket, received: new Promise((done) => socket.once('close', () => done(text))) };
}

/**
 * Sends a request exactly as written, without a client changing target and headers, and waits for the end of the connection.
 * With `transfer-encoding` among the headers, the body is written as its chunks.
 */
export async function rawRequest(
  url: string,
  target: string,
  given: { method?: string; host?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { method = 'GET', host = 'cua.alfa.orbita.test', headers = {}, body } = given;
  const lines = Object.entries({
    host,
    connection: 'close',
    ...(body === undefined
      ? {}
      : {
          'content-type': 'application/json',
          ...(headers['transfer-encoding'] ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { socket, received } = openRaw(url);
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
  return answerOf(await received);
}
