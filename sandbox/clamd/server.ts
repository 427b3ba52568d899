import { createServer, type Socket } from 'node:net';
import type { Faults } from '../faults.ts';
import { listen } from '../listen.ts';
import { createScan } from './scan.ts';

const MAX_STREAM = 64 * 1024 * 1024;
/** Default `StreamMaxLength` of Debian and of clamd's makers; in effect while the port `scan-limit` is down. */
const USUAL_STREAM = 25 * 1024 * 1024;
const MAX_COMMAND = 64;

/**
 * Serves clamd on one connection: PING, VERSION and INSTREAM, in the `z` (NUL), `n` (line) and plain forms. Like clamd, one
 * command per connection; the answer ends with the command's own terminator.
 */
function serve(socket: Socket, faults: Faults): void {
  let buffer: Buffer = Buffer.alloc(0);
  let end = '\n';
  let scan: ReturnType<typeof createScan> | undefined;
  let size = 0;
  /** Bytes of the current chunk that are still to come. */
  let missing = 0;
  let answered = false;
  const most = faults.mode('scan-limit') === 'down' ? USUAL_STREAM : MAX_STREAM;

  const answer = (text: string): void => {
    answered = true;
    void faults.linger('scan').then(() => socket.end(text + end));
  };

  /** Answer to the stream so far; undefined while it continues. */
  const readChunks = (stream: ReturnType<typeof createScan>): string | undefined => {
    for (;;) {
      const piece = buffer.subarray(0, missing);
      if (piece.length > 0) stream.feed(piece);
      missing -= piece.length;
      buffer = buffer.subarray(piece.length);
      if (missing > 0 || buffer.length < 4) return undefined;
      missing = buffer.readUInt32BE(0);
      if (missing === 0) return stream.verdict();
      // Like clamd: refused by the announced length of a chunk, before any of its bytes.
      if (size + missing > most) return 'INSTREAM size limit exceeded. ERROR';
      size += missing;
      buffer = buffer.subarray(4);
    }
  };

  const readCommand = (): string | undefined => {
    const terminator = buffer[0] === 0x7a ? 0 : 0x0a;
    const at = buffer.indexOf(terminator);
    if (at === -1) return buffer.length > MAX_COMMAND ? 'UNKNOWN COMMAND' : undefined;
    end = terminator === 0 ? '\0' : '\n';
    const command = buffer.subarray(0, at).toString('latin1').trim().replace(/^[zn]/, '');
    buffer = buffer.subarray(at + 1);
    if (command === 'PING') return 'PONG';
    if (command === 'VERSION') return 'ClamAV 1.4.0/sandbox';
    if (command !== 'INSTREAM') return 'UNKNOWN COMMAND';
    scan = createScan();
    return readChunks(scan);
  };

  socket.on('error', () => socket.destroy());
  socket.on('data', (data: Buffer) => {
    if (answered) return;
    buffer = buffer.length === 0 ? data : Buffer.concat([buffer, data]);
    const reply = scan ? readChunks(scan) : readCommand();
    if (reply !== undefined) answer(reply);
  });
}

/** The malware scanner. While down, it closes connections without an answer. */
export async function startScanner(faults: Faults, port: number, host: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (faults.mode('scan') === 'down') {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, faults);
  });
  const bound = await listen(server, port, host);
  return {
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
