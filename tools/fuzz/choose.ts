import fc from 'fast-check';
import { actorsOf, type Caller } from './actors.ts';
import { type Described, readDescription } from './description.ts';
import { type Plan, plansOf } from './plans.ts';
import type { World } from './world.ts';

/** Calls that control the clock and the sandbox: they come last in a round, where nothing else can suffer. */
const STEERS = /^\/operations\/simulator\//;
export const steers = ({ path }: Described): boolean => STEERS.test(path);
const LAST = 0.04;

/** Mixes two whole numbers into 32 evenly distributed bits (the finaliser of MurmurHash3). */
export function mixed(seed: number, index: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export type Chosen = {
  index: number;
  call: Described;
  caller: Caller;
  arbitrary: fc.Arbitrary<Plan>;
  seed: number;
};

/** Chooses which call is made by whom at each index, and what may be sent: the same for the same seed and description. */
export function chooser(world: World, document?: unknown) {
  const description = readDescription(document);
  const callers = actorsOf(world);
  const usual = description.calls.filter((call) => !steers(call));
  const steering = description.calls.filter(steers);
  const made = new Map<string, fc.Arbitrary<Plan>>();

  const callerFor = (call: Described, at: number): Caller => {
    const sum = callers.reduce((total, { share }) => total + share[call.audience], 0);
    let left = (at / 2 ** 32) * sum;
    for (const one of callers) {
      left -= one.share[call.audience];
      if (left < 0) return one;
    }
    return callers[0] as Caller;
  };
  return {
    description,
    callers,
    /** `roundSize` requests make a round; the last ones of it are the controlling calls. */
    at(seed: number, index: number, roundSize: number): Chosen {
      const inRound = index % roundSize;
      const calls = steering.length > 0 && inRound >= roundSize * (1 - LAST) ? steering : usual;
      // Every call in turn, starting at a different one in every run.
      const call = calls[(index + mixed(seed, 0)) % calls.length] as Described;
      const caller = callerFor(call, mixed(seed + 1, index));
      const name = `${call.key} ${caller.name}`;
      const arbitrary = made.get(name) ?? plansOf(description, call, caller);
      made.set(name, arbitrary);
      return { index, call, caller, arbitrary, seed: mixed(seed + 2, index) | 0 };
    },
  };
}

/** The plan for an index. */
export const planOf = ({ arbitrary, seed }: Chosen): Plan =>
  fc.sample(arbitrary, { seed, numRuns: 1 })[0] as Plan;
