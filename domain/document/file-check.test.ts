import { describe, expect, it } from 'vitest';
import {
  acceptedFormats,
  BYTES_PER_APPLICATION,
  checkFile,
  FORMATS,
  formatOfName,
  formatText,
  namedAs,
  pictureKind,
  sizeProblem,
  sniff,
} from './index.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const every = acceptedFormats(true);
const judged = (content: Uint8Array, accepted = every) => {
  const verdict = checkFile(content, accepted);
  return verdict.ok ? verdict.format : verdict.problem;
};

it('the formats, their names and media types', () => {
  expect(FORMATS).toEqual({
    pdf: { extensions: ['pdf'], mediaType: 'application/pdf', label: 'PDF' },
    jpeg: { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], mediaType: 'image/jpeg', label: 'JPEG' },
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
  ['a.jfif', 'jpeg'],
  ['a.JPE', 'jpeg'],
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
    [' %PDF-1.7', 'pdf'],
    ['\u00ef\u00bb\u00bf\r\n%PDF-1.7', 'pdf'],
    [`${' '.repeat(1024)}%PDF-1.7`, 'pdf'],
    [`${' '.repeat(1025)}%PDF-1.7`, 'other'],
    ['<html>%PDF-1.7', 'other'],
    ['PK\u0003\u0004docProps/thumbnail.jpeg', 'xlsx'],
    ['PK\u0003\u0004[Content_Types].xml word/document.xml', 'other'],
    ['PK\u0003\u0004mimetypeapplication/vnd.oasis', 'other'],
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
  it.each([
    ['', 'FILE_EMPTY'],
    ['%PDF-1.7', 'pdf'],
    ['\u00ff\u00d8\u00ff', 'jpeg'],
    ['PK\u0003\u0004xl/', 'xlsx'],
    ['MZ', 'FORMAT_NOT_ACCEPTED'],
  ])('%j: %s', (content, expected) => {
    expect(judged(bytes(content))).toBe(expected);
  });

  it('a file that is too big is not inspected', () => {
    const big = new Uint8Array(31_457_281);
    expect(checkFile(big, every)).toEqual({
      ...{ ok: false, problem: 'FILE_TOO_BIG', text: 'O arquivo excede 30MB.' },
    });
    expect([sizeProblem(0), sizeProblem(1)]).toEqual(['FILE_EMPTY', undefined]);
  });
});

describe('a file of another format is identified, with what to do', () => {
  const usual = acceptedFormats(false);
  it.each([
    ['\0\0\0\u0018ftypheic', 'HEIC', /No iPhone/],
    ['\0\0\0\u001cftypmif1\0\0\0\0mif1heic', 'HEIC', /No iPhone/],
    ['\0\0\0\u0018ftypavif', 'AVIF', /AVIF.*salve como JPEG/],
    ['\0\0\0\u0018ftypisom', undefined, /^Formato não aceito/],
    ['\u0089PNG\r\n', 'PNG', /PNG.*salve como JPEG/],
    ['RIFF\0\0\0\0WEBPVP8 ', 'WebP', /WebP/],
    ['RIFF\0\0\0\0WAVE', undefined, /^Formato/],
    ['GIF89a', 'GIF', /GIF/],
    ['\u00d0\u00cf\u0011\u00e0', undefined, /Word.*Salve como PDF e/],
    ['PK\u0003\u0004word/document.xml', undefined, /Word.*Salve como PDF e/],
    ['MZ', undefined, /^Formato não aceito. Envie PDF ou JPEG\.$/],
  ])('%j', (content, kind, text) => {
    expect(pictureKind(bytes(content))).toBe(kind);
    expect(formatText(usual, bytes(content))).toMatch(text);
  });
  it('where spreadsheets are accepted, they are suggested', () => {
    expect(formatText(every, bytes('\u00d0\u00cf\u0011\u00e0'))).toContain('PDF ou XLSX');
    expect(formatText(every)).toBe('Formato não aceito. Envie PDF, JPEG ou XLSX.');
  });
});

it.each([
  ['rg.pdf', 'pdf', 'rg.pdf'],
  ['rg.PDF', 'pdf', 'rg.PDF'],
  ['foto.jfif', 'jpeg', 'foto.jfif'],
  ['rg.pdf', 'jpeg', 'rg.jpg'],
  ['IMG_1.HEIC', 'jpeg', 'IMG_1.jpg'],
  ['image:1000012345', 'jpeg', 'image:1000012345.jpg'],
  ['2.via', 'pdf', '2.via.pdf'],
  ['pdf', 'pdf', 'pdf.pdf'],
] as const)('%s that is %s is stored as %s', (name, format, stored) => {
  expect(namedAs(name, format)).toBe(stored);
});
