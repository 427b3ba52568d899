const SMALLEST = 64 * 1024;
const LARGEST = 4 * 1024 * 1024;

/** Bytes of the first chunk of an upload that can be resumed. */
export const FIRST_CHUNK = 256 * 1024;

/**
 * Size of the next chunk by how long the last one took: between one and three seconds, so that a cut loses little on a
 * slow line and a fast one is not held up by round trips.
 */
export function nextChunk(size: number, ms: number): number {
  if (ms < 1000) return Math.min(LARGEST, size * 2);
  return ms > 3000 ? Math.max(SMALLEST, size / 2) : size;
}
