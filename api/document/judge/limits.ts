import { FILE_TEXTS, type FileVerdict } from '@orbita/domain/document';

/** What a file may contain (S23). Far above what people send, far below what keeps a machine busy. */
export const LIMITS = {
  /** Parts of a JPEG before and between its scans; a photo with a large colour profile has some hundreds. */
  segments: 2000,
  /** Passes of a progressive JPEG: each is drawn over the whole picture. */
  scans: 100,
  /** Width × height; the largest cameras of phones take 200 million. */
  pixels: 200_000_000,
  pages: 500,
  /** Compressed groups of objects in a PDF, which have to be opened to count its pages. */
  objectStreams: 2000,
  /** Bytes of one file once its parts are unpacked. */
  unpacked: 100 * 1024 * 1024,
  /** Parts of a spreadsheet. */
  entries: 1000,
  /** Times that a part may grow when unpacked; sheets of equal rows reach 80. */
  ratio: 200,
} as const;

/** Parts smaller than this may grow by any factor. */
export const RATIO_FROM = 1024 * 1024;

export type Refusal = Extract<FileVerdict, { ok: false }>;

export const damaged: Refusal = { ok: false, problem: 'FILE_DAMAGED', text: FILE_TEXTS.damaged };
export const protectedFile: Refusal = { ok: false, problem: 'FILE_PROTECTED', text: FILE_TEXTS.protected };
const tooMuch = (text: string): Refusal => ({ ok: false, problem: 'FILE_TOO_COMPLEX', text });
export const tooManyPages = tooMuch(FILE_TEXTS.tooManyPages);
export const tooManyPixels = tooMuch(FILE_TEXTS.tooManyPixels);
export const tooMuchInside = tooMuch(FILE_TEXTS.tooMuchInside);
