import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Config } from '../platform/config.ts';
import type { ScanPort } from '../platform/ports.ts';

/** Longest silence of the scanner, and longest wait for the next chunk of the file. */
const SILENCE_MS = 20_000;

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      socket.off('drain', end).off('close', closed);
      error ? reject(error) : resolve();
    };
    const closed = () => end(new Error('The scanner closed the connection'));
    socket.once('drain', end).once('close', closed);
  });

/** Sends the content as clamd's INSTREAM: each chunk after its length, an empty one at the end. */
async function sendContent(socket: Socket, content: Readable, answered: () => boolean): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of content) {
    if (answered()) return;
    const bytes = Buffer.from(piece);
    if (bytes.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    socket.write(length);
    if (!socket.write(bytes)) await drained(socket);
  }
  socket.write(Buffer.alloc(4));
}

const verdictOf = (answer: string): 'clean' | 'infected' => {
  const text = answer.replace(/\0.*$/s, '').trim();
  if (text.endsWith(' OK')) return 'clean';
  if (text.endsWith(' FOUND')) return 'infected';
  throw new Error(`The scanner answered "${text}"`);
};

const scan = (host: string, port: number, content: Readable): Promise<'clean' | 'infected'> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host, port });
    const failed = (error: Error) => {
      socket.destroy();
      content.destroy();
      reject(error);
    };
    socket.setTimeout(SILENCE_MS, () => failed(new Error('The scanner does not answer')));
    socket.on('error', failed);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('close', () => {
      try {
        resolve(verdictOf(answer));
      } catch (error) {
        failed(error as Error);
      }
    });
    socket.once('connect', () => {
      sendContent(socket, content, () => answer !== '').catch(failed);
    });
  });

/** Malware scanner: clamd over TCP. Throws when it cannot be reached; the file then waits (spec 15.1). */
export function createScanner(config: Pick<Config, 'clamd'>): ScanPort {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(config.clamd ?? '') ?? [];
  return {
    scan: async (content) => {
      if (!host) throw new Error('No scanner is configured');
      return scan(host, Number(port), content);
    },
  };
}
