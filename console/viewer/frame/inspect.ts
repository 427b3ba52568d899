import { sniff } from '@orbita/domain/document';

export type Kind = 'pdf' | 'picture' | 'sheet' | 'other';

/** The type of a file by its first bytes; its name and declared type prove nothing (spec 25.8). */
export function kindOf(bytes: Uint8Array): Kind {
  const format = sniff(bytes.subarray(0, 65_536));
  return format === 'jpeg' ? 'picture' : format === 'xlsx' ? 'sheet' : format;
}

/** Whether a JPEG marker starts a frame: all kinds of SOF, without the tables in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const hasNoBody = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Width × height announced by the header of a JPEG, so that an oversized picture is never decoded; undefined without a header.
 * The largest of several counts.
 */
export function pixelsOf(bytes: Uint8Array): number | undefined {
  let most: number | undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return most;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) at += 1;
    else if (hasNoBody(marker)) at += 2;
    else {
      if (marker === 0xda || marker === 0xd9) return most;
      if (isFrame(marker)) {
        const height = (bytes[at + 5] as number) * 256 + (bytes[at + 6] as number);
        const width = (bytes[at + 7] as number) * 256 + (bytes[at + 8] as number);
        most = Math.max(most ?? 0, width * height);
      }
      at += 2 + (bytes[at + 2] as number) * 256 + (bytes[at + 3] as number);
    }
  }
  return most;
}

/** Scanner encodings for which the small build of the PDF worker has no decoder. */
const PACKED = ['/JBIG2Decode', '/JPXDecode', '/CCITTFaxDecode', '/CCF'].map((name) =>
  Array.from(name, (character) => character.charCodeAt(0)),
);

/** True when a PDF names one of these encodings: only then are their decoders loaded. One pass over the bytes. */
export function needsDecoders(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at + 1))
    if (PACKED.some((name) => name.every((code, offset) => bytes[at + offset] === code))) return true;
  return false;
}
