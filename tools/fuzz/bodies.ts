import { gzipSync } from 'node:zlib';
import { JPEG } from '@orbita/testing/bodies';
import fc from 'fast-check';
import { edited } from './edits.ts';
import { writeJson } from './strange.ts';

/** A body as sent, and the headers that describe it. */
export type Sent = { bytes: Buffer; headers: readonly (readonly [string, string])[] };

const JSON_TYPE = 'application/json';
const types = [
  'application/json; charset=utf-8',
  'application/JSON',
  'application/json; charset=utf-16',
  'application/json; charset=x-none',
  `application/json; charset=${'u'.repeat(2_000)}`,
  'application/json, text/html',
  'application/json; boundary=x',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  '',
  '/',
  ';',
  'a'.repeat(3_000),
];

const typed = (bytes: Buffer, type: string, ...more: [string, string][]): Sent => ({
  bytes,
  headers: [['content-type', type], ...more],
});

type Damage = { kind: string; change(text: string, at: number): Buffer };
const damages: Damage[] = [
  { kind: 'cut', change: (text, at) => Buffer.from(text.slice(0, at % (text.length + 1))) },
  { kind: 'doubled', change: (text) => Buffer.from(text + text) },
  { kind: 'followed', change: (text) => Buffer.from(`${text}}]"garbage`) },
  { kind: 'marked', change: (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]) },
  { kind: 'utf-16', change: (text) => Buffer.from(text, 'utf16le') },
  { kind: 'latin-1', change: (text) => Buffer.from(text, 'latin1') },
  { kind: 'single quotes', change: (text) => Buffer.from(text.replaceAll('"', "'")) },
  { kind: 'comment', change: (text) => Buffer.from(`/* */${text}// `) },
  { kind: 'spaces', change: (text) => Buffer.from(' \t\r\n'.repeat(5_000) + text) },
  { kind: 'empty', change: () => Buffer.alloc(0) },
  {
    kind: 'one byte',
    change(text, at) {
      const bytes = Buffer.from(text);
      if (bytes.length > 0) bytes[at % bytes.length] = at & 255;
      return bytes;
    },
  },
];

/** JSON bodies: nearly all as valid JSON, the rest broken in text, type or encoding. */
export function jsonBodies(good: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  const text = edited(good).map(writeJson);
  return fc.oneof(
    { weight: 20, arbitrary: text.map((one) => typed(Buffer.from(one), JSON_TYPE)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(text, fc.constantFrom(...damages), fc.nat(5_000))
        .map(([one, damage, at]) => typed(damage.change(one, at), JSON_TYPE)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(text, fc.constantFrom(...types))
        .map(([one, type]) => typed(Buffer.from(one), type)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'x', ''))
        .map(([one, encoding]) =>
          typed(encoding === 'gzip' ? gzipSync(one) : Buffer.from(one), JSON_TYPE, [
            'content-encoding',
            encoding,
          ]),
        ),
    },
  );
}

const NAMES = ['file', 'file', 'file', 'FILE', 'other', '', '__proto__', 'file[]', 'a"b', 'x'.repeat(500)];
const FILE_NAMES = [
  ...[
    'foto.jpg',
    'foto.JPG',
    'a.pdf',
    'a.png',
    'a.svg',
    'a.exe',
    '.jpg',
    '',
    'a\u0000b.jpg',
    '../../x.jpg',
    '..\\x.jpg',
  ],
  ...[
    `${'ç'.repeat(400)}.jpg`,
    '\u202egpj.exe',
    'a.jpg.pdf',
    'CON',
    '"; x=".jpg',
    "a'b.jpg",
    '\ud800.jpg',
    'x'.repeat(5_000),
  ],
];
const FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'image/svg+xml',
  'text/html',
  '',
  'x',
  'multipart/mixed; boundary=y',
];
const CONTENTS = [
  JPEG,
  JPEG.subarray(0, 20),
  Buffer.concat([JPEG, Buffer.from('<script>')]),
  Buffer.alloc(0),
  Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
  Buffer.from(`%PDF-1.4\n${'/Encrypt '.repeat(2_000)}`),
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<!---->'.repeat(40)}</svg>`),
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...Array.from({ length: 2_000 }, () => Buffer.from('ffe00002', 'hex')),
  ]),
  Buffer.from('504b0304'.repeat(200), 'hex'),
  Buffer.alloc(70_000, 0x41),
];

type Part = { name: string; file: string; type: string; content: Buffer };
const part: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom(...NAMES),
  file: fc.constantFrom(...FILE_NAMES),
  type: fc.constantFrom(...FILE_TYPES),
  content: fc.oneof(
    fc.constantFrom(...CONTENTS),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
});
const goodPart: Part = { name: 'file', file: 'foto.jpg', type: 'image/jpeg', content: JPEG };

const written = (parts: readonly Part[], boundary: string, end: string): Buffer =>
  Buffer.concat([
    ...parts.map(({ name, file, type, content }) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        content,
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(end),
  ]);

/** Uploads: valid ones, odd parts, and forms whose end does not match their start. */
export const multipartBodies = (): fc.Arbitrary<Sent> => {
  const boundaries = fc.constantFrom('x', 'x', '----WebKitFormBoundaryAbc', 'y'.repeat(200), '"', 'x\ty', '');
  const ends = fc.constantFrom(
    '--x--\r\n',
    '--x--\r\n',
    '--x',
    '',
    '--x\r\n\r\n--x--',
    '--x\r\ncontent-disposition\r\n\r\n--x--\r\n',
  );
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constant(typed(written([goodPart], 'x', '--x--\r\n'), 'multipart/form-data; boundary=x')),
    },
    {
      weight: 5,
      arbitrary: fc
        .array(part, { minLength: 1, maxLength: 3 })
        .map((parts) => typed(written(parts, 'x', '--x--\r\n'), 'multipart/form-data; boundary=x')),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(part, { maxLength: 12 }), boundaries, ends)
        .map(([parts, boundary, end]) =>
          typed(written(parts, 'x', end), `multipart/form-data; boundary=${boundary}`),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...types).map((type) => typed(written([goodPart], 'x', '--x--\r\n'), type)),
    },
  );
};
