import { describe, expect, it } from 'vitest';
import { kindOf, needsDecoders, pixelsOf } from './inspect.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const frame = (width: number, height: number, marker = 0xc0): number[] => [
  0xff,
  marker,
  0,
  11,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  1,
  0x11,
  0,
];
const jpeg = (...parts: number[][]): Uint8Array =>
  Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xda, 0, 2]);

describe('files identified by their bytes (25.8)', () => {
  it('are a PDF or a picture only when they begin as one', () => {
    expect(kindOf(bytes('%PDF-1.7 <html><svg>'))).toBe('pdf');
    expect(kindOf(jpeg(frame(1, 1)))).toBe('picture');
    expect(kindOf(bytes('PK\u0003\u0004 xl/workbook.xml'))).toBe('sheet');
    for (const text of ['<html>%PDF-1.7', '<svg xmlns=…>', 'GIF89a', ''])
      expect(kindOf(bytes(text))).toBe('other');
  });

  it('give the size of a picture before it is decoded', () => {
    expect(pixelsOf(jpeg(frame(30_000, 30_000)))).toBe(900_000_000);
    expect(pixelsOf(jpeg([0xff, 0xe1, 0, 4, 0, 0], [0xff], frame(300, 20, 0xc2)))).toBe(6000);
    expect(pixelsOf(jpeg(frame(10, 10), frame(30_000, 30_000)))).toBe(900_000_000);
    expect(pixelsOf(jpeg([0xff, 0xc4, 0, 11, 8, 99, 99, 99, 99, 1, 1, 1, 0]))).toBeUndefined();
    expect(pixelsOf(bytes('ÿØÿ'))).toBeUndefined();
  });

  it('show whether a PDF needs the decoders for scans', () => {
    expect(needsDecoders(bytes('%PDF-1.4 << /Filter /CCITTFaxDecode >>'))).toBe(true);
    expect(needsDecoders(bytes('%PDF-1.4 << /Filter/JPXDecode>>'))).toBe(true);
    expect(needsDecoders(bytes('%PDF-1.4 << /Filter /DCTDecode >> JPXDecode'))).toBe(false);
  });
});
