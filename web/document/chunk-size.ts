const SMALLEST = 64 * 1024;
const LARGEST = 4 * 1024 * 1024;

/** Bytes of the first chunk of a resumable upload. */
export const FIRST_CHUNK = 256 * 1024;

/**
 * Size of the next chunk, given how long the last one took; it aims at one to three seconds, so that an interruption loses
 * little on a slow connection and a fast one is not slowed down by round trips.
 */
export function nextChunk(size: number, ms: number): number {
  if (ms < 1000) return Math.min(LARGEST, size * 2);
  return ms > 3000 ? Math.max(SMALLEST, size / 2) : size;
}
