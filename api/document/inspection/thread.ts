import { createHash } from 'node:crypto';
import { checkFile, type FileFormat } from '@orbita/domain/document';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { cleanPhoto } from './jpeg.ts';
import type { Refusal } from './limits.ts';
import { pdfProblem } from './pdf.ts';
import { unopenable } from './pdf-reader.ts';
import { sheetProblem } from './sheet.ts';

/** A file as received; its memory is transferred to the thread. */
export type Given = { bytes: ArrayBuffer; accepted: readonly FileFormat[] };
/** A file in the form to be stored, or why it is refused. */
export type Inspected = { ok: true; format: FileFormat; bytes: ArrayBuffer; sha256: string } | Refusal;

/** Inspects a file by all rules; photos lose their metadata. */
export async function inspect({ bytes, accepted }: Given): Promise<Inspected> {
  const content = Buffer.from(bytes);
  const verdict = checkFile(content, accepted);
  if (!verdict.ok) return verdict;
  const { format } = verdict;
  let size = content.length;
  let problem: Refusal | undefined;
  if (format === 'pdf') problem = pdfProblem(content) ?? (await unopenable(content));
  else if (format === 'xlsx') problem = await sheetProblem(content);
  else {
    const left = cleanPhoto(content);
    if (typeof left === 'number') size = left;
    else problem = left;
  }
  if (problem) return problem;
  const sha256 = createHash('sha256').update(content.subarray(0, size)).digest('hex');
  return { ok: true, format, bytes: bytes.transferToFixedLength(size), sha256 };
}

/** Worker entry point of `inspect` for `in-thread.ts`: transfers the file's memory back instead of copying it. */
export default async function inspectInThread(given: Given): Promise<Inspected> {
  const inspected = await inspect(given);
  if (!inspected.ok) return inspected;
  const carried = {
    get [transferableSymbol]() {
      return [inspected.bytes];
    },
    get [valueSymbol]() {
      return inspected;
    },
  };
  return move(carried) as unknown as Inspected; // the pool returns the inner value to its caller, which none of its types express
}
