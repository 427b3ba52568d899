import {
  FILE_TEXTS,
  type FileFormat,
  formatText,
  HEAD_BYTES,
  namedAs,
  pictureKind,
  sizeProblem,
  sniff,
} from '@orbita/domain/document';

/** Longest side of a photo in pixels: enough to read a page, a tenth of what a phone captures. */
const LONGEST = 2000;
const QUALITY = 0.85;
/** Photos smaller than this are sent unchanged. */
const SMALL_BYTES = 700 * 1024;

const headOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());

/** Draws a picture upright as a JPEG of a size suited to mobile networks. Throws if this browser cannot decode it. */
async function jpegOf(file: Blob): Promise<Blob> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, LONGEST / Math.max(photo.width, photo.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(photo.width * scale));
    canvas.height = Math.max(1, Math.round(photo.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    // Transparent parts of other formats would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(photo, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    if (!jpeg || jpeg.size === 0) throw new Error('No picture');
    return jpeg;
  } finally {
    photo.close();
  }
}

/** Whether this browser decodes a picture: Safari decodes HEIC, all of them PNG and WebP. */
const opens = (file: Blob): Promise<boolean> =>
  createImageBitmap(file).then(
    (photo) => {
      photo.close();
      return true;
    },
    () => false,
  );

/** Checks a file by its content before it is sent; the server checks it again (spec 15.1). */
export async function problemOf(file: File, accepted: readonly FileFormat[]): Promise<string | undefined> {
  const picture = pictureKind(await headOf(file)) !== undefined && accepted.includes('jpeg');
  if (picture && (await opens(file).catch(() => false))) return undefined;
  const size = sizeProblem(file.size);
  if (size) return size === 'FILE_EMPTY' ? FILE_TEXTS.empty : FILE_TEXTS.tooBig;
  const head = await headOf(file);
  const format = sniff(head);
  return format !== 'other' && accepted.includes(format) ? undefined : formatText(accepted, head);
}

/**
 * Turns a photo upright and reduces it to a size suited to mobile networks, and a picture of another format into a JPEG;
 * returns the file unchanged when it is neither, already small, or cannot be decoded by this browser.
 */
export async function shrink(file: File): Promise<Blob> {
  const head = await headOf(file);
  const other = pictureKind(head) !== undefined;
  if (!other && (sniff(head) !== 'jpeg' || file.size <= SMALL_BYTES)) return file;
  try {
    const jpeg = await jpegOf(file);
    return other || jpeg.size < file.size ? new File([jpeg], namedAs(file.name, 'jpeg')) : file;
  } catch {
    return file;
  }
}
