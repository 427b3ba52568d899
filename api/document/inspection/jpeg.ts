import { damaged, LIMITS, type Refusal, tooManyPixels, tooMuchInside } from './limits.ts';

/** Photos contain location, time and device, which the institution doesn't need (LGPD art. 6 III). */

const MARKER = { end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe };
const ORIENTATION = 0x0112;
const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;
const EXIF_BYTES = 36;

/** Tables, frames and scans: the picture itself. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd);
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Exif orientation of the picture (2–8); undefined if it is upright or not given. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.length < EXIF_BYTES || segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(10);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const two = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const count = two(directory);
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
    if (two(at) !== ORIENTATION) continue;
    const value = two(at + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Exif with the orientation and nothing else; without it phone photos would be displayed rotated. */
function orientationSegment(value: number): Buffer {
  const segment = Buffer.alloc(EXIF_BYTES);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(34, 2);
  segment.write('Exif\0\0MM\0*', 4, 'latin1');
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(value, 28);
  return segment;
}

/** JFIF without the thumbnail it may contain. */
function plainJfif(segment: Buffer): Buffer {
  const plain = Buffer.from(segment.subarray(0, JFIF_BYTES));
  plain.writeUInt16BE(JFIF_BYTES - 2, 2);
  plain.writeUInt16BE(0, JFIF_BYTES - 2);
  return plain;
}

/** First marker at or after a position within picture data; stuffed bytes and restart markers belong to the data. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1] as number;
    if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return -1;
}

/** Writes the cleaned photo into the memory of the original: never beyond what has already been read. */
class Rewriting {
  readonly #bytes: Buffer;
  length = 2;
  #jfif = false;
  #adobe = false;
  #oriented = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  move(from: number, end: number): void {
    if (from !== this.length) this.#bytes.copyWithin(this.length, from, end);
    this.length += end - from;
  }

  #put(content: Buffer): void {
    content.copy(this.#bytes, this.length);
    this.length += content.length;
  }

  /** Keeps the application data that affects how the picture looks, once each: JFIF, Adobe, colour profile, orientation. */
  application(marker: number, from: number, end: number): void {
    const segment = this.#bytes.subarray(from, end);
    const mark = segment.toString('latin1', 4, 16);
    if (marker === MARKER.app0 && !this.#jfif && segment.length >= JFIF_BYTES && mark.startsWith('JFIF\0')) {
      this.#jfif = true;
      this.#put(plainJfif(segment));
    } else if (
      marker === MARKER.app14 &&
      !this.#adobe &&
      segment.length === ADOBE_BYTES &&
      mark.startsWith('Adobe')
    ) {
      this.#adobe = true;
      this.move(from, end);
    } else if (marker === MARKER.app2 && mark.startsWith('ICC_PROFILE')) {
      this.move(from, end);
    } else if (marker === MARKER.app1 && !this.#oriented) {
      const orientation = orientationOf(segment);
      if (orientation) this.#put(orientationSegment(orientation));
      this.#oriented = orientation !== undefined;
    }
  }
}

/**
 * Removes location, time, device, thumbnails, comments and data that phones append after the picture, in place, in one pass
 * over the bytes.
 * @returns the number of bytes left, or why the photo is refused: truncated, or too many pixels, passes or parts.
 */
export function cleanPhoto(bytes: Buffer): number | Refusal {
  const photo = new Rewriting(bytes);
  let at = 2;
  let framed = false;
  let scans = 0;
  for (let segments = 0; ; segments++) {
    if (segments > LIMITS.segments) return tooMuchInside;
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return damaged;
    if (marker === MARKER.end) {
      photo.move(at, at + 2);
      return scans > 0 ? photo.length : damaged;
    }
    if (at + 4 > bytes.length) return damaged;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return damaged;
    if (isFrame(marker)) {
      if (framed || end < at + 10) return damaged;
      framed = true;
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
      if (pixels === 0) return damaged;
      if (pixels > LIMITS.pixels) return tooManyPixels;
    }
    if (isPicture(marker)) photo.move(at, end);
    else if (marker >= MARKER.app0 && marker <= 0xef) photo.application(marker, at, end);
    else if (marker < 0xf0) return damaged;
    at = end;
    if (marker === MARKER.scan) {
      scans += 1;
      if (!framed) return damaged;
      if (scans > LIMITS.scans) return tooMuchInside;
      const next = nextMarker(bytes, at);
      if (next < 0) return damaged;
      photo.move(at, next);
      at = next;
    }
  }
}
