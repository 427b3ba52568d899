import { FILE_LIMIT } from '@orbita/domain/document';
import type { Upload } from '../platform/http/context.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Holding } from './budget.ts';

/** Number of leading bytes with which an unaccepted file type is recognised while it is still arriving. */
const SIGNATURE = 32;
const KNOWN = [
  ...[Buffer.from('%PDF-'), Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('PK\u0003\u0004')],
  // What may precede a PDF; the whole file will tell.
  ...[Buffer.from([0xef, 0xbb, 0xbf]), ...[0, 9, 10, 12, 13, 32].map((blank) => Buffer.from([blank]))],
];
const mayBeKnown = (head: Uint8Array) =>
  KNOWN.some((mark) => mark.equals(Buffer.from(head.subarray(0, mark.length))));

export type Received =
  | { ok: true; bytes: ArrayBuffer }
  | { ok: false; problem: 'FILE_TOO_BIG' }
  | { ok: false; problem: 'FORMAT_NOT_ACCEPTED'; head: Uint8Array };

/**
 * Reads an upload and counts its bytes as they arrive (spec 15.1). The content of a file that is too big or of an unaccepted
 * type is dropped, but the rest is still read, because otherwise the sender would see a broken connection instead of the
 * response. The buffer grows with the bytes received, so that it is never copied as a whole.
 * @param holding counts the bytes; fails with 429 or 503 if there is no room for them. The caller releases them.
 * @throws MALFORMED if the form ends before its file does
 */
export async function receive({ stream }: Pick<Upload, 'stream'>, holding: Holding): Promise<Received> {
  const bytes = new ArrayBuffer(0, { maxByteLength: FILE_LIMIT });
  let size = 0;
  let head = new Uint8Array();
  let problem: Extract<Received, { ok: false }>['problem'] | undefined;
  try {
    for await (const piece of stream) {
      const chunk = piece as Buffer;
      const before = size;
      size += chunk.length;
      if (problem) continue;
      if (size > FILE_LIMIT) problem = 'FILE_TOO_BIG';
      else {
        holding.take(chunk.length);
        bytes.resize(size);
        new Uint8Array(bytes, before).set(chunk);
        const first = before < SIGNATURE && size >= SIGNATURE;
        if (first && !mayBeKnown(new Uint8Array(bytes, 0, SIGNATURE))) {
          problem = 'FORMAT_NOT_ACCEPTED';
          head = Uint8Array.from(new Uint8Array(bytes, 0, SIGNATURE));
        }
      }
      if (problem) {
        bytes.resize(0);
        holding.release();
      }
    }
    if (problem === 'FORMAT_NOT_ACCEPTED') return { ok: false, problem, head };
    return problem ? { ok: false, problem } : { ok: true, bytes };
  } catch (error) {
    bytes.resize(0);
    // Errors of the form parser are caused by the sender: the parts or the connection ended too early.
    throw error instanceof AppError ? error : new AppError('MALFORMED');
  } finally {
    stream.destroy();
  }
}

/** Name of a file in a form, where senders' names arrive as UTF-8 bytes. */
export function fileName(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1');
  const decoded = bytes.toString('latin1') === sent ? bytes.toString('utf8') : sent;
  return cleanName(decoded.includes('\ufffd') ? sent : decoded);
}

/** A name without folders and control characters, short enough to be displayed. */
export function cleanName(name: string): string {
  const plain = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}"]/gu, '').trim();
  // Whole characters, because the database takes no half of one.
  const signs = [...plain];
  if (signs.length <= 120) return plain || 'arquivo';
  const extension = /\.\w{1,5}$/.exec(plain)?.[0] ?? '';
  return signs.slice(0, 120 - extension.length).join('') + extension;
}
