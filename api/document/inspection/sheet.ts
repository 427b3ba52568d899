import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import {
  damaged,
  LIMITS,
  noWorkbook,
  protectedFile,
  RATIO_FROM,
  type Refusal,
  tooMuchInside,
  withMacros,
} from './limits.ts';

const NEEDED = ['[Content_Types].xml', 'xl/workbook.xml'];
/** A macro program inside; files with one have a different extension (`.xlsm`). */
const PROGRAM = /(?:^|\/)vbaProject\.bin$/i;

/** Unpacks a part without storing it; throws if its size differs from the directory's or it can't be unpacked. */
async function unpackedSize(zip: ZipFile, entry: Entry, most: number): Promise<number> {
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  for await (const piece of stream) {
    size += (piece as Buffer).length;
    if (size > most) {
      stream.destroy();
      break;
    }
  }
  return size;
}

const growsTooFar = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * LIMITS.ratio;

async function problemOf(zip: ZipFile): Promise<Refusal | undefined> {
  if (zip.entryCount > LIMITS.entries) return tooMuchInside;
  const names = new Set<string>();
  let left: number = LIMITS.unpacked;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) return protectedFile;
    if (PROGRAM.test(entry.fileName)) return withMacros;
    if (names.has(entry.fileName)) return damaged;
    names.add(entry.fileName);
    if (entry.uncompressedSize > left || growsTooFar(entry)) return tooMuchInside;
    // Sizes in the directory are trusted only after unpacking, because one part may be listed a hundred times.
    left -= await unpackedSize(zip, entry, left);
    if (left < 0) return tooMuchInside;
  }
  return NEEDED.every((name) => names.has(name)) ? undefined : noWorkbook;
}

/** Why a spreadsheet is refused (S23); every part is unpacked once and not stored. undefined: nothing. */
export async function sheetProblem(bytes: Buffer): Promise<Refusal | undefined> {
  try {
    return await problemOf(await fromBufferPromise(bytes, { strictFileNames: true }));
  } catch {
    return damaged;
  }
}
