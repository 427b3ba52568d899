export type CopiedText = { original: string; copy: string };

/** A text of `words` words that copies a share of them, in one piece, from a text of `times` its length. */
export function copiedText(next: () => number, words: number, share: number, times = 1): CopiedText {
  const fresh = (count: number) =>
    Array.from({ length: count }, () => `p${Math.floor(next() * 1_000_000).toString(36)}`);
  const taken = fresh(Math.round(words * share));
  const before = fresh(Math.floor(next() * (words - taken.length)));
  const after = fresh(words - taken.length - before.length);
  const around = fresh(Math.max(0, Math.round(words * times) - taken.length));
  return { original: [...around, ...taken].join(' '), copy: [...before, ...taken, ...after].join(' ') };
}
