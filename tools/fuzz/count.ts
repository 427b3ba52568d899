import type { Described } from './description.ts';

/** What was requested and answered in a run. */
export type Counts = {
  requests: number;
  sockets: number;
  classes: Record<string, number>;
  limited: number;
  unanswered: number;
  slowest: { ms: number; key: string; index: number }[];
  calls: Map<string, Record<string, number>>;
  /** Calls whose own code responded to somebody. */
  cameIn: Set<string>;
  /** Socket results by address: the status of the handshake, and how an opened socket was closed. */
  talks: Map<string, Record<string, number>>;
  worst: { heldMs: number; rssMiB: number };
  renewed: number;
  rounds: number;
};

const KEPT = 5;

export const emptyCounts = (): Counts => ({
  requests: 0,
  sockets: 0,
  classes: {},
  limited: 0,
  unanswered: 0,
  slowest: [],
  calls: new Map(),
  cameIn: new Set(),
  talks: new Map(),
  worst: { heldMs: 0, rssMiB: 0 },
  renewed: 0,
  rounds: 0,
});

export function countAnswer(counts: Counts, key: string, index: number, status: number, ms: number): void {
  const kind = `${Math.floor(status / 100)}xx`;
  counts.classes[kind] = (counts.classes[kind] ?? 0) + 1;
  if (status === 429) counts.limited += 1;
  const call = counts.calls.get(key) ?? {};
  call[status] = (call[status] ?? 0) + 1;
  counts.calls.set(key, call);
  if (ms > (counts.slowest.at(-1)?.ms ?? 0) || counts.slowest.length < KEPT) {
    counts.slowest.push({ ms, key, index });
    counts.slowest.sort((a, b) => b.ms - a.ms).splice(KEPT);
  }
}

export function countSocket(counts: Counts, path: string, status: number, closed: number | undefined): void {
  const became = status === 101 ? (closed === undefined ? 'open' : `closed ${closed}`) : `refused ${status}`;
  const talks = counts.talks.get(path) ?? {};
  talks[became] = (talks[became] ?? 0) + 1;
  counts.talks.set(path, talks);
}

/** Refusals that come before a call's own code. */
const BEFORE = new Set([400, 401, 403, 404, 413, 415, 429, 431]);
const sum = (statuses: Record<string, number>, wanted: (status: number) => boolean): number =>
  Object.entries(statuses).reduce((total, [status, n]) => total + (wanted(Number(status)) ? n : 0), 0);

const listed = (numbers: Record<string, number>): string =>
  Object.entries(numbers)
    .map(([name, n]) => `${name} × ${n}`)
    .join(', ');

/** The summary of a run as lines; `table` adds one per call. */
export function report(
  counts: Counts,
  calls: readonly Described[],
  seconds: number,
  table: boolean,
): string[] {
  const { requests, sockets, classes, limited, unanswered, worst } = counts;
  const share = (n: number) => `${((100 * n) / Math.max(1, requests)).toFixed(1)} %`;
  const rows = calls.map(({ key }) => {
    const statuses = counts.calls.get(key) ?? {};
    return {
      key,
      made: sum(statuses, () => true),
      good: sum(statuses, (status) => status < 300),
      inside: sum(statuses, (status) => !BEFORE.has(status)),
    };
  });
  const least = rows.toSorted((a, b) => a.inside - b.inside)[0];
  const names = (list: typeof rows) =>
    list.length > 12 ? `${list.length} calls` : list.map(({ key }) => key).join(', ') || 'none';
  return [
    `${requests} requests (${sockets} to sockets) in ${counts.rounds} rounds, ${(requests / seconds).toFixed(0)} a second`,
    `Answers: ${Object.entries(classes)
      .sort()
      .map(([kind, n]) => `${kind} ${n} (${share(n)})`)
      .join(', ')}; 429 ${share(limited)}; closed without one ${unanswered} (${share(unanswered)})`,
    `Slowest: ${counts.slowest
      .slice(0, 3)
      .map(({ ms, key, index }) => `${ms.toFixed(0)} ms ${key} #${index}`)
      .join('; ')}`,
    `Event loop kept at most ${worst.heldMs.toFixed(0)} ms, memory at most ${worst.rssMiB.toFixed(0)} MiB, ${counts.renewed} sessions renewed`,
    `Calls: ${calls.length}; asked ${rows.filter(({ made }) => made > 0).length}; least reached ${least?.key} (${least?.inside} answers of its own code)`,
    `Never answered 2xx: ${names(rows.filter(({ good }) => good === 0))}`,
    `Never past the entrance: ${names(rows.filter(({ inside }) => inside === 0))}`,
    ...[...counts.talks].map(([path, became]) => `Sockets of ${path}: ${listed(became)}`),
    ...(table
      ? rows.map(
          ({ key, made, good, inside }) =>
            `${String(made).padStart(7)} ${String(good).padStart(7)} 2xx ${String(inside).padStart(7)} inside  ${key}  ${listed(counts.calls.get(key) ?? {})}`,
        )
      : []),
  ];
}
