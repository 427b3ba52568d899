import { randomId } from '@orbita/client/random-id.ts';
import type { Photo } from './photo-list.ts';
import { greyOf, isBlurred, MEASURED } from './sharpness.ts';

/** Longest side of a page in pixels: enough to read small print, a tenth of what a phone captures. */
const LONGEST = 2000;
const QUALITY = 0.85;
const PREVIEW = 240;
/** Shortest side of a photo on which a page can be read. */
const SHORTEST = 600;

export type PhotoProblem = { problem: 'small'; width: number; height: number } | { problem: 'unreadable' };

/** Older browsers cannot process photos here and send them unchanged. */
export const canReadPhotos = (): boolean => typeof createImageBitmap === 'function';

function drawn(picture: ImageBitmap, longest: number) {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  // Transparent parts of other formats would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

async function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
  if (!blob || blob.size === 0) throw new Error('No picture');
  return blob;
}

/** A picture re-encoded with another longest side and quality. */
export async function smaller(content: Blob, longest: number, quality: number): Promise<Blob> {
  const picture = await createImageBitmap(content);
  try {
    return await jpegOf(drawn(picture, longest).canvas, quality);
  } finally {
    picture.close();
  }
}

/**
 * Reads a photo upright (EXIF), at the size of a page, with a preview and whether it is blurred; a `PhotoProblem` if it cannot
 * be used.
 */
export async function readPhoto(file: Blob): Promise<Photo | PhotoProblem> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { problem: 'unreadable' };
  }
  try {
    const { width, height } = picture;
    if (Math.min(width, height) < SHORTEST) return { problem: 'small', width, height };
    const measured = drawn(picture, MEASURED);
    const { width: across, height: down } = measured.canvas;
    const grey = greyOf(measured.context.getImageData(0, 0, across, down).data);
    const preview = await jpegOf(drawn(picture, PREVIEW).canvas, QUALITY);
    return {
      key: randomId(),
      content: await jpegOf(drawn(picture, LONGEST).canvas, QUALITY),
      preview: URL.createObjectURL(preview),
      blurred: isBlurred(grey, across, down),
      turns: 0,
    };
  } catch {
    return { problem: 'unreadable' };
  } finally {
    picture.close();
  }
}
