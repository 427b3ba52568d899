import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld, Target } from './world.ts';

/** A period in which a process did not run, in milliseconds of the system clock. */
export type Outage = { target: string; kind: 'killed' | 'stopped'; from: number; to: number };

const between = (random: () => number, least: number, most: number) => least + random() * (most - least);

/** Kills or pauses one target and starts it again; returns when everything works as before. */
async function inject(world: ChaosWorld, target: Target, random: () => number): Promise<Outage> {
  const from = Date.now();
  if (random() < 0.3) {
    target.freeze();
    await pause(between(random, 300, 4_000));
    target.thaw();
    await world.healthy();
    return { target: target.name, kind: 'stopped', from, to: Date.now() };
  }
  await target.kill();
  await pause(between(random, 0, 700));
  await target.launch();
  await world.healthy();
  return { target: target.name, kind: 'killed', from, to: Date.now() };
}

/** Kills or pauses targets at random, one after the other, for the given number of seconds. */
export function injectFor(world: ChaosWorld, seconds: number, random: () => number): Promise<Outage[]> {
  const until = performance.now() + seconds * 1000;
  return injectWhile(world, () => performance.now() < until, random);
}

/** The same, until `goesOn` returns false. */
export async function injectWhile(
  world: ChaosWorld,
  goesOn: () => boolean,
  random: () => number,
): Promise<Outage[]> {
  const outages: Outage[] = [];
  let left: Target[] = [];
  while (goesOn()) {
    await pause(between(random, 300, 2_000));
    // Every target has a turn before any gets a second one.
    if (left.length === 0) left = [...world.targets];
    const [target] = left.splice(Math.floor(random() * left.length), 1);
    if (target) outages.push(await inject(world, target, random));
  }
  return outages;
}

/**
 * How late something came, in milliseconds: since it was due, or since the end of an outage. Something that came during an
 * outage is not late.
 */
export function lateness(outages: readonly Outage[], due: number, came: number): number {
  let from = due;
  for (const { from: began, to } of outages) {
    if (came >= began && came <= to) return 0;
    if (to <= came) from = Math.max(from, to);
  }
  return Math.max(0, came - from);
}
