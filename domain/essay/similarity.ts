const SHINGLE = 8;

/** A word of a text in lower case, and its position. */
type Word = { word: string; start: number; end: number };

/** The text in composed form (NFC), so that the same text typed on different keyboards compares equal. */
export const composed = (text: string): string => text.normalize('NFC');

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** Runs of eight consecutive words of a text, in order; a shorter text is one run. */
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

/** Distinct runs of eight words in some texts, ignoring case and punctuation; a shorter text is one run. */
export const shingles = (...texts: string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => runsOf(wordsOf(composed(text)))));

/**
 * Runs of a text, except those quoted from the support texts of its theme (given as their `shingles`), which do not count as
 * copying.
 */
export function ownShingles(text: string, support: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(shingles(text)).filter((run) => !support.has(run)));
}

/** Share from which copying is suspected; the grader decides (spec 2.5). */
const SUSPICION = 0.8;
/** Share from which similarity is shown to graders (spec 25.7). */
export const SHOWN_SIMILARITY = 0.3;

export const isSuspicious = (share: number): boolean => share >= SUSPICION;

/** Share (0–1) of the runs in `own` that also occur in `theirs`. */
export function shareOf(own: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  if (own.size === 0) return 0;
  let common = 0;
  for (const run of own) if (theirs.has(run)) common++;
  return common / own.size;
}

/** Share (0–1) of the first text's runs that occur in the other. */
export const similarity = (text: string, other: string): number => shareOf(shingles(text), shingles(other));

/** A passage that a text quotes from the support texts of its theme, as offsets in the composed text. */
export type Quotation = { start: number; end: number };

/**
 * Passages that a text quotes from support texts, in order and without overlaps (spec 25.7). They consist of exactly the runs
 * that `ownShingles` and `sharedRuns` leave out. There is at most one per eight words, so the length of the text limits their
 * number.
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

/**
 * Maximum number of passages reported for two texts. A text with nothing but isolated shared runs has more, which nobody would
 * read.
 */
const MOST_RUNS = 500;

/**
 * Passages of a text that also occur in another one, in order and without overlaps, found in one pass over both. Offsets refer to
 * the composed texts. `quoted`: runs to ignore, such as those of support texts.
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
    // The passage continues if the other text continues with the same run.
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
