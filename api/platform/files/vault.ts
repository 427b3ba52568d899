import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { firstThat } from '../seal.ts';

/**
 * Files at rest: pieces of 64 KiB, each sealed with AES-256-GCM under a key of the tenant (STREAM construction: the nonce
 * contains the piece's number and whether it is the last). So a file can be read as a stream, and changed, moved or truncated
 * bytes are never returned. The storage key is authenticated too, so that a file stored under another key does not open.
 */
const MARK = Buffer.from('ORB1');
const PREFIX_BYTES = 7;
const PIECE = 64 * 1024;
const TAG = 16;
const HEAD = MARK.length + PREFIX_BYTES;

/** The configured secrets, of which the first seals and any opens; the tenant, and the file's storage key. */
export type Seal = { secrets: readonly string[]; tenantId: number; key: string };

const keyOf = ({ tenantId }: Seal, secret = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, `tenant:${tenantId}`, 'candidate documents', 32));

function nonceOf(prefix: Buffer, piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(piece, PREFIX_BYTES);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Whether the content was produced by `sealed`. */
export const isSealed = (stored: Uint8Array): boolean => MARK.equals(stored.subarray(0, MARK.length));

const pieceOf = (seal: Seal, key: Buffer, nonce: Buffer, plain: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(seal.key));
  const part = cipher.update(plain);
  cipher.final();
  return Buffer.concat([part, cipher.getAuthTag()]);
};

/** Yields the sealed pieces of content, each created on demand. */
export function* sealed(seal: Seal, content: Buffer): Generator<Buffer> {
  const key = keyOf(seal, seal.secrets[0]);
  const prefix = randomBytes(PREFIX_BYTES);
  yield Buffer.concat([MARK, prefix]);
  const pieces = Math.max(1, Math.ceil(content.length / PIECE));
  for (let piece = 0; piece < pieces; piece++) {
    const nonce = nonceOf(prefix, piece, piece === pieces - 1);
    yield pieceOf(seal, key, nonce, content.subarray(piece * PIECE, (piece + 1) * PIECE));
  }
}

/** Like `sealed`, for content produced on the fly that is never in memory as a whole. */
export async function* sealedStream(seal: Seal, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const key = keyOf(seal, seal.secrets[0]);
  const prefix = randomBytes(PREFIX_BYTES);
  yield Buffer.concat([MARK, prefix]);
  let piece = 0;
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    // A piece that may be the last one is held back until more data arrives.
    for (; waiting.length > PIECE; waiting = waiting.subarray(PIECE))
      yield pieceOf(seal, key, nonceOf(prefix, piece++, false), waiting.subarray(0, PIECE));
  }
  yield pieceOf(seal, key, nonceOf(prefix, piece, true), waiting);
}

async function* opened(seal: Seal, stored: Readable): AsyncGenerator<Buffer> {
  /** Key derived from the secret that opened the first piece. */
  let key: Buffer | undefined;
  let prefix: Buffer | undefined;
  let waiting = Buffer.alloc(0);
  let piece = 0;
  const open = (part: Buffer, last: boolean): Buffer => {
    if (!prefix || part.length < TAG) throw new Error(`${seal.key} is not a sealed file`);
    const nonce = nonceOf(prefix, piece++, last);
    const openWith = (tried: Buffer): Buffer => {
      const decipher = createDecipheriv('aes-256-gcm', tried, nonce);
      decipher.setAAD(Buffer.from(seal.key));
      decipher.setAuthTag(part.subarray(-TAG));
      const plain = decipher.update(part.subarray(0, -TAG));
      decipher.final();
      key = tried;
      return plain;
    };
    return key ? openWith(key) : firstThat(seal.secrets, (secret) => openWith(keyOf(seal, secret)));
  };
  for await (const chunk of stored) {
    waiting = Buffer.concat([waiting, chunk as Buffer]);
    if (!prefix && waiting.length >= HEAD) {
      if (!waiting.subarray(0, MARK.length).equals(MARK)) throw new Error(`${seal.key} is not a sealed file`);
      prefix = waiting.subarray(MARK.length, HEAD);
      waiting = waiting.subarray(HEAD);
    }
    // A piece that may be the last one is held back until the end of the file is known.
    while (prefix && waiting.length > PIECE + TAG) {
      const plain = open(waiting.subarray(0, PIECE + TAG), false);
      waiting = waiting.subarray(PIECE + TAG);
      yield plain;
    }
  }
  yield open(waiting, true);
}

/**
 * Returns the content of a sealed file as a stream. Throws if its first piece does not open; if a later part was tampered with,
 * the stream ends with an error.
 */
export async function unsealed(seal: Seal, stored: Readable): Promise<Readable> {
  const pieces = opened(seal, stored);
  const first = await pieces.next();
  const plain = Readable.from(
    (async function* () {
      if (!first.done) yield first.value;
      yield* pieces;
    })(),
  );
  // A stream that is never read does not end by itself and would keep the file open.
  plain.once('close', () => stored.destroy());
  return plain;
}
