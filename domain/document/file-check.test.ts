import { describe, expect, it } from 'vitest';
import {
  acceptedFormats,
  BYTES_PER_APPLICATION,
  checkFile,
  FORMATS,
  formatOfName,
  isProtectedPdf,
  sizeProblem,
  sniff,
} from './index.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const every = acceptedFormats(true);
const judged = (name: string, content: Uint8Array, accepted = every) => {
  const verdict = checkFile(name, content, accepted);
  return verdict.ok ? verdict.format : verdict.problem;
};

it('the formats, their names and media types', () => {
  expect(FORMATS).toEqual({
    pdf: { extensions: ['pdf'], mediaType: 'application/pdf', label: 'PDF' },
    jpeg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', label: 'JPEG' },
    xlsx: {
      extensions: ['xlsx'],
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      label: 'XLSX',
    },
  });
  expect([acceptedFormats(true), acceptedFormats(false)]).toEqual([
    ['pdf', 'jpeg', 'xlsx'],
    ['pdf', 'jpeg'],
  ]);
  expect(BYTES_PER_APPLICATION).toBe(314_572_800);
});

it.each([
  ['a.pdf', 'pdf'],
  ['a.b.PDF', 'pdf'],
  ['pdf', 'pdf'],
  ['a.jpg', 'jpeg'],
  ['a.JPEG', 'jpeg'],
  ['a.xlsx', 'xlsx'],
  ['a.pdf.exe', undefined],
  ['a.', undefined],
  ['', undefined],
])('the name %s claims the format %s', (name, format) => {
  expect(formatOfName(name)).toBe(format);
});

describe('a format by its first bytes', () => {
  it.each([
    ['%PDF-', 'pdf'],
    ['%PDF', 'other'],
    ['%PDX-1.7', 'other'],
    [' %PDF-1.7', 'other'],
    ['\u00ff\u00d8\u00ff', 'jpeg'],
    ['\u00ff\u00d8', 'other'],
    ['\u00ff\u00d8\u00fe\u00e0', 'other'],
    ['PK\u0003\u0004xl/', 'xlsx'],
    ['PK\u0003\u0005xl/', 'other'],
    ['XX\u0003\u0004xl/', 'other'],
    ['text that names xl/', 'other'],
    ['', 'other'],
  ])('%j is %s', (content, format) => {
    expect(sniff(bytes(content))).toBe(format);
  });
});

describe('the verdict names its problem', () => {
  const tail = 'startxref\n9\n%%EOF';
  it.each([
    ['a.pdf', '', 'FILE_EMPTY'],
    ['a.pdf', `%PDF-1.7 ${tail}`, 'pdf'],
    ['a.jpg', `%PDF-1.7 ${tail}`, 'FORMAT_NOT_ACCEPTED'],
    ['a.exe', 'MZ', 'FORMAT_NOT_ACCEPTED'],
    ['a', '%PDF-1.7', 'FORMAT_NOT_ACCEPTED'],
    ['a.pdf', `%PDF-1.7 /Encrypt 5 0 R ${tail}`, 'FILE_PROTECTED'],
    ['a.pdf', '%PDF-1.7', 'FILE_DAMAGED'],
    // Only the end of a file shows that it is whole.
    ['a.pdf', `%PDF-1.7 ${tail}${' '.repeat(2043)}`, 'pdf'],
    ['a.pdf', `%PDF-1.7 ${tail}${' '.repeat(2044)}`, 'FILE_DAMAGED'],
    ['a.xlsx', 'PK\u0003\u0004xl/PK\u0005\u0006', 'xlsx'],
    ['a.xlsx', 'PK\u0003\u0004xl/PK\u0005', 'FILE_DAMAGED'],
    ['a.xlsx', `PK\u0003\u0004xl/PK\u0005\u0006${' '.repeat(65_553)}`, 'xlsx'],
    ['a.xlsx', `PK\u0003\u0004xl/PK\u0005\u0006${' '.repeat(65_554)}`, 'FILE_DAMAGED'],
    // Words of another format are no reason to refuse.
    ['a.xlsx', 'PK\u0003\u0004xl/ /Encrypt 5 0 R PK\u0005\u0006', 'xlsx'],
  ])('%s holding %j: %s', (name, content, expected) => {
    expect(judged(name, bytes(content))).toBe(expected);
  });

  it('a file that is too big is not looked at', () => {
    const big = new Uint8Array(31_457_281);
    expect(checkFile('a.pdf', big, every)).toEqual({
      ...{ ok: false, problem: 'FILE_TOO_BIG', text: 'O arquivo excede 30MB.' },
    });
    expect([sizeProblem(0), sizeProblem(1)]).toEqual(['FILE_EMPTY', undefined]);
  });
});

describe('a protected PDF names an encryption dictionary', () => {
  it.each([
    ['/Encrypt 5 0 R', true],
    ['/Encrypt 5 0 R trailer', true],
    ['/Encrypt 105 29 R', true],
    ['/Encrypt\u00005\t0\nR', true],
    ['/Encrypt\r\n5\u000b0\u000cR', true],
    ['/Encrypt5 0 R', true],
    ['/Encrypt<<', true],
    ['/Encrypt  <<', true],
    ['/Encrypt 90 9 R', true],
    ['/EncryptMetadata true /Encrypt 1 0 R', true],
    ['/Encrypt/Encrypt 1 0 R', true],
    ['/Encryp /Encrypt 1 0 R', true],
    [`/Encrypt${' '.repeat(36)}5 0 R`, true],
    [`/Encrypt${' '.repeat(37)}5 0 R`, false],
    [`/Encrypt${' '.repeat(38)}<<`, true],
    ['/Encrypt', false],
    ['/Encrypt ', false],
    ['/Encryp', false],
    ['/Encrypt <', false],
    ['/Encrypt < <', false],
    ['/Encrypt x<', false],
    ['/Encrypt 5 0', false],
    ['/Encrypt 5 0 ', false],
    ['/Encrypt 5 0 X', false],
    ['/Encrypt 50 R', false],
    ['/Encrypt 5 0R', false],
    ['/Encrypt 5  R', false],
    ['/Encrypt R', false],
    ['/Encrypt 0 R', false],
    ['/Encrypt (5 0 R', false],
    ['/Encrypt 5: 0 R', false],
    ['/Encrypt 5\u000e0 R', false],
    ['/Encrypt 5\u00080 R', false],
    ['/Encrypt a 0 R', false],
    ['/Encrypt 5 a R', false],
    ['/encrypt 5 0 R', false],
  ])('%j: %s', (content, expected) => {
    expect(isProtectedPdf(bytes(content))).toBe(expected);
    expect(isProtectedPdf(bytes(`%PDF-1.7\n//Enc${content}\n`))).toBe(expected);
  });
});

describe('a photo is whole when its data ends with its mark', () => {
  const photo = (...segments: number[][]) => Uint8Array.from([0xff, 0xd8, ...segments.flat()]);
  const segment = (marker: number, length: number, fill = 0) => [
    ...[0xff, marker, length >> 8, length & 0xff],
    ...Array<number>(length - 2).fill(fill),
  ];
  const SCAN = segment(0xda, 4);
  const END = [0xff, 0xd9];

  it.each<[string, Uint8Array, string]>([
    ['only a scan', photo(SCAN, [1, 2], END), 'jpeg'],
    ['short segments before it', photo(segment(0xe0, 6), segment(0xdb, 9), SCAN, [1], END), 'jpeg'],
    ['a segment of more than 255 bytes', photo(segment(0xe1, 700), SCAN, [1], END), 'jpeg'],
    ['marks inside of a segment', photo(segment(0xe1, 400, 0xff), SCAN, [1], END), 'jpeg'],
    ['an end followed by a film', photo(SCAN, [1], END, Array(99).fill(7)), 'jpeg'],
    ['half a mark before the end', photo(SCAN, [0xff, 0xff, 0xd9]), 'jpeg'],
    ['no end', photo(SCAN, [1, 2, 3, 4]), 'FILE_DAMAGED'],
    ['half an end', photo(SCAN, [1, 0xff]), 'FILE_DAMAGED'],
    ['the parts of an end apart', photo(SCAN, [0xff, 1, 0xd9, 1]), 'FILE_DAMAGED'],
    ['an end without its first half', photo(SCAN, [1, 0xd9, 1, 2]), 'FILE_DAMAGED'],
    ['an end only before the scan', photo(segment(0xe1, 8), END, SCAN, [1, 2]), 'FILE_DAMAGED'],
    ['an end inside of a segment', photo([0xff, 0xe1, 0, 6, 0xff, 0xd9, 1, 1], SCAN, [1]), 'FILE_DAMAGED'],
    ['a scan inside of a segment', photo([0xff, 0xe1, 0, 9, 0xff, 0xda, 1, 0xff, 0xd9]), 'FILE_DAMAGED'],
    ['no scan', photo(segment(0xe0, 6), END), 'FILE_DAMAGED'],
    ['no segments', photo([0xff]), 'FILE_DAMAGED'],
    ['other bytes between', photo(segment(0xe0, 4), [7, 0xda, 0, 2], END), 'FILE_DAMAGED'],
  ])('%s', (_what, content, expected) => {
    expect(judged('a.jpg', content)).toBe(expected);
  });
});
