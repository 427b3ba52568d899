import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { FILE_LIMIT } from '@orbita/domain/document';
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

/** Sends the content as clamd's INSTREAM: each chunk preceded by its length, and an empty one at the end. */
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

type Verdict = 'clean' | 'infected' | 'too-big';

/** clamd's answer to a stream longer than its `StreamMaxLength`; it then closes the connection. */
const isTooBig = (answer: string): boolean => answer.includes('INSTREAM size limit exceeded');

const verdictOf = (answer: string): Verdict => {
  const text = answer.replace(/\0.*$/s, '').trim();
  if (isTooBig(text)) return 'too-big';
  if (text.endsWith(' OK')) return 'clean';
  if (text.endsWith(' FOUND')) return 'infected';
  throw new Error(`The scanner answered "${text}"`);
};

const scan = (host: string, port: number, content: Readable): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host, port });
    const failed = (error: Error) => {
      socket.destroy();
      content.destroy();
      reject(error);
    };
    socket.setTimeout(SILENCE_MS, () => failed(new Error('The scanner does not answer')));
    // A scanner that aborts an oversized stream resets the connection, often after stating why.
    socket.on('error', (error) => (isTooBig(answer) ? resolve('too-big') : failed(error)));
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
      sendContent(socket, content, () => answer !== '').catch((error) => {
        // Its answer may arrive after the write that failed.
        setTimeout(() => (isTooBig(answer) ? resolve('too-big') : failed(error)), LAST_WORD_MS).unref();
      });
    });
  });

/** Milliseconds within which an announced length is refused; without a refusal it is accepted. */
const TAKEN_MS = 400;
const LAST_WORD_MS = 500;
/** Precision of the limit, in bytes. */
const STEP = 64 * 1024;
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Whether clamd accepts a stream of this many bytes. No command reports its `StreamMaxLength`, but it judges the length that a
 * chunk announces before its first byte, so none need be sent.
 */
const takes = (host: string, port: number, bytes: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host, port });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('The scanner does not answer')));
    socket.on('error', (error) => (isTooBig(answer) ? end(false) : reject(error)));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (isTooBig(answer)) end(false);
    });
    socket.on('close', () => reject(new Error('The scanner closed the connection')));
    socket.once('connect', () => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes);
      socket.write(Buffer.concat([Buffer.from('zINSTREAM\0'), length]));
      setTimeout(() => end(true), TAKEN_MS).unref();
    });
  });

async function askedLimit(host: string, port: number): Promise<number | undefined> {
  if (await takes(host, port, FILE_LIMIT)) return undefined;
  let [taken, refused] = [0, FILE_LIMIT];
  while (refused - taken > STEP) {
    const middle = Math.round((taken + refused) / 2);
    if (await takes(host, port, middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}

/** Malware scanner: clamd over TCP. Throws if it can't be reached; the file then stays pending (spec 15.1). */
export function createScanner(config: Pick<Config, 'clamd'>): ScanPort {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(config.clamd ?? '') ?? [];
  let known: { limit: number | undefined; at: number } | undefined;
  const ask = async () => {
    const limit = await askedLimit(host, Number(port));
    known = { limit, at: performance.now() };
    return limit;
  };
  return {
    scan: async (content) => {
      if (!host) throw new Error('No scanner is configured');
      const verdict = await scan(host, Number(port), content);
      // The limit is lower than known: the next file of this size will be refused on upload.
      if (verdict === 'too-big') void ask().catch(() => undefined);
      return verdict;
    },
    limit: async (now = false) => {
      const due = now && (!known || performance.now() - known.at > ASK_AGAIN_MS);
      if (due && !host) throw new Error('No scanner is configured');
      return due ? ask() : known?.limit;
    },
  };
}
