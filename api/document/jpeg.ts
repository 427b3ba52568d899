/** Photos carry where, when and by what they were taken; the institution has no use for it (LGPD art. 6 III). */

const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app2: 0xe2, app14: 0xee, comment: 0xfe };
const ORIENTATION = 0x0112;

/** Colour needs these: JFIF, colour profile, Adobe's colour transform. All other application data goes. */
const isKept = (marker: number) => marker === MARKER.app0 || marker === MARKER.app14 || marker < MARKER.app0;

const isProfile = (marker: number, segment: Buffer) =>
  marker === MARKER.app2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE';

/** Which way up the picture is (2–8); undefined when it is as it should be or nothing says so. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(10);
  if (tiff.length < 14) return undefined;
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

/** Exif with the orientation and nothing else: without it phone photos would lie on their side. */
function orientationSegment(value: number): Buffer {
  const segment = Buffer.alloc(36);
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

/** First marker at or after a place inside picture data: stuffed bytes and restart marks belong to the data. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return -1;
}

/**
 * The photo without place, time, device, thumbnails, comments, and without what phones append behind the picture.
 * undefined: the picture does not come to its end, the file was cut.
 */
export function withoutMetadata(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return undefined;
    if (marker === MARKER.end) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    const orientation = marker === 0xe1 ? orientationOf(segment) : undefined;
    if (orientation) kept.push(orientationSegment(orientation));
    else if (marker !== MARKER.comment && (isKept(marker) || isProfile(marker, segment))) kept.push(segment);
    at = end;
    if (marker === MARKER.scan) {
      const next = nextMarker(bytes, at);
      if (next < 0) return undefined;
      kept.push(bytes.subarray(at, next));
      at = next;
    }
  }
}
