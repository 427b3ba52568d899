import { damaged, protectedFile, type Refusal } from './limits.ts';

/** Bytes at the end of a PDF that normally contain its end marker. */
const TAIL = 2048;
/** Bytes after the name within which its value must begin. */
const NEAR = 40;
const ENCRYPT = '/Encrypt';
/** A reference (`12 0 R`) or a dictionary, after optional whitespace. */
const VALUE = /^[\0\t-\r ]{0,38}(?:<<|\d{1,10}[\0\t-\r ]{1,20}\d{1,5}[\0\t-\r ]{1,20}R)/;

/** Bytes with which a value, or the whitespace before it, can begin. */
const BEGINS = new Set(Array.from('\0\t\n\v\f\r <0123456789', (sign) => sign.charCodeAt(0)));

/** True if there may be an encryption entry; names such as `/EncryptMetadata`, and most texts, don't count. */
function namesEncryption(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ENCRYPT); at >= 0; at = bytes.indexOf(ENCRYPT, at + ENCRYPT.length)) {
    const from = at + ENCRYPT.length;
    // Cheap check first: a file may consist of nothing but this name.
    if (!BEGINS.has(bytes[from] ?? 0x2f)) continue;
    if (VALUE.test(bytes.subarray(from, from + NEAR).toString('latin1'))) return true;
  }
  return false;
}

const endsAsOthers = (bytes: Buffer): boolean =>
  bytes.subarray(Math.max(0, bytes.length - TAIL)).includes('%%EOF') && bytes.lastIndexOf('startxref') >= 0;

/**
 * Why staff couldn't open a PDF, judged by the console's reader (pdf.js); undefined: it opens. Only a suspicious file is
 * actually opened, one that may need a password or lacks the usual ending: a large one takes seconds.
 */
export async function unopenable(bytes: Buffer): Promise<Refusal | undefined> {
  if (!namesEncryption(bytes) && endsAsOthers(bytes)) return undefined;
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      await pdf.getPage(1);
      return undefined;
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? protectedFile : damaged;
  }
}
