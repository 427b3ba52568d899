import { expect, it } from 'vitest';
import { FIRST_CHUNK, nextChunk } from './chunk-size.ts';

/** Chunk size at which a connection of that many bytes per second settles. */
const settled = (bytesPerSecond: number): number => {
  let size = FIRST_CHUNK;
  for (let n = 0; n < 20; n++) size = nextChunk(size, (size / bytesPerSecond) * 1000);
  return size;
};

it.each([
  ['2G, 10 KB/s', 10_000, 64 * 1024],
  ['1 Mbit/s', 125_000, 256 * 1024],
  ['10 Mbit/s', 1_250_000, 2 * 1024 * 1024],
  ['1 Gbit/s', 125_000_000, 4 * 1024 * 1024],
])('a chunk fits the connection: %s', (_line, rate, size) => {
  expect(settled(rate)).toBe(size);
});
