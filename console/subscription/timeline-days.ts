import type { Answer } from '@orbita/protocol';

export type Entry = Answer<'GET /operations/subscriptions/{id}/timeline'>['data'][number];

/** Entries grouped by day, in their original order. */
export function byDay(entries: readonly Entry[], dayOf: (at: string) => string): Entry[][] {
  const parts: Entry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last?.[0] && dayOf(last[0].at) === dayOf(entry.at)) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

const GOOD = [3, 7];
const BAD = [8, 9, 13];

/** Whether an entry is a move, and whether it led to a good or a bad end; undefined if it is none. */
export function toneOf({ kind, refs }: Pick<Entry, 'kind' | 'refs'>): 'move' | 'good' | 'bad' | undefined {
  if (kind !== 'move') return undefined;
  const { from, to } = refs;
  if (typeof to !== 'number' || from === to) return 'move';
  if (GOOD.includes(to)) return 'good';
  return BAD.includes(to) ? 'bad' : 'move';
}
