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
/** Smaller photos travel as they are. */
const SMALL_BYTES = 700 * 1024;
const HEAD_BYTES = 65_536;

/** What is wrong with a file before anything is sent; the server judges again (spec 15.1). */
export async function problemOf(file: File, accepted: readonly FileFormat[]): Promise<string | undefined> {
  const size = sizeProblem(file.size);
  if (size) return size === 'FILE_EMPTY' ? FILE_TEXTS.empty : FILE_TEXTS.tooBig;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const format = sniff(head);
  const fits = format !== 'other' && formatOfName(file.name) === format && accepted.includes(format);
  return fits ? undefined : formatText(accepted);
}

/**
 * A photo turned upright and brought to a size that travels on a phone line; the file itself when it is no photo,
 * small already, or this browser cannot draw it.
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
