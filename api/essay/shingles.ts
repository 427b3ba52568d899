import { shingles } from '@orbita/domain/essay';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of a text as a signed 32-bit number, which is what the database keeps. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME);
  return value | 0;
}

/** Hashes of the runs of eight words of a text as a literal of `int[]`. */
export const shingleLiteral = (text: string): string =>
  `{${[...new Set(Array.from(shingles(text), hash))].join(',')}}`;
