/** Checks of a file by its content, never by its name (spec 15.1, S23). */

/** Maximum size of one file in bytes, inclusive. */
export const FILE_LIMIT = 30 * 1024 * 1024;
/** Maximum number of files of one document (front, back, further pages). */
export const FILES_PER_DOCUMENT = 5;

/** Maximum number and size of all files of one application (S26). */
export const FILES_PER_APPLICATION = 100;
export const BYTES_PER_APPLICATION = 300 * 1024 * 1024;
/** Uploads of one application that may be unfinished at a time (spec 15.9). */
export const UPLOADS_PER_APPLICATION = 10;

export type FileFormat = 'pdf' | 'jpeg' | 'xlsx';

export const FORMATS: Record<
  FileFormat,
  { extensions: readonly string[]; mediaType: string; label: string }
> = {
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', label: 'PDF' },
  jpeg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', label: 'JPEG' },
  xlsx: {
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    label: 'XLSX',
  },
};

/** Accepted formats: PDF and JPEG; XLSX only for the discipline analysis [seed]. */
export const acceptedFormats = (disciplineAnalysis: boolean): FileFormat[] =>
  disciplineAnalysis ? ['pdf', 'jpeg', 'xlsx'] : ['pdf', 'jpeg'];

export const FILE_TEXTS = {
  format: 'Formato não aceito. Envie PDF ou JPEG.',
  formatAnalysis: 'Formato não aceito. Envie PDF, JPEG ou XLSX.',
  tooBig: 'O arquivo excede 30MB.',
  empty: 'O arquivo está vazio.',
  protected: 'O arquivo está protegido por senha. Envie sem senha.',
  damaged: 'Não foi possível abrir o arquivo. Envie outro.',
  tooManyPages: 'O PDF tem mais de 500 páginas. Envie em partes.',
  tooManyPixels: 'A foto é grande demais. Envie uma menor.',
  tooMuchInside: 'O arquivo é complexo demais. Envie um mais simples.',
  infected: 'Não aceitamos este arquivo: ele parece perigoso. Envie outro.',
  uploadFailed: 'Não foi possível enviar o arquivo. Tente de novo.',
  downloadFailed: 'Não foi possível baixar o arquivo.',
  removeFailed: 'Não foi possível remover o arquivo.',
  none: 'Nenhum documento é necessário.',
  allApproved: 'Todos os documentos foram aprovados.',
} as const;

export const formatText = (accepted: readonly FileFormat[]): string =>
  accepted.includes('xlsx') ? FILE_TEXTS.formatAnalysis : FILE_TEXTS.format;

const latin = new TextDecoder('latin1');
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  bytes.length >= signature.length && signature.every((byte, at) => bytes[at] === byte);

/**
 * Format of a file by its first bytes (pass at least 4096, or a smaller file whole). A PDF must begin with its
 * signature: accepting it further inside would let one file pass as two formats.
 */
export function sniff(bytes: Uint8Array): FileFormat | 'other' {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) && isSheet(latin.decode(bytes.subarray(0, 65_536))))
    return 'xlsx';
  return 'other';
}

// Only a workbook has parts under xl/; other zip archives and office formats do not.
const isSheet = (head: string) => head.includes('xl/');

/** Format by the extension of the file name. */
export function formatOfName(name: string): FileFormat | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const formats = Object.keys(FORMATS) as FileFormat[];
  return formats.find((format) => FORMATS[format].extensions.includes(extension));
}

export type FileProblem =
  | 'FILE_EMPTY'
  | 'FILE_TOO_BIG'
  | 'FORMAT_NOT_ACCEPTED'
  | 'FILE_PROTECTED'
  | 'FILE_DAMAGED'
  | 'FILE_TOO_COMPLEX';

export type FileVerdict =
  | { ok: true; format: FileFormat }
  | { ok: false; problem: FileProblem; text: string };

const refuse = (problem: FileProblem, text: string): FileVerdict => ({ ok: false, problem, text });

/** Checks the size only: in the browser before sending, on the server while receiving. */
export function sizeProblem(size: number): FileProblem | undefined {
  if (size === 0) return 'FILE_EMPTY';
  return size > FILE_LIMIT ? 'FILE_TOO_BIG' : undefined;
}

/** Checks a whole file: size, agreement of name and content, password and completeness, in this order. */
export function checkFile(name: string, bytes: Uint8Array, accepted: readonly FileFormat[]): FileVerdict {
  const size = sizeProblem(bytes.length);
  if (size === 'FILE_EMPTY') return refuse(size, FILE_TEXTS.empty);
  if (size) return refuse(size, FILE_TEXTS.tooBig);
  const format = sniff(bytes);
  if (format === 'other' || formatOfName(name) !== format || !accepted.includes(format)) {
    return refuse('FORMAT_NOT_ACCEPTED', formatText(accepted));
  }
  if (format === 'pdf' && isProtectedPdf(bytes)) return refuse('FILE_PROTECTED', FILE_TEXTS.protected);
  return isWhole(format, bytes) ? { ok: true, format } : refuse('FILE_DAMAGED', FILE_TEXTS.damaged);
}

const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/** Position of a text at or after `from`, or -1. */
function find(bytes: Uint8Array, wanted: readonly number[], from = 0): number {
  const first = wanted[0] ?? 0;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first, from); at >= 0 && at <= last; at++) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}

const ENCRYPT = codesOf('/Encrypt');
/** Bytes after the name within which its value must begin. */
const NEAR = 40;
const isBlank = (code: number | undefined) =>
  code !== undefined && (code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d));
const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39;

/** True when a reference (`12 0 R`) or a dictionary (`<<`) begins at a position, after optional white space. */
function isValueAt(bytes: Uint8Array, from: number): boolean {
  const end = from + NEAR;
  let at = from;
  const skip = (what: (code: number | undefined) => boolean): boolean => {
    const start = at;
    while (at < end && what(bytes[at])) at += 1;
    return at > start;
  };
  skip(isBlank);
  if (bytes[at] === 0x3c && bytes[at + 1] === 0x3c) return true;
  return skip(isDigit) && skip(isBlank) && skip(isDigit) && skip(isBlank) && bytes[at] === 0x52;
}

/** True when the trailer or a cross-reference stream names an encryption dictionary. One pass over the bytes. */
export function isProtectedPdf(bytes: Uint8Array): boolean {
  // Names such as `/EncryptMetadata` are something else; the entry itself is followed by a reference or dictionary.
  for (let at = find(bytes, ENCRYPT); at >= 0; at = find(bytes, ENCRYPT, at + ENCRYPT.length))
    if (isValueAt(bytes, at + ENCRYPT.length)) return true;
  return false;
}

const TAIL = 2048;
const endsAround = (bytes: Uint8Array, mark: string) =>
  latin.decode(bytes.subarray(Math.max(0, bytes.length - TAIL))).includes(mark);

/** True when the format's end marker is present; a truncated file lacks it. */
function isWhole(format: FileFormat, bytes: Uint8Array): boolean {
  if (format === 'pdf') return endsAround(bytes, '%%EOF') && find(bytes, codesOf('startxref')) >= 0;
  if (format === 'jpeg') return isWholeJpeg(bytes);
  return latin.decode(bytes.subarray(Math.max(0, bytes.length - 65_557))).includes('PK\u0005\u0006');
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/**
 * Walks the segments to the image data and looks for the end marker after it, not at the end of the file: phones may
 * append a video to a photo.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 3 < bytes.length && bytes[at] === 0xff) {
    if (bytes[at + 1] === START_OF_SCAN) return hasMarker(bytes, END_OF_IMAGE, at + 2);
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return false;
}

function hasMarker(bytes: Uint8Array, marker: number, from: number): boolean {
  for (let at = from; at + 1 < bytes.length; at++)
    if (bytes[at] === 0xff && bytes[at + 1] === marker) return true;
  return false;
}
