import { shingles } from '@orbita/domain/essay';

/** Number of themes whose runs are cached; each has at most 100,000 characters. */
const MOST = 30;
const kept = new Map<string, ReadonlySet<string>>();

/** Runs of a theme's support texts (`shingles`), cached because every grading of its essays needs them. */
export function supportRuns(texts: readonly string[]): ReadonlySet<string> {
  const key = texts.join('\n');
  const runs = kept.get(key) ?? shingles(...texts);
  kept.delete(key);
  kept.set(key, runs);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  return runs;
}
