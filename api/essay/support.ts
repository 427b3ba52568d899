import { shingles } from '@orbita/domain/essay';

/** Themes of which the runs are kept; each has at most 100,000 characters. */
const MOST = 30;
const kept = new Map<string, ReadonlySet<string>>();

/** Runs of the support texts of a theme (`shingles`), which everybody who grades one of its essays needs again. */
export function supportRuns(texts: readonly string[]): ReadonlySet<string> {
  const key = texts.join('\n');
  const runs = kept.get(key) ?? shingles(...texts);
  kept.delete(key);
  kept.set(key, runs);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  return runs;
}
