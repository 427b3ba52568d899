import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ClockStep, createSteadyTime } from './steady-time.ts';

/**
 * The product's only clock. Every deadline, age and "today" uses it, and SQL never reads a clock of its own. Outside production
 * it can be set (spec 17.7); it then stands still or continues from the set time.
 */
export interface Clock {
  now(): Date;
  /** `null` returns to real time; with `run` the set time advances. */
  set(now: Date | null, run?: boolean): void;
  /** Milliseconds of the machine's own time, for leases and rate windows that must advance while the clock is frozen. */
  wall(): number;
  /** Registers a listener for jumps of the machine's clock, which this clock does not follow immediately. */
  onStep(listener: (step: ClockStep) => void): void;
  /** Whether a set time replaces the machine's time. */
  readonly isSet: boolean;
}

const machineTime = () =>
  createSteadyTime(
    () => Date.now(),
    () => performance.now(),
  );

type Setting = { at: string; from: number; run: boolean };

/** Creates the clock. A set time is saved in `file`, so that a killed test server restarts at the same time. */
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
