const SHINGLE = 8;

/** A word of a text, ignoring case, and where it stands. */
type Word = { word: string; start: number; end: number };

/** Composed letters, so that a text typed on one keyboard equals the same text typed on another. */
export const composed = (text: string): string => text.normalize('NFC');

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** The runs of eight words of a text in their order; a shorter text is one run. */
function runsOf(words: readonly Word[]): string[] {
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - SHINGLE + 1);
  return Array.from({ length: count }, (_, at) =>
    words
      .slice(at, at + SHINGLE)
      .map(({ word }) => word)
      .join(' '),
  );
}

/** Runs of eight words of some texts, ignoring case and punctuation; a shorter text is one run. */
export const shingles = (...texts: string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => runsOf(wordsOf(composed(text)))));

/** Runs of a text without those that it quotes from the support texts of its theme (their `shingles`), which make no copy. */
export function ownShingles(text: string, support: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(shingles(text)).filter((run) => !support.has(run)));
}

/** Share from which a copy is suspected; the grader decides (spec 2.5). */
const SUSPICION = 0.8;
/** Share from which graders see it (spec 25.7). */
export const SHOWN_SIMILARITY = 0.3;

export const isSuspicious = (share: number): boolean => share >= SUSPICION;

/** Share (0–1) of the first runs that are among the others. */
export function shareOf(own: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  if (own.size === 0) return 0;
  let common = 0;
  for (const run of own) if (theirs.has(run)) common++;
  return common / own.size;
}

/** Share (0–1) of the first text's runs that occur in the other. */
export const similarity = (text: string, other: string): number => shareOf(shingles(text), shingles(other));

/** A part of a text that it quotes from the support texts of its theme, as offsets in the composed text. */
export type Quotation = { start: number; end: number };

/**
 * What a text quotes from support texts, in its order and without overlaps (spec 25.7): the very runs that `ownShingles` and
 * `sharedRuns` leave out. There is at most one for each eight words, so the length of a text bounds them.
 */
export function quotations(text: string, support: ReadonlySet<string>): Quotation[] {
  const own = wordsOf(composed(text));
  const length = Math.min(SHINGLE, own.length);
  const found: { at: number; end: number }[] = [];
  for (const [at, run] of runsOf(own).entries()) {
    if (!support.has(run)) continue;
    const last = found.at(-1);
    if (last && at < last.end) last.end = at + length;
    else found.push({ at, end: at + length });
  }
  return found.map(({ at, end }) => ({ start: own[at]?.start ?? 0, end: own[end - 1]?.end ?? 0 }));
}

/** A passage that two texts share, as offsets in both. */
export type SharedRun = { start: number; end: number; otherStart: number; otherEnd: number };

/** Most passages reported of two texts; a text of nothing but single shared runs has more, which nobody reads. */
const MOST_RUNS = 500;

/**
 * Passages of a text that stand in another one too, in the order of the text and without overlaps, in one walk over both.
 * Offsets are those of the composed texts. `quoted`: runs that count for nothing, as of support texts.
 */
export function sharedRuns(text: string, other: string, quoted: ReadonlySet<string>): SharedRun[] {
  const [own, theirs] = [wordsOf(composed(text)), wordsOf(composed(other))];
  const otherRuns = runsOf(theirs);
  const firstAt = new Map<string, number>();
  for (const [at, run] of otherRuns.entries()) if (!firstAt.has(run)) firstAt.set(run, at);
  const length = Math.min(SHINGLE, own.length);
  const found: { at: number; other: number; count: number }[] = [];
  for (const [at, run] of runsOf(own).entries()) {
    const first = quoted.has(run) ? undefined : firstAt.get(run);
    if (first === undefined) continue;
    const last = found.at(-1);
    const covered = last ? Math.max(0, last.at + last.count - at) : 0;
    // The passage goes on where the other text goes on with the same run as well.
    if (last && covered > 0 && otherRuns[last.other + at - last.at] === run)
      last.count = at + length - last.at;
    else if (found.length < MOST_RUNS)
      found.push({ at: at + covered, other: first + covered, count: length - covered });
  }
  return found.map(({ at, other: from, count }) => ({
    start: own[at]?.start ?? 0,
    end: own[at + count - 1]?.end ?? 0,
    otherStart: theirs[from]?.start ?? 0,
    otherEnd: theirs[from + count - 1]?.end ?? 0,
  }));
}
