import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type Kept, newcomer, travel } from './candidate.ts';
import { type Findings, LATE_MS, readBack } from './check.ts';
import { injectFor, type Outage } from './faults.ts';
import { randomOf } from './random.ts';
import { type ChaosWorld, collegeOf, type Engine, startWorld } from './world.ts';

/** Time for work in progress to finish after the last outage, beyond what counts as late. */
export const SETTLE_MS = LATE_MS + 1_500;

/** Minimum number of acknowledged writes: a slow machine runs longer until it has that many to check. */
const ENOUGH = 20;
const AT_MOST_LONGER_MS = 60_000;

export type ChaosOptions = { engine: Engine; seconds: number; seed: number; candidates: number };
export type ChaosResult = Findings & { acknowledged: number; candidates: number; outages: Outage[] };

/**
 * Waits for copies and messages that a loaded machine is still processing: each is judged by its own time, and what never comes
 * is still lost. An embedded database can be read only by its own process.
 */
export async function workDone(world: ChaosWorld): Promise<void> {
  const db = await world.open();
  const until = performance.now() + AT_MOST_LONGER_MS;
  try {
    const tenantId = await collegeOf(db, world);
    while (performance.now() < until) {
      const waiting = await db.tenant(tenantId).one(sql`
        select 1 as some from contract_acceptance where tenant_id = ${tenantId} and copy_due_at is not null
        union all select 1 from notification where tenant_id = ${tenantId} and state in ('pending', 'sending')
        limit 1`);
      if (!waiting) break;
      await pause(100);
    }
  } finally {
    await db.close();
  }
}

/**
 * Kills and pauses processes at random while candidates enrol, then checks the acknowledged writes. The same seed gives the
 * same order of faults; their exact times depend on the machine.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const world = await startWorld(options.engine);
  const all: Kept[] = [];
  try {
    let over = false;
    let next = options.seed % 1000;
    const walk = async () => {
      while (!over) {
        const n = next++;
        const kept = newcomer(n);
        all.push(kept);
        await travel(world, kept, n, () => over);
      }
    };
    const acknowledged = () => all.reduce((sum, kept) => sum + kept.acknowledged, 0);
    const walking = Array.from({ length: options.candidates }, walk);
    const outages = await injectFor(world, options.seconds, randomOf(options.seed));
    const until = performance.now() + AT_MOST_LONGER_MS;
    while (acknowledged() < ENOUGH && performance.now() < until) await pause(100);
    over = true;
    await Promise.all(walking);
    await pause(SETTLE_MS);
    if (options.engine === 'postgres') await workDone(world);
    for (const node of world.nodes)
      if (node.diedByItself) throw new Error(`${node.name} ended by itself:\n${node.output}`);
    for (const line of all.flatMap(({ lines }) => lines)) line.close();
    await world.stopNodes();
    const findings = await readBack(world, all, outages);
    return { ...findings, acknowledged: acknowledged(), candidates: all.length, outages };
  } finally {
    await world.stop();
  }
}
