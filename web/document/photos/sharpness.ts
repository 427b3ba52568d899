/** Longest side at which sharpness is measured, so that one limit fits all cameras. */
export const MEASURED = 500;
/** Below this the letters of a page cannot be distinguished; measured on printed pages that were blurred step by step. */
const BLURRED = 60;

/** Brightness of each pixel of RGBA data, 0 to 255. */
export function greyOf(pixels: Uint8ClampedArray): Float32Array {
  const grey = new Float32Array(pixels.length / 4);
  for (let at = 0; at < grey.length; at++) {
    const from = at * 4;
    grey[at] =
      0.299 * (pixels[from] ?? 0) + 0.587 * (pixels[from + 1] ?? 0) + 0.114 * (pixels[from + 2] ?? 0);
  }
  return grey;
}

/** How strongly neighbouring pixels differ: the variance of the Laplacian. Edges of letters raise it, blur lowers it. */
export function sharpness(grey: Float32Array, width: number, height: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const around =
        (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - width] ?? 0) + (grey[at + width] ?? 0);
      const edge = around - 4 * (grey[at] ?? 0);
      count += 1;
      sum += edge;
      squares += edge * edge;
    }
  if (count === 0) return 0;
  return squares / count - (sum / count) ** 2;
}

/** True for a photo on which print is hard to read. This is only advice: a photo with little print may look the same. */
export const isBlurred = (grey: Float32Array, width: number, height: number): boolean =>
  sharpness(grey, width, height) < BLURRED;
