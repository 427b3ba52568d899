import { setTimeout as pause } from 'node:timers/promises';
import { createClock } from '@orbita/api/platform/clock';
import type { Kept } from '../chaos/candidate.ts';
import { eventsOf, type Findings, readBack } from '../chaos/check.ts';
import { lostOf } from '../chaos/drafts.ts';
import type { Outage } from '../chaos/faults.ts';
import { randomOf } from '../chaos/random.ts';
import { SETTLE_MS, workDone } from '../chaos/run.ts';
import type { ChaosWorld } from '../chaos/world.ts';
import { type Cells, startCells } from './cells.ts';
import { allWhole, FAULTS, type Stage, serves } from './faults.ts';
import { type Counts, type Load, startLoad } from './load.ts';
import { EVENT, exitCodeOf, type Outcome } from './table.ts';
import { type MachineOptions, startMachines } from './up.ts';

/** System time, as recorded by the chaos tools with which it is compared. */
const { wall } = createClock();
/** Milliseconds of load after a fault. */
const AFTER_MS = 6_000;
/** What is still in transit after this time is lost. */
const ON_ITS_WAY_MS = 45_000;
/** The load on the cell without faults, to check that it notices none. */
const BESIDE: Counts = { candidates: 0, writers: 1 };

export type RunOptions = MachineOptions &
  Counts & {
    seed: number;
    /** Minutes during which new faults are started; each happens at least once. */
    minutes: number;
    faults: readonly string[];
    tenants: number;
    cells: 1 | 2;
    pooled: boolean;
    say: (line: string) => void;
  };

/** The same items in an order determined by the random numbers. */
export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** Findings once nothing is in transit any more. */
async function settled(world: ChaosWorld, people: readonly Kept[], outages: Outage[]): Promise<Findings> {
  await pause(SETTLE_MS);
  await workDone(world);
  const until = performance.now() + ON_ITS_WAY_MS;
  for (;;) {
    const findings = await readBack(world, people, outages);
    if (findings.lost.length === 0 || performance.now() > until) return findings;
    await pause(1_000);
  }
}

/**
 * Events of people that a college's former cell has and its current one does not: something was written there after the switch.
 */
async function writtenAtFormer(cells: Cells, people: readonly Kept[]): Promise<string[]> {
  const former = cells.former();
  if (!former) return [];
  const [there, here] = await Promise.all([eventsOf(former, people), eventsOf(cells.moving(), people)]);
  return [...there].filter((id) => !here.has(id)).map((id) => `event ${id} was written at the former cell`);
}

/**
 * Starts a cluster with the product on it, has candidates enrol and essays save while faults happen one after the other in an
 * order determined by the seed, and checks the acknowledged writes after each fault and again at the end.
 */
export async function runCluster(options: RunOptions): Promise<Outcome[]> {
  const { seed, say } = options;
  const random = randomOf(seed);
  const machines = await startMachines(options);
  say(`three etcd serve, commits ${options.sync ? '' : 'do not '}wait for the standby`);
  let errors: Record<string, number> = {};
  const repeated = (answer: string) => {
    errors[answer] = (errors[answer] ?? 0) + 1;
  };
  const cells = await startCells(machines, { ...options, repeated });
  let diedAt: number | undefined;
  const stage: Stage = {
    cells,
    etcds: machines.etcds,
    died: () => {
      diedAt ??= performance.now();
    },
    say,
  };
  const outages: Outage[] = [];
  const loads: { load: Load; world: () => ChaosWorld }[] = [];
  let number = seed % 1000;
  const next = () => number++;
  const sayWords = () => {
    for (const cell of [cells.home, cells.beside])
      for (const node of cell?.world.nodes ?? [])
        if (node.output) say(`${cell?.name} ${node.name}: ${node.output.slice(-1_500)}`);
  };
  try {
    await allWhole(stage);

    const suffer = async (fault: string): Promise<Outcome> => {
      const { what, needs, inject } = FAULTS[fault] as (typeof FAULTS)[string];
      say(`${fault}: ${what}`);
      const world = needs === 'cells' ? cells.moving : () => cells.home.world;
      const load = await startLoad(world(), options, { next, random });
      const beside = cells.neighbours && (await startLoad(cells.neighbours, BESIDE, { next, random }));
      loads.push({ load, world });
      errors = {};
      diedAt = undefined;
      await pause(4_000 + random() * 4_000);

      const from = wall();
      const mend = await inject(stage, random);
      await serves(stage);
      await mend();
      outages.push({ target: fault, kind: 'killed', from, to: wall() });
      await allWhole(stage);
      await pause(AFTER_MS);
      const [withoutWritesMs, besideMs] = await Promise.all([load.end(), beside?.end()]);

      const { people, writers, failed } = load;
      const findings = await settled(world(), people, outages);
      const socketGapMs = load.socketGapMs();
      const outcome: Outcome = {
        fault,
        lost: [
          ...findings.lost.filter((one) => !EVENT.test(one)),
          ...failed,
          ...(await lostOf(world(), writers)),
          ...(beside && cells.neighbours
            ? [...beside.failed, ...(await lostOf(cells.neighbours, beside.writers))]
            : []),
        ],
        doubled: [...findings.doubled, ...(needs === 'cells' ? await writtenAtFormer(cells, people) : [])],
        late: findings.late,
        latestMs: findings.latestMs,
        missed: findings.lost.filter((one) => EVENT.test(one)),
        errors,
        withoutWritesMs,
        backMs: diedAt === undefined ? undefined : load.backAfter(diedAt),
        besideMs,
        socketGapMs,
        acknowledged: load.acknowledged(),
      };
      if (needs === 'cells') await cells.clear();
      if (exitCodeOf([outcome], true) === 1) sayWords();
      return outcome;
    };

    const outcomes: Outcome[] = [];
    const end = performance.now() + options.minutes * 60_000;
    const goesOn = () => outcomes.length < options.faults.length || performance.now() < end;
    while (goesOn())
      for (const fault of shuffled(options.faults, random)) if (goesOn()) outcomes.push(await suffer(fault));

    say('everything is read once more');
    const known = new Set(outcomes.flatMap(({ lost, doubled }) => [...lost, ...doubled]));
    const news = (all: readonly string[]) => all.filter((one) => !known.has(one) && !EVENT.test(one));
    const all = { lost: [] as string[], doubled: [] as string[] };
    for (const { load, world } of loads) {
      const findings = await readBack(world(), load.people, outages);
      all.lost.push(...findings.lost, ...(await lostOf(world(), load.writers)));
      all.doubled.push(...findings.doubled);
    }
    const nodes = [cells.home, cells.beside].flatMap((cell) => cell?.world.nodes ?? []);
    outcomes.push({
      fault: 'at the end',
      lost: [
        ...news(all.lost),
        ...nodes.filter((node) => node.diedByItself).map(({ name }) => `${name} ended by itself`),
      ],
      doubled: news(all.doubled),
      late: [],
      latestMs: 0,
      missed: [],
      errors: {},
      withoutWritesMs: 0,
      backMs: undefined,
      besideMs: undefined,
      socketGapMs: 0,
      acknowledged: 0,
    });
    return outcomes;
  } catch (error) {
    sayWords();
    for (const { name, said } of machines.words()) say(`${name}: ${said}`);
    throw error;
  } finally {
    await cells.stop();
  }
}
