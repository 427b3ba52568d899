import { MOST_PIXELS, PAPER_HEIGHT } from '../shared/messages.ts';
import { pixelsOf } from './inspect.ts';
import { inTime, type Opened, Unshown } from './opened.ts';

/** Larger pictures are stored at reduced size; at 400 % their grain is still visible. */
const MOST_KEPT = 12_000_000;

/** Decodes a JPEG upright, according to its orientation; no other metadata is read. */
async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  const blob = new Blob([bytes], { type: 'image/jpeg' });
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => {
    throw new Unshown('broken');
  });
  const share = Math.sqrt(MOST_KEPT / (whole.width * whole.height));
  if (share >= 1) return whole;
  const kept = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * share)),
    resizeHeight: Math.max(1, Math.round(whole.height * share)),
    resizeQuality: 'high',
  });
  whole.close();
  return kept;
}

/** Only the picture viewed last stays decoded: five photos of one document would fill the memory of a small machine. */
let held: { of: Uint8Array; bitmap: Promise<ImageBitmap> } | undefined;

function bitmapOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  if (held?.of === bytes) return held.bitmap;
  held = { of: bytes, bitmap: inTime(decode(bytes)) };
  return held.bitmap;
}

/** Opens a JPEG (spec 25.8). Fails with `Unshown`: `too-big` by its header alone, without decoding it. */
export function openPicture(bytes: Uint8Array<ArrayBuffer>): Opened {
  const pixels = pixelsOf(bytes);
  if (!pixels) throw new Unshown('broken');
  if (pixels > MOST_PIXELS) throw new Unshown('too-big');
  return {
    pages: 1,
    textOf: async () => '',
    async sizeOf() {
      const { width, height } = await bitmapOf(bytes);
      // A photo has no physical size: at 100 % it is as long as a sheet of paper.
      const share = PAPER_HEIGHT / Math.max(width, height);
      return { width: width * share, height: height * share };
    },
    async paint(_page, canvas, turn) {
      const bitmap = await bitmapOf(bytes);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Unshown('broken');
      const across = turn % 180 === 0;
      const [width, height] = across ? [canvas.width, canvas.height] : [canvas.height, canvas.width];
      drawing.imageSmoothingQuality = 'high';
      drawing.translate(canvas.width / 2, canvas.height / 2);
      drawing.rotate((turn * Math.PI) / 180);
      drawing.drawImage(bitmap, -width / 2, -height / 2, width, height);
    },
  };
}
