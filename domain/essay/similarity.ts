const SHINGLE = 8;

const words = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Runs of eight words of a text, ignoring case and punctuation; a shorter text is one run. */
export function shingles(text: string): ReadonlySet<string> {
  const all = words(text);
  if (all.length === 0) return new Set();
  const count = Math.max(1, all.length - SHINGLE + 1);
  return new Set(Array.from({ length: count }, (_, at) => all.slice(at, at + SHINGLE).join(' ')));
}

/** Share from which a copy is suspected; the grader decides (spec 2.5). */
const SUSPICION = 0.8;

export const isSuspicious = (share: number): boolean => share >= SUSPICION;

/** Share (0–1) of the first text's runs that occur in the other. */
export function similarity(text: string, other: string): number {
  const own = shingles(text);
  if (own.size === 0) return 0;
  const theirs = shingles(other);
  let common = 0;
  for (const shingle of own) if (theirs.has(shingle)) common++;
  return common / own.size;
}
