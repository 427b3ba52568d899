import { FILE_LIMIT } from '@orbita/domain/document';

const HEAD = Buffer.from('%PDF-1.7\n');
const FOOT = Buffer.from('\nstartxref\n9\n%%EOF\n');

/** A PDF with some content between the markers every reader looks for. */
export const pdfAround = (middle: Buffer | string): Buffer =>
  Buffer.concat([HEAD, Buffer.from(middle as string), FOOT]);

/** A PDF of the largest allowed size, filled with one repeated piece. */
export const pdfOf = (piece: string): Buffer =>
  pdfAround(Buffer.alloc(FILE_LIMIT - HEAD.length - FOOT.length, piece, 'latin1'));

/** A JPEG of the largest allowed size: one repeated piece between its start and its end. */
export const jpegOf = (piece: Buffer, start = Buffer.alloc(0)): Buffer => {
  const end = Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]);
  const middle = Buffer.alloc(FILE_LIMIT - 2 - start.length - end.length, piece);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), start, middle, end]);
};

/** A picture of one pixel up to the start of its data. */
const PICTURE = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2]);

/** Files that blocked a node, or would have: description, file name, and content of 30 MiB. */
export const slowFiles = (): [what: string, name: string, content: Buffer][] => [
  ['names that begin like encryption', 'a.pdf', pdfOf('/Encrypt')],
  ['references that are almost encryption', 'a.pdf', pdfOf('/Encrypt 1 2 ')],
  ['slashes', 'a.pdf', pdfOf('/')],
  ['names of types', 'a.pdf', pdfOf('/Type')],
  ['groups of objects', 'a.pdf', pdfOf('/Type/ObjStm stream\nx')],
  ['pages', 'a.pdf', pdfOf('/Type/Page ')],
  ['segments of four bytes', 'a.jpg', jpegOf(Buffer.from([0xff, 0xe0, 0, 2]))],
  ['segments that are dropped', 'a.jpg', jpegOf(Buffer.from([0xff, 0xfe, 0, 2]))],
  ['filling bytes', 'a.jpg', jpegOf(Buffer.from([0xff]), PICTURE.subarray(0, 13))],
  ['stuffed bytes in the picture', 'a.jpg', jpegOf(Buffer.from([0xff, 0x00]), PICTURE)],
];
