import { Ended } from '../chaos/caller.ts';
import { type Kept, newcomer, travel } from '../chaos/candidate.ts';
import { type Writer, write, writerOf } from '../chaos/drafts.ts';
import type { ChaosWorld } from '../chaos/world.ts';

/** Milliseconds between two saves of an essay: the resolution at which a period without writes is measured. */
const PACE_MS = 300;

/** Number of candidates who enrol concurrently, and of essays that save themselves. */
export type Counts = { candidates: number; writers: number };

/** The longest period between two of the times, or between one and either end. */
export const longestGap = (moments: readonly number[], from: number, to: number): number => {
  const all = [from, ...moments.toSorted((a, b) => a - b), to];
  return Math.max(...all.slice(1).map((moment, n) => moment - (all[n] as number)));
};

/** People of one college, who write until the load ends. `next` numbers the people. */
export async function startLoad(
  world: ChaosWorld,
  { candidates, writers: count }: Counts,
  { next, random }: { next: () => number; random: () => number },
) {
  let over = false;
  const ended = () => over;
  const failed: string[] = [];
  const people: Kept[] = [];
  const writers: Writer[] = await Promise.all(
    Array.from({ length: count }, () => writerOf(world, next(), ended)),
  );
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
  const walk = async () => {
    while (!over) {
      const n = next();
      const kept = newcomer(n);
      people.push(kept);
      await travel(world, kept, n, ended);
    }
  };
  const walking = Array.from({ length: candidates }, walk);
  return {
    people,
    writers,
    /** Essays that could not be saved, as text. */
    failed,
    /** Ends the load; returns the longest period in which no essay could be saved, in milliseconds. */
    async end(): Promise<number> {
      over = true;
      const until = performance.now();
      await Promise.all([...writing, ...walking]);
      return longestGap(saves, began, until);
    },
    /** Milliseconds from a time to the end of the longest period without saves after it. */
    backAfter(moment: number): number {
      const after = saves.filter((at) => at > moment).toSorted((a, b) => a - b);
      const gaps = after.map((at, n) => ({ at, gap: at - (after[n - 1] ?? moment) }));
      const [longest] = gaps.toSorted((one, other) => other.gap - one.gap);
      return (longest?.at ?? performance.now()) - moment;
    },
    /** The longest period in which anybody had no socket; closes all of them. */
    socketGapMs(): number {
      const lines = people.flatMap((kept) => kept.lines);
      const gap = Math.max(0, ...lines.map((line) => line.gapMs()));
      for (const line of lines) line.close();
      return gap;
    },
    acknowledged: () => saves.length + people.reduce((sum, kept) => sum + kept.acknowledged, 0),
  };
}
export type Load = Awaited<ReturnType<typeof startLoad>>;
