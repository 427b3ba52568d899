/**
 * Edit distance: letters to add, drop, change or swap to turn one word into the other; if it exceeds `most`, any number above
 * it.
 */
const distance = (a: string, b: string, most: number): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    // From here on it can only grow, except through a swap, which reaches one row further back.
    if (Math.min(...next) > most && Math.min(...row) > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/** Most names compared, and the longest name compared: a suggestion is a courtesy and must cost next to nothing. */
const MOST = 2_000;
const LONGEST = 60;

/** A name as quoted in a message. */
export const short = (name: string): string => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);

/** `; did you mean X?` if one of the names is similar to the given one, otherwise ''. */
export function didYouMean(given: string, names: Iterable<string>): string {
  if (given.length > LONGEST) return '';
  const word = given.toLowerCase();
  const allowed = Math.max(1, Math.floor(word.length / 4));
  let best: { name: string; away: number } | undefined;
  let looked = 0;
  for (const name of names) {
    if (looked++ > MOST) break;
    if (Math.abs(name.length - word.length) > allowed) continue;
    const away = distance(word, name.toLowerCase(), allowed);
    if (away <= allowed && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { name, away };
  }
  return best ? `; did you mean ${best.name}?` : '';
}
