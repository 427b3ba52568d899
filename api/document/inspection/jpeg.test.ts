import { checkFile } from '@orbita/domain/document';
import { describe, expect, it } from 'vitest';
import { JPEG } from '../../../testing/bodies.ts';
import { fileName } from '../receive.ts';
import { cleanPhoto } from './jpeg.ts';

/** The stored form of a photo; undefined if it is refused. */
const withoutMetadata = (photo: Buffer): Buffer | undefined => {
  const copy = Buffer.from(photo);
  const left = cleanPhoto(copy);
  return typeof left === 'number' ? copy.subarray(0, left) : undefined;
};
const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const withSegments = (...segments: Buffer[]) =>
  Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);
const exif = (orientation: number, little: boolean) => {
  const tiff = Buffer.alloc(26);
  tiff.write(little ? 'II*\0' : 'MM\0*', 0, 'latin1');
  const two = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const four = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  four(8, 4);
  two(1, 8);
  two(0x0112, 10);
  two(3, 12);
  four(1, 14);
  two(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS -19.92 -43.94')]));
};

describe('photos', () => {
  it('S26: lose location, device, comments and trailing bytes', () => {
    const photo = Buffer.concat([
      withSegments(
        exif(1, true),
        segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/ GPSLatitude')),
        segment(0xed, Buffer.from('Photoshop 3.0 GPS')),
        segment(0xe2, Buffer.from('MPF GPS')),
        segment(0xfe, Buffer.from('GPS comment')),
      ),
      Buffer.from('film with GPS'),
    ]);
    expect(withoutMetadata(photo)?.equals(JPEG)).toBe(true);
  });

  it.each([true, false])('keep their orientation and their colours (little-endian: %s)', (little) => {
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001profile'));
    const clean = withoutMetadata(withSegments(exif(6, little), profile));
    expect(clean?.includes('GPS')).toBe(false);
    expect(clean?.includes('ICC_PROFILE')).toBe(true);
    // Cleaning the result again changes nothing, so the rewritten Exif has the same orientation.
    expect(clean && withoutMetadata(clean)?.equals(clean)).toBe(true);
    expect(clean?.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
    expect(clean && checkFile(clean, ['jpeg']).ok).toBe(true);
  });

  it('that are cut off are distinguished from complete ones', () => {
    expect(withoutMetadata(JPEG)?.equals(JPEG)).toBe(true);
    for (let cut = 2; cut < JPEG.length - 1; cut += 7)
      expect(withoutMetadata(JPEG.subarray(0, cut))).toBeUndefined();
  });
});

describe('file names', () => {
  it.each([
    ['rg.pdf', 'rg.pdf'],
    ['../../etc/rg.pdf', 'rg.pdf'],
    ['C:\\fotos\\rg.pdf', 'rg.pdf'],
    ['a\r\n"b\u0000.pdf', 'ab.pdf'],
    ['', 'arquivo'],
    ['histórico.pdf', 'histórico.pdf'],
    [Buffer.from('histórico – 2ª via.pdf').toString('latin1'), 'histórico – 2ª via.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ])('%j is stored as %j', (sent, kept) => {
    expect(fileName(sent)).toBe(kept);
  });
});
