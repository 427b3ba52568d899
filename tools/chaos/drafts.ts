import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { essayOf } from '../../testing/bodies.ts';
import { bodyOf } from '../../testing/journey.ts';
import { startEssay } from '../../testing/requests.ts';
import { Ended, PatientCaller } from './caller.ts';
import { apply, enter, type Kept, keepDraft, newcomer } from './candidate.ts';
import { injectFor } from './faults.ts';
import { randomOf } from './random.ts';
import { type ChaosWorld, collegeOf, type Engine, startWorld } from './world.ts';

/** Time between two saves of one essay: the pause after which the page saves (spec 10.1). */
const PACE_MS = 3_000;
/** People who sign up concurrently; limited because password hashing is slow on purpose. */
const AT_ONCE = 8;

export type Writer = {
  kept: Kept;
  me: PatientCaller;
  essayId: number;
  revision: number;
  answered: string;
  sent: string;
};

export type DraftsOptions = { engine: Engine; seconds: number; seed: number; writers: number };
export type DraftsResult = {
  writers: number;
  /** Acknowledged saves, and those among them whose first response was lost. */
  saves: number;
  repeated: number;
  kills: number;
  /** p95 of the saves that were answered at once. */
  p95Ms: number;
  lost: string[];
};

/** Somebody who has started an essay. */
export async function writerOf(world: ChaosWorld, n: number, ended: () => boolean): Promise<Writer> {
  const urls = n % 2 === 0 ? world.urls : world.urls.toReversed();
  const from = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  const me = new PatientCaller(urls, world.college.host, from, ended, world.repeated);
  const kept = newcomer(n);
  const { uuid } = await enter(kept, me, world.college);
  await apply(kept, me, uuid);
  const { id, revision } = bodyOf(await startEssay(me, kept.subscriptionId ?? 0));
  return { kept, me, essayId: id, revision, answered: '', sent: '' };
}

async function writersOf(world: ChaosWorld, count: number, ended: () => boolean): Promise<Writer[]> {
  const all: Writer[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) all.push(await writerOf(world, next++, ended));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return all;
}

/** Saves until the run is over; returns the times of saves that were answered at once, and the number of those that were not. */
export async function write(
  writer: Writer,
  random: () => number,
  ended: () => boolean,
  { paceMs = PACE_MS, saved: acknowledged }: { paceMs?: number; saved?: () => void } = {},
) {
  const times: number[] = [];
  let repeated = 0;
  await pause(random() * paceMs);
  for (let words = 20; !ended(); words++) {
    writer.sent = `${essayOf(20 + (words % 200))} ${words}`;
    const began = performance.now();
    const saved = await keepDraft(writer.me, writer.essayId, writer.sent, writer.revision);
    writer.revision = saved.revision;
    writer.answered = writer.sent;
    acknowledged?.();
    if (saved.repeated) repeated += 1;
    else times.push(performance.now() - began);
    await pause(paceMs);
  }
  return { times, repeated };
}

/** Essays whose stored text is neither the last acknowledged one nor a newer one that was sent. */
export async function lostOf(world: ChaosWorld, writers: readonly Writer[]): Promise<string[]> {
  const db = await world.open();
  try {
    const tenantId = await collegeOf(db, world);
    const rows = await db.tenant(tenantId).many<{ id: number; body: string }>(sql`
      select id, body from essay where tenant_id = ${tenantId}
        and id = any(${writers.map(({ essayId }) => essayId)}::bigint[])`);
    const bodies = new Map(rows.map(({ id, body }) => [id, body]));
    return writers.flatMap(({ essayId, answered, sent }) => {
      const body = bodies.get(essayId);
      return body === answered || body === sent
        ? []
        : [`essay ${essayId} has another text than was acknowledged`];
    });
  } finally {
    await db.close();
  }
}

/**
 * Lets many essays save at the pace of the page while api, worker and database are killed or paused, then compares every stored
 * text with the last acknowledged one.
 */
export async function runDrafts({
  engine,
  seconds,
  seed,
  writers: count,
}: DraftsOptions): Promise<DraftsResult> {
  const world = await startWorld(engine);
  try {
    let over = false;
    const ended = () => over;
    const writers = await writersOf(world, count, ended);
    const random = randomOf(seed);
    const failed: string[] = [];
    const writing = writers.map((writer) =>
      write(writer, random, ended).catch((error: unknown) => {
        if (!(error instanceof Ended)) failed.push(`essay ${writer.essayId}: ${(error as Error).message}`);
        return { times: [], repeated: 0 };
      }),
    );
    const outages = await injectFor(world, seconds, random);
    await pause(PACE_MS);
    over = true;
    const done = await Promise.all(writing);
    await world.stopNodes();
    const times = done.flatMap((one) => one.times).sort((a, b) => a - b);
    const repeated = done.reduce((sum, one) => sum + one.repeated, 0);
    return {
      writers: count,
      saves: times.length + repeated,
      repeated,
      kills: outages.filter(({ kind }) => kind === 'killed').length,
      p95Ms: times[Math.floor((times.length - 1) * 0.95)] ?? 0,
      lost: [...failed, ...(await lostOf(world, writers))],
    };
  } finally {
    await world.stop();
  }
}
