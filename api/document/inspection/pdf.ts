import { inflateSync } from 'node:zlib';
import { LIMITS, type Refusal, tooManyPages, tooMuchInside, twoInOne } from './limits.ts';

const isBlank = (code: number | undefined) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x0c || code === 0;
const isLetter = (code: number | undefined) =>
  code !== undefined && ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a));

const SLASH = 0x2f;
/** Whitespace between a name and its value; no real PDF writer emits more. */
const MOST_BLANKS = 32;
/** Number of characters of a dictionary within which its stream must begin. */
const DICTIONARY = 1024;

/** Bytes charged for a group that is damaged somewhere after its beginning: how far it would expand is unknown. */
const DAMAGED_GROUP = 10 * 1024 * 1024;
const isOtherwisePacked = ({ message }: Error) => /header|compression method|window size/.test(message);

type Found = { page(): boolean; group(at: number): boolean };

/** True if the name (`/Page`) begins at that position and ends there completely. */
function isNameAt(bytes: Buffer, at: number, name: string): boolean {
  for (let place = 0; place < name.length; place++)
    if (bytes[at + place] !== name.charCodeAt(place)) return false;
  return !isLetter(bytes[at + name.length]);
}

/** Visits each `/Type /Page` and `/Type /ObjStm` of a text, byte by byte, until a callback returns false. */
function eachType(bytes: Buffer, { page, group }: Found): void {
  for (let at = bytes.indexOf(SLASH); at >= 0 && at < bytes.length; at++) {
    if (bytes[at] !== SLASH || !isNameAt(bytes, at, '/Type')) continue;
    let value = at + 5;
    while (value < at + 5 + MOST_BLANKS && isBlank(bytes[value])) value += 1;
    const goesOn = isNameAt(bytes, value, '/Page')
      ? page()
      : isNameAt(bytes, value, '/ObjStm')
        ? group(at)
        : true;
    if (!goesOn) return;
  }
}

/** Position where the stream of the surrounding dictionary begins; -1 if there is none nearby. */
function streamAt(bytes: Buffer, at: number): number {
  const near = bytes.subarray(at, at + DICTIONARY);
  const mark = near.indexOf('stream');
  if (mark < 0) return -1;
  let start = at + mark + 6;
  if (bytes[start] === 0x0d) start += 1;
  if (bytes[start] === 0x0a) start += 1;
  return start;
}

/** Programs read an archive from its end, so they would open a PDF with such an ending as an archive. */
function endsAsArchive(bytes: Buffer): boolean {
  const END = 22;
  const from = Math.max(0, bytes.length - END - 0xffff);
  const tail = bytes.subarray(from);
  for (
    let at = tail.lastIndexOf('PK\u0005\u0006');
    at >= 0;
    at = at > 0 ? tail.lastIndexOf('PK\u0005\u0006', at - 1) : -1
  ) {
    if (at + END <= tail.length && at + END + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

/**
 * Why a PDF is refused in spite of its signature: more pages than the limit, groups of objects that unpack to more than a file
 * may contain, or a second format at its end. undefined: nothing.
 */
export function pdfProblem(bytes: Buffer): Refusal | undefined {
  if (endsAsArchive(bytes)) return twoInOne;
  let pages = 0;
  let groups = 0;
  let unpacked = 0;
  let problem: Refusal | undefined;
  const page = () => {
    pages += 1;
    if (pages > LIMITS.pages) problem = tooManyPages;
    return problem === undefined;
  };
  const group = (at: number) => {
    const start = streamAt(bytes, at);
    if (start < 0) return true;
    groups += 1;
    if (groups > LIMITS.objectStreams) problem = tooMuchInside;
    else {
      try {
        const content = inflateSync(bytes.subarray(start), { maxOutputLength: LIMITS.unpacked - unpacked });
        unpacked += content.length;
        eachType(content, { page, group: () => true });
      } catch (error) {
        // A group that is damaged or compressed differently counts as having no pages. Refused are only a group that expands
        // too far, and many that are damaged after expanding.
        const { code } = error as NodeJS.ErrnoException;
        if (!isOtherwisePacked(error as Error)) unpacked += DAMAGED_GROUP;
        if (code === 'ERR_BUFFER_TOO_LARGE' || unpacked >= LIMITS.unpacked) problem = tooMuchInside;
      }
    }
    return problem === undefined;
  };
  eachType(bytes, { page, group });
  return problem;
}
