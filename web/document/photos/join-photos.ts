import { FILE_LIMIT } from '@orbita/domain/document';
import type { Photo } from './photo-list.ts';
import { pdfOf } from './photo-pdf.ts';
import { smaller } from './read-photo.ts';

/** Bytes that the pages themselves need besides the photos. */
const FRAME_BYTES = 64 * 1024;
/** Steps by which photos whose total is too large are reduced; at the last one print is still readable. */
const LIGHTER: readonly (readonly [longest: number, quality: number])[] = [
  [2000, 0.7],
  [1600, 0.6],
  [1200, 0.5],
];

const weight = (contents: readonly Blob[]) => contents.reduce((sum, { size }) => sum + size, 0);

async function lightEnough(photos: readonly Photo[], most: number): Promise<Blob[] | undefined> {
  let contents = photos.map(({ content }) => content);
  for (const [longest, quality] of LIGHTER) {
    if (weight(contents) <= most) return contents;
    const lighter: Blob[] = [];
    // One after the other: phones have little memory for decoded pictures.
    for (const { content } of photos) lighter.push(await smaller(content, longest, quality));
    contents = lighter;
  }
  return weight(contents) <= most ? contents : undefined;
}

/**
 * Joins photos into one PDF, one page each in the shape of its photo, within the size limit of a file; undefined when even the
 * strongest reduction is too large.
 */
export async function joinPhotos(photos: readonly Photo[], most = FILE_LIMIT): Promise<Blob | undefined> {
  const contents = await lightEnough(photos, most - FRAME_BYTES);
  if (!contents) return undefined;
  return pdfOf(contents.map((content, at) => ({ content, turns: photos[at]?.turns ?? 0 })));
}
