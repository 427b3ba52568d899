import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ClockStep, createSteadyTime } from './steady-time.ts';

/**
 * The one clock of the product. Every deadline, age and "today" asks it; SQL never does.
 * Outside production it can be set (spec 17.7): it then stands still, or goes on from there.
 */
export interface Clock {
  now(): Date;
  /** `null` returns to real time; `run` lets the set time go on. */
  set(now: Date | null, run?: boolean): void;
  /** Milliseconds of the machine's own time, for leases and rate windows: a frozen clock must not freeze them. */
  wall(): number;
  /** Steps of the machine's clock are not followed at once; this is told of each. */
  onStep(heard: (step: ClockStep) => void): void;
  /** True while the time is not the machine's. */
  readonly isSet: boolean;
}

const machineTime = () =>
  createSteadyTime(
    () => Date.now(),
    () => performance.now(),
  );

type Setting = { at: string; from: number; run: boolean };

/** A set clock survives a restart in `file`, so that a killed test server comes back at the same moment. */
export function createClock(file?: string, steady = machineTime()): Clock {
  let setting: Setting | null =
    file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Setting) : null;
  return {
    now() {
      if (!setting) return new Date(steady.millis());
      const start = new Date(setting.at).getTime();
      return new Date(setting.run ? start + (steady.millis() - setting.from) : start);
    },
    set(now, run = false) {
      setting = now ? { at: now.toISOString(), from: steady.millis(), run } : null;
      if (!file) return;
      if (setting) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(setting));
      } else rmSync(file, { force: true });
    },
    wall: () => steady.millis(),
    onStep: steady.onStep,
    get isSet() {
      return setting !== null;
    },
  };
}
