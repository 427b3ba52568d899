import { tableOf } from '../bench/table.ts';

/** What became of acknowledged writes under one fault. */
export type Outcome = {
  fault: string;
  lost: readonly string[];
  doubled: readonly string[];
  /** Effects that came more than five seconds after they were due or the fault had ended, and the latest of all. */
  late: readonly string[];
  latestMs: number;
  /** Events that no socket of their person delivered. */
  missed: readonly string[];
  /** Responses after which a call was repeated, by status and code or by how the connection failed. */
  errors: Readonly<Record<string, number>>;
  withoutWritesMs: number;
  /** From the leader's death until essays could be saved again; undefined if no leader died. */
  backMs: number | undefined;
  /** The longest period in which no essay of the other cell could be saved; undefined if there is none. */
  besideMs: number | undefined;
  socketGapMs: number;
  acknowledged: number;
};

/** A finding of `tools/chaos/check.ts` about an event. */
export const EVENT = /^[^:]{1,40}: event /;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const secondsOr = (ms: number | undefined): string => (ms === undefined ? '–' : seconds(ms));
const listed = (errors: Outcome['errors']): string =>
  Object.entries(errors)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'none';

/** Maximum number of findings of a kind that are printed. */
const MOST = 20;

/** Lines of the table, followed by the individual findings. */
export function outcomeLines(outcomes: readonly Outcome[]): string[] {
  const head = [
    'Fault',
    'Writes',
    'Lost',
    'Doubled',
    'Missed',
    'Late',
    'Latest s',
    'No writes s',
    'Back s',
    'Other cell s',
    'No socket s',
    'Repeated after',
  ];
  const rows = outcomes.map((one) => [
    one.fault,
    String(one.acknowledged),
    String(one.lost.length),
    String(one.doubled.length),
    String(one.missed.length),
    String(one.late.length),
    seconds(one.latestMs),
    seconds(one.withoutWritesMs),
    secondsOr(one.backMs),
    secondsOr(one.besideMs),
    seconds(one.socketGapMs),
    listed(one.errors),
  ]);
  const found = outcomes.flatMap((one) =>
    (['lost', 'doubled', 'missed', 'late'] as const).flatMap((kind) => [
      ...one[kind].slice(0, MOST).map((what) => `  ${one.fault}, ${kind}: ${what}`),
      ...(one[kind].length > MOST ? [`  ${one.fault}, ${kind}: and ${one[kind].length - MOST} more`] : []),
    ]),
  );
  return [...tableOf([head, ...rows]), ...found];
}

/** The exit code: with a synchronous standby nothing may be lost; without one, losses after a lost leader are only reported. */
export const exitCodeOf = (outcomes: readonly Outcome[], sync: boolean): 0 | 1 => {
  const broken = outcomes.some(
    ({ lost, doubled, missed }) => lost.length + doubled.length + missed.length > 0,
  );
  return sync && broken ? 1 : 0;
};
