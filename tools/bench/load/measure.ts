import { memoryOf } from '../memory.ts';
import { type Kind, SIDES, type Side } from './kinds.ts';
import type { Api, Machine, Processor } from './machine.ts';
import { joined, type Measured, measuredOf, ratioOf, type Slice } from './statistics.ts';

/**
 * Result of one kind of work with `processes` api processes, compared with the same number of bare ones. `processor`:
 * milliseconds of CPU time per piece of work of the product. `gain`: its rate relative to that of the first number of
 * processes.
 */
export type Row = {
  kind: Kind;
  processes: number;
  product: Measured;
  bare: Measured;
  ratio: number;
  processor: Processor;
  gain: Record<Side, number>;
};
/** Resident memory of one api process in MiB: after its start, and the maximum under load. */
type Resident = { idle: number; loaded: number };
/** `backlog`: the most seconds the worker needed after a slice to send what was left. */
export type Measurement = { rows: Row[]; resident: Resident; backlog: number };
export type LoadOptions = {
  lanes: number;
  rounds: number;
  /** Numbers of api processes; one node is started for each. */
  processes: readonly number[];
  kinds: readonly Kind[];
  log: (text: string) => void;
};

/**
 * How often product and bare server take turns in a round, and for how many milliseconds. Turns are short because other load on
 * the machine comes and goes; a journey is long by itself.
 */
const TURNS: Record<Kind, { turns: number; ms: number }> = {
  read: { turns: 6, ms: 500 },
  autosave: { turns: 6, ms: 500 },
  application: { turns: 4, ms: 800 },
  account: { turns: 2, ms: 1_500 },
  journey: { turns: 1, ms: 5_000 },
};
/** More applications per second than any machine can do; if the people run out, the slice is shorter. */
const SESSIONS_PER_SECOND = 250;
/** Each number of processes has its own people. */
const PEOPLE = 1_000_000;

/** A slice, and the CPU time it took. */
type Turn = Slice & { processor: Processor };
/** The turns of both sides, per round. */
type Rounds = Record<Side, Turn[]>[];
/** A node being measured, and its measurements. */
type Phase = { processes: number; api: Api; spare: number; measured: Map<Kind, Rounds> };

const PARTS = ['api', 'database', 'generator'] as const;
const byPart = (of: (part: keyof Processor) => number) =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Processor;

/** Starts a node and the same number of bare servers, and has a generator learn its calls. */
async function openPhase(machine: Machine, processes: number, options: LoadOptions): Promise<Phase> {
  const { lanes, kinds, log } = options;
  const api = await machine.startApi(processes);
  const report = await machine.order(api, {
    task: 'prepare',
    productUrl: api.url,
    bareUrls: await machine.bareUrls(processes),
    lanes: await machine.sessions(lanes),
    more: await machine.sessions(1),
    firstPerson: processes * PEOPLE,
  });
  if ('calls' in report && processes === options.processes[0])
    log(`calls of each: ${kinds.map((kind) => `${kind} ${report.calls[kind]}`).join(', ')}`);
  return { processes, api, spare: 0, measured: new Map(kinds.map((kind) => [kind, []])) };
}

/** Measures one slice; people for applications are those left over from earlier slices, plus new ones. */
async function measureTurn(machine: Machine, phase: Phase, kind: Kind, side: Side): Promise<Turn> {
  const { ms } = TURNS[kind];
  const needed = kind === 'application' && side === 'product' ? (ms / 1000) * SESSIONS_PER_SECOND : 0;
  const sessions = await machine.sessions(Math.max(0, needed - phase.spare));
  const before = machine.processorOf(phase.api);
  const report = await machine.order(phase.api, { task: 'run', kind, side, ms, sessions });
  if (!('slice' in report)) throw new Error('The generator measured nothing');
  const after = machine.processorOf(phase.api);
  phase.spare = report.spare;
  return { ...report.slice, processor: byPart((part) => after[part] - before[part]) };
}

/**
 * Measures in rounds: every kind on each node and its bare servers in turns, with the starting side changing each time, so that
 * whatever else happens on the machine disturbs all alike. A round before the first warms everything up and does not count.
 */
async function measureRounds(
  machine: Machine,
  phases: readonly Phase[],
  { rounds, kinds, log }: LoadOptions,
  afterSlice: (phase: Phase) => Promise<void>,
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const kind of kinds) {
      const both = new Map(phases.map((phase) => [phase, { product: [], bare: [] } as Rounds[number]]));
      for (let turn = 0; turn < TURNS[kind].turns; turn++) {
        const even = (round + turn) % 2 === 0;
        for (const phase of even ? phases : phases.toReversed()) {
          for (const side of even ? SIDES : SIDES.toReversed()) {
            both.get(phase)?.[side].push(await measureTurn(machine, phase, kind, side));
            if (side === 'product') await afterSlice(phase);
          }
        }
      }
      if (round > 0) for (const [phase, turns] of both) phase.measured.get(kind)?.push(turns);
    }
    log(round === 0 ? 'warm' : `round ${round} of ${rounds}`);
  }
}

const turnsOf = ({ measured }: Phase, kind: Kind, side: Side): Turn[] =>
  (measured.get(kind) ?? []).flatMap((both) => both[side]);

function rowOf(phase: Phase, first: Phase, kind: Kind): Row {
  const rounds = phase.measured.get(kind) ?? [];
  const [product, bare] = SIDES.map((side) => turnsOf(phase, kind, side)) as [Turn[], Turn[]];
  const pieces = product.reduce((sum, { times }) => sum + times.length, 0);
  return {
    kind,
    processes: phase.processes,
    product: measuredOf(rounds.map((both) => joined(both.product))),
    bare: measuredOf(rounds.map((both) => joined(both.bare))),
    ratio: ratioOf(product, bare),
    processor: byPart((part) => product.reduce((sum, { processor }) => sum + processor[part], 0) / pieces),
    gain: {
      product: ratioOf(product, turnsOf(first, kind, 'product')),
      bare: ratioOf(bare, turnsOf(first, kind, 'bare')),
    },
  };
}

/** Measures everything on a freshly started machine. */
export async function measureLoad(machine: Machine, options: LoadOptions): Promise<Measurement> {
  const phases: Phase[] = [];
  for (const processes of options.processes) phases.push(await openPhase(machine, processes, options));
  const [first] = phases;
  if (!first) throw new Error('No number of processes was asked for');
  const { rss: idle } = await memoryOf(first.api.url);
  const resident: Resident = { idle, loaded: idle };
  let backlog = 0;
  await measureRounds(machine, phases, options, async (phase) => {
    if (phase === first) resident.loaded = Math.max(resident.loaded, (await memoryOf(first.api.url)).rss);
    backlog = Math.max(backlog, await machine.quiet());
  });
  const rows = phases.flatMap((phase) => options.kinds.map((kind) => rowOf(phase, first, kind)));
  return { rows, resident, backlog };
}
