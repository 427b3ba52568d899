import {
  FILE_TEXTS,
  type FileFormat,
  formatOfName,
  formatText,
  sizeProblem,
  sniff,
} from '@orbita/domain/document';

/** Longest side of a photo in pixels: enough to read a page, a tenth of what a phone takes. */
const LONGEST = 2000;
const QUALITY = 0.85;
/** Photos smaller than this are sent unchanged. */
const SMALL_BYTES = 700 * 1024;
const HEAD_BYTES = 65_536;

/** Checks a file before it is sent; the server checks it again (spec 15.1). */
export async function problemOf(file: File, accepted: readonly FileFormat[]): Promise<string | undefined> {
  const size = sizeProblem(file.size);
  if (size) return size === 'FILE_EMPTY' ? FILE_TEXTS.empty : FILE_TEXTS.tooBig;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const format = sniff(head);
  const fits = format !== 'other' && formatOfName(file.name) === format && accepted.includes(format);
  return fits ? undefined : formatText(accepted);
}

/**
 * Turns a photo upright and reduces it to a size suited to mobile networks; returns the file unchanged when it is not a
 * photo, already small, or cannot be decoded by this browser.
 */
export async function shrink(file: File): Promise<Blob> {
  if (formatOfName(file.name) !== 'jpeg' || file.size <= SMALL_BYTES) return file;
  try {
    const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, LONGEST / Math.max(photo.width, photo.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return small && small.size > 0 && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
