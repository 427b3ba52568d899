import { memoryOf } from '../memory.ts';
import { type Kind, SIDES, type Side } from './kinds.ts';
import type { Machine } from './machine.ts';
import { joined, type Measured, measuredOf, ratioOf, type Slice } from './statistics.ts';

/** What one kind of work came to with so many api processes, beside as many bare ones. */
export type Row = { kind: Kind; processes: number; product: Measured; bare: Measured; ratio: number };
/** Resident memory of one api process in MiB: after its start, and the most under load. */
export type Resident = { idle: number; loaded: number };
/** `backlog`: the most seconds that the worker needed after a slice to send what was left. */
export type Measurement = { rows: Row[]; resident: Resident; backlog: number };
export type LoadOptions = {
  lanes: number;
  rounds: number;
  /** Numbers of api processes, one after the other. */
  processes: readonly number[];
  kinds: readonly Kind[];
  tell: (text: string) => void;
};

/**
 * How often product and bare server take turns in a round, and for how many milliseconds. Short turns, because other
 * work on the machine comes and goes; a journey is long itself.
 */
const TURNS: Record<Kind, { turns: number; ms: number }> = {
  read: { turns: 6, ms: 500 },
  autosave: { turns: 6, ms: 500 },
  application: { turns: 4, ms: 800 },
  account: { turns: 2, ms: 1_500 },
  journey: { turns: 1, ms: 5_000 },
};
/** More applications a second than any machine makes; when the people run out the slice is shorter. */
const SESSIONS_PER_SECOND = 250;
/** Each number of processes has people of its own. */
const PEOPLE = 1_000_000;

/** Of each round the turns of both sides. */
type Rounds = Record<Side, Slice[]>[];

/** Has one slice measured; people for applications are those that earlier slices left over, and new ones. */
function createSlices(machine: Machine) {
  let spare = 0;
  return async (kind: Kind, side: Side, ms: number): Promise<Slice> => {
    const needed = kind === 'application' && side === 'product' ? (ms / 1000) * SESSIONS_PER_SECOND : 0;
    const sessions = await machine.sessions(Math.max(0, needed - spare));
    const report = await machine.order({ task: 'run', kind, side, ms, sessions });
    if (!('slice' in report)) throw new Error('The generator measured nothing');
    spare = report.spare;
    return report.slice;
  };
}

/**
 * Measures in rounds: every kind by product and bare server in turns, and who begins changes with each. What else
 * happens on the machine strikes both alike. A round before the first warms both up and does not count.
 */
async function measurePhase(
  machine: Machine,
  processes: number,
  { lanes, rounds, kinds, tell }: LoadOptions,
  afterSlice: () => Promise<void>,
): Promise<Row[]> {
  const report = await machine.order({
    task: 'prepare',
    productUrl: await machine.productUrl(processes),
    bareUrls: await machine.bareUrls(processes),
    lanes: await machine.sessions(lanes),
    more: await machine.sessions(1),
    firstPerson: processes * PEOPLE,
  });
  if ('calls' in report && processes === 1)
    tell(`calls of each: ${kinds.map((kind) => `${kind} ${report.calls[kind]}`).join(', ')}`);
  const slice = createSlices(machine);
  const turnsOf = async (kind: Kind, round: number): Promise<Rounds[number]> => {
    const both: Rounds[number] = { product: [], bare: [] };
    for (let turn = 0; turn < TURNS[kind].turns; turn++) {
      for (const side of (round + turn) % 2 === 0 ? SIDES : SIDES.toReversed()) {
        both[side].push(await slice(kind, side, TURNS[kind].ms));
        if (side === 'product') await afterSlice();
      }
    }
    return both;
  };
  const measured = new Map<Kind, Rounds>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [kind, all] of measured) {
      const both = await turnsOf(kind, round);
      if (round > 0) all.push(both);
    }
    tell(`${processes} api: ${round === 0 ? 'warm' : `round ${round} of ${rounds}`}`);
  }
  return [...measured].map(([kind, all]) => ({
    kind,
    processes,
    product: measuredOf(all.map(({ product }) => joined(product))),
    bare: measuredOf(all.map(({ bare }) => joined(bare))),
    ratio: ratioOf(
      all.flatMap(({ product }) => product),
      all.flatMap(({ bare }) => bare),
    ),
  }));
}

/** Measures everything on a machine that was just started. */
export async function measureLoad(machine: Machine, options: LoadOptions): Promise<Measurement> {
  const first = await machine.productUrl(1);
  const { rss: idle } = await memoryOf(first);
  const resident: Resident = { idle, loaded: idle };
  let backlog = 0;
  const rows: Row[] = [];
  for (const processes of options.processes) {
    const afterSlice = async () => {
      if (processes === 1) resident.loaded = Math.max(resident.loaded, (await memoryOf(first)).rss);
      backlog = Math.max(backlog, await machine.quiet());
    };
    rows.push(...(await measurePhase(machine, processes, options, afterSlice)));
  }
  return { rows, resident, backlog };
}
