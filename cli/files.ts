import { readFileSync, statSync } from 'node:fs';
import { Misused } from './context.ts';

/** Upper limit of any file that this command line sends. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Bytes of a file; throws Misused when it cannot be read or is larger than anything that would be accepted. */
export function readBytes(path: string): Buffer<ArrayBuffer> {
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error('it has more than 50 MB');
    return readFileSync(path);
  } catch (error) {
    throw new Misused(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Text of a UTF-8 file; throws Misused as `readBytes` does, and for another encoding, in which names would be written wrongly. */
export function readTextFile(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Misused(`${path} is not UTF-8: save it in this encoding, in a spreadsheet as "CSV UTF-8"`);
  }
}
