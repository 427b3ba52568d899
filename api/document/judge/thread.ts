import { createHash } from 'node:crypto';
import { checkFile, type FileFormat } from '@orbita/domain/document';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { cleanPhoto } from './jpeg.ts';
import type { Refusal } from './limits.ts';
import { pdfProblem } from './pdf.ts';
import { sheetProblem } from './sheet.ts';

/** A file as it came: its memory is given away with it. */
export type Given = { name: string; bytes: ArrayBuffer; accepted: readonly FileFormat[] };
/** A file as it is kept, or why it is not. */
export type Judged = { ok: true; format: FileFormat; bytes: ArrayBuffer; sha256: string } | Refusal;

/** Judges a file by all rules; photos lose what they tell besides the picture. */
export async function judge({ name, bytes, accepted }: Given): Promise<Judged> {
  const content = Buffer.from(bytes);
  const verdict = checkFile(name, content, accepted);
  if (!verdict.ok) return verdict;
  const { format } = verdict;
  let size = content.length;
  let problem: Refusal | undefined;
  if (format === 'pdf') problem = pdfProblem(content);
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

/** `judge` for `aside.ts`: the memory of the file travels back instead of being copied. */
export default async function judgeAside(given: Given): Promise<Judged> {
  const judged = await judge(given);
  if (!judged.ok) return judged;
  const carried = {
    get [transferableSymbol]() {
      return [judged.bytes];
    },
    get [valueSymbol]() {
      return judged;
    },
  };
  return move(carried) as unknown as Judged;
}
