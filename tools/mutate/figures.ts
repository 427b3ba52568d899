import { moduleOf } from './targets.ts';

const STATES = ['killed', 'timeout', 'survived', 'uncovered'] as const;
/** `timeout` counts as killed, as is usual; it is distinguished because a slow machine can cause it. */
export type State = (typeof STATES)[number];

/** The same numbers between 0 and 1 for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random sample of `size` items, all equally likely; a larger sample with the same seed starts with the smaller one. */
export function sample<T>(items: T[], size: number, seed: number): T[] {
  const next = numbers(seed);
  const left = [...items];
  const drawn: T[] = [];
  while (drawn.length < size && left.length > 0)
    drawn.push(...left.splice(Math.floor(next() * left.length), 1));
  return drawn;
}

/** Wilson's 95 % interval for a share of `hits` out of `of`; the whole range if nothing was tested. */
export function interval(hits: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

export type Row = {
  module: string;
  /** All mutants of the module, tested or not. */
  mutants: number;
  texts: number;
  asked: number;
} & Record<State, number>;

export const killedShare = (row: Row): number =>
  row.asked === 0 ? 0 : (row.killed + row.timeout) / row.asked;

/** One row per module and one for the total. */
export function rowsOf(all: { file: string; state: State | undefined }[], texts: Map<string, number>): Row[] {
  const empty = { mutants: 0, texts: 0, asked: 0, killed: 0, timeout: 0, survived: 0, uncovered: 0 };
  const rows = new Map<string, Row>();
  const sum: Row = { module: 'all', ...empty };
  const of = (file: string): Row[] => {
    const module = moduleOf(file);
    const row = rows.get(module) ?? { module, ...empty };
    rows.set(module, row);
    return [row, sum];
  };
  for (const { file, state } of all)
    for (const row of of(file)) {
      row.mutants += 1;
      if (!state) continue;
      row.asked += 1;
      row[state] += 1;
    }
  for (const [file, count] of texts) for (const row of of(file)) row.texts += count;
  const sorted = [...rows.values()].sort((a, b) => a.module.localeCompare(b.module));
  return sorted.length > 1 ? [...sorted, sum] : sorted;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The printed table; if only some of the mutants were tested, it shows the confidence interval of the whole. */
export function table(rows: Row[]): string {
  const head = ['module', 'mutants', 'texts left out', 'asked', 'killed', 'timeout', 'survived', 'uncovered'];
  const lines = rows.map((row) => {
    const [low, high] = interval(row.killed + row.timeout, row.asked);
    const range = row.asked < row.mutants ? ` (${percent(low)} – ${percent(high)})` : '';
    const counts = [row.mutants, row.texts, row.asked, ...STATES.map((state) => row[state])];
    return [row.module, ...counts.map(String), row.asked === 0 ? '–' : percent(killedShare(row)) + range];
  });
  const all = [[...head, 'share'], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
    )
    .map((line) => line.join('  '))
    .join('\n');
}
