import { setTimeout as pause } from 'node:timers/promises';
import { createClock } from '@orbita/api/platform/clock';
import { Ended } from '../chaos/caller.ts';
import { type Kept, newcomer, travel } from '../chaos/candidate.ts';
import { type Findings, readBack } from '../chaos/check.ts';
import { lostOf, type Writer, write, writerOf } from '../chaos/drafts.ts';
import type { Outage } from '../chaos/faults.ts';
import { randomOf } from '../chaos/random.ts';
import { SETTLE_MS, workDone } from '../chaos/run.ts';
import { type ChaosWorld, startWorld } from '../chaos/world.ts';
import { allWhole, FAULTS, serves } from './faults.ts';
import { EVENT, type Outcome } from './table.ts';
import { type ClusterOptions, startCluster } from './up.ts';

/** Milliseconds between two saves of an essay: how finely a time without writes is seen. */
const PACE_MS = 300;
/** The machine's time, as the chaos that it is compared with writes it down. */
const { wall } = createClock();
/** Milliseconds of load after a fault. */
const AFTER_MS = 6_000;
/** What is still on its way after this is lost. */
const ON_ITS_WAY_MS = 45_000;

export type RunOptions = ClusterOptions & {
  seed: number;
  /** The least time of a run; each fault comes at least once. */
  minutes: number;
  faults: readonly string[];
  candidates: number;
  writers: number;
  tenants: number;
  say: (line: string) => void;
};

/** The same in an order by the seed. */
export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** The longest time between two of the moments, or between one and an end. */
export const longestGap = (moments: readonly number[], from: number, to: number): number => {
  const all = [from, ...moments.toSorted((a, b) => a - b), to];
  return Math.max(...all.slice(1).map((moment, n) => moment - (all[n] as number)));
};

/** What was found, once nothing is on its way any more. */
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
 * Starts a cluster and the product on it, lets candidates enrol and essays save themselves while faults come one after the other in an
 * order by the seed, and reads back after each what was acknowledged, and everything once more at the end.
 */
export async function runCluster(options: RunOptions): Promise<Outcome[]> {
  const { seed, say } = options;
  const random = randomOf(seed);
  const cluster = await startCluster(options);
  say(
    `the database serves: three etcd, two PostgreSQL, commits ${options.sync ? '' : 'do not '}wait for the standby`,
  );
  let errors: Record<string, number> = {};
  const world = await startWorld('postgres', {
    database: cluster.database,
    nodes: { api: 2, worker: 2 },
    front: cluster.front,
    emptyTenants: options.tenants,
    repeated: (answer) => {
      errors[answer] = (errors[answer] ?? 0) + 1;
    },
  });
  const stage = { cluster, world };
  const outages: Outage[] = [];
  const everybody: Kept[] = [];
  const allWriters: Writer[] = [];
  let next = seed % 1000;
  try {
    await allWhole(stage);
    say(`the product serves at ${world.urls[0]}: two api, two workers, sandbox`);

    const suffer = async (fault: string): Promise<Outcome> => {
      const { what, inject } = FAULTS[fault] as (typeof FAULTS)[string];
      say(`${fault}: ${what}`);
      errors = {};
      let over = false;
      const ended = () => over;
      const failed: string[] = [];
      const writers = await Promise.all(
        Array.from({ length: options.writers }, () => writerOf(world, next++, ended)),
      );
      allWriters.push(...writers);
      const saves: number[] = [];
      const began = performance.now();
      const writing = writers.map((writer) =>
        write(writer, random, ended, {
          paceMs: PACE_MS,
          saved: () => void saves.push(performance.now()),
        }).catch((error: unknown) => {
          if (!(error instanceof Ended)) failed.push(`essay ${writer.essayId}: ${(error as Error).message}`);
        }),
      );
      const people: Kept[] = [];
      const walk = async () => {
        while (!over) {
          const n = next++;
          const kept = newcomer(n);
          people.push(kept);
          await travel(world, kept, n, ended);
        }
      };
      const walking = Array.from({ length: options.candidates }, walk);
      await pause(4_000 + random() * 4_000);

      const from = wall();
      const mend = await inject(stage, random);
      await serves(stage);
      await mend();
      outages.push({ target: fault, kind: 'killed', from, to: wall() });
      await allWhole(stage);
      await pause(AFTER_MS);
      over = true;
      const until = performance.now();
      await Promise.all([...writing, ...walking]);
      everybody.push(...people);

      const findings = await settled(world, people, outages);
      const lines = people.flatMap((kept) => kept.lines);
      const gapMs = Math.max(0, ...lines.map((line) => line.gapMs()));
      for (const line of lines) line.close();
      const events = findings.lost.filter((one) => EVENT.test(one));
      return {
        fault,
        lost: [
          ...findings.lost.filter((one) => !EVENT.test(one)),
          ...failed,
          ...(await lostOf(world, writers)),
        ],
        doubled: findings.doubled,
        late: findings.late,
        latestMs: findings.latestMs,
        missed: events,
        errors,
        withoutWritesMs: longestGap(saves, began, until),
        socketGapMs: gapMs,
        acknowledged: saves.length + people.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      };
    };

    const outcomes: Outcome[] = [];
    const end = performance.now() + options.minutes * 60_000;
    do for (const fault of shuffled(options.faults, random)) outcomes.push(await suffer(fault));
    while (performance.now() < end);

    say('everything is read once more');
    const findings = await readBack(world, everybody, outages);
    const known = new Set(outcomes.flatMap(({ lost, doubled }) => [...lost, ...doubled]));
    const news = (all: readonly string[]) => all.filter((one) => !known.has(one) && !EVENT.test(one));
    outcomes.push({
      fault: 'at the end',
      lost: [
        ...news([...findings.lost, ...(await lostOf(world, allWriters))]),
        ...world.nodes.filter((node) => node.diedByItself).map(({ name }) => `${name} ended by itself`),
      ],
      doubled: news(findings.doubled),
      late: [],
      latestMs: 0,
      missed: [],
      errors: {},
      withoutWritesMs: 0,
      socketGapMs: 0,
      acknowledged: 0,
    });
    return outcomes;
  } catch (error) {
    for (const node of world.nodes) say(`${node.name}: ${node.output.slice(-1_500)}`);
    throw error;
  } finally {
    await world.stop();
  }
}
