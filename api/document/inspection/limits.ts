import { FILE_TEXTS, type FileVerdict } from '@orbita/domain/document';

/** Limits on the content of a file (S23), far above what people send and far below what overloads the machine. */
export const LIMITS = {
  /** Parts of a JPEG before and between its scans; a photo with a large colour profile has a few hundred. */
  segments: 2000,
  /** Passes of a progressive JPEG, each of which is drawn over the whole picture. */
  scans: 100,
  /** Width × height; the largest phone cameras take 200 million. */
  pixels: 200_000_000,
  pages: 500,
  /** Compressed groups of objects in a PDF, which must be unpacked to count its pages. */
  objectStreams: 2000,
  /** Bytes of one file once its parts are unpacked. */
  unpacked: 100 * 1024 * 1024,
  /** Parts of a spreadsheet. */
  entries: 1000,
  /** Factor by which a part may expand; sheets of identical rows reach 80. */
  ratio: 200,
} as const;

/** Parts smaller than this may expand by any factor. */
export const RATIO_FROM = 1024 * 1024;

export type Refusal = Extract<FileVerdict, { ok: false }>;

export const damaged: Refusal = { ok: false, problem: 'FILE_DAMAGED', text: FILE_TEXTS.damaged };
export const twoInOne: Refusal = { ok: false, problem: 'FILE_DAMAGED', text: FILE_TEXTS.twoInOne };
/** A separate format (`.xlsm`), whatever its file name says. */
export const withMacros: Refusal = { ok: false, problem: 'FORMAT_NOT_ACCEPTED', text: FILE_TEXTS.macros };
/** Another Office document, whose first bytes look like those of a workbook. */
export const noWorkbook: Refusal = {
  ok: false,
  problem: 'FORMAT_NOT_ACCEPTED',
  text: FILE_TEXTS.office('PDF ou XLSX'),
};
export const protectedFile: Refusal = { ok: false, problem: 'FILE_PROTECTED', text: FILE_TEXTS.protected };
const tooMuch = (text: string): Refusal => ({ ok: false, problem: 'FILE_TOO_COMPLEX', text });
export const tooManyPages = tooMuch(FILE_TEXTS.tooManyPages);
export const tooManyPixels = tooMuch(FILE_TEXTS.tooManyPixels);
export const tooMuchInside = tooMuch(FILE_TEXTS.tooMuchInside);
