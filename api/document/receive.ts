import { FILE_LIMIT } from '@orbita/domain/document';
import type { Upload } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';

/** Bytes of uploads held at once by this process; slow senders hold only what they have sent. */
const MOST_HELD = 512 * 1024 * 1024;
const SIGNATURE = 8;

/** Counts the bytes in memory. */
export type Budget = { take(bytes: number): boolean; give(bytes: number): void };
export const createBudget = (most = MOST_HELD): Budget => {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    give(bytes) {
      held -= bytes;
    },
  };
};

const KNOWN = [Buffer.from('%PDF-'), Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('PK\u0003\u0004')];
const mayBeKnown = (head: Buffer) => KNOWN.some((mark) => head.subarray(0, mark.length).equals(mark));

export type Received =
  | { ok: true; bytes: Buffer }
  | { ok: false; problem: 'FILE_TOO_BIG' | 'FORMAT_NOT_ACCEPTED' };

/**
 * Reads an upload, counting as it comes (spec 15.1). Of a file that is too big or of no accepted kind nothing is kept
 * any more, but the rest is read away: the sender would otherwise see a broken connection instead of the answer.
 */
export async function receive({ stream }: Pick<Upload, 'stream'>, budget: Budget): Promise<Received> {
  let chunks: Buffer[] = [];
  let size = 0;
  let held = 0;
  let problem: Extract<Received, { ok: false }>['problem'] | undefined;
  const drop = () => {
    budget.give(held);
    held = 0;
    chunks = [];
  };
  try {
    for await (const piece of stream) {
      const chunk = piece as Buffer;
      size += chunk.length;
      if (problem) continue;
      if (size > FILE_LIMIT) problem = 'FILE_TOO_BIG';
      else if (size >= SIGNATURE && size - chunk.length < SIGNATURE) {
        if (!mayBeKnown(Buffer.concat([...chunks, chunk]))) problem = 'FORMAT_NOT_ACCEPTED';
      }
      if (problem) drop();
      else {
        if (!budget.take(chunk.length)) fail('UPLOAD_FAILED');
        held += chunk.length;
        chunks.push(chunk);
      }
    }
    return problem ? { ok: false, problem } : { ok: true, bytes: Buffer.concat(chunks) };
  } finally {
    stream.destroy();
    drop();
  }
}

/** Name of a file without folders and marks of control; senders' names come as bytes of UTF-8. */
export function fileName(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1');
  const decoded = bytes.toString('latin1') === sent ? bytes.toString('utf8') : sent;
  const name = decoded.includes('\ufffd') ? sent : decoded;
  const plain = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}"]/gu, '').trim();
  if (plain.length <= 120) return plain || 'arquivo';
  const extension = /\.\w{1,5}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, 120 - extension.length) + extension;
}
