import type { Ledger } from './ledger.ts';

/** The sandbox's clock: real, or the test clock set by the product. Retry delays stay in real seconds. */
export interface Clock {
  now(): Date;
  /** `now` = null: real time. `run`: continues from `now`; otherwise it stands still. */
  set(now: Date | null, run?: boolean): void;
  /** The set instant as ISO text; null in real time. */
  setting(): string | null;
}

/** Real time in milliseconds: for delays and leases, which elapse whatever the test clock says (spec 17.7). */
export const realNow = (): number => Date.now();

/** The same in seconds, for libraries that expect them. */
export const realSeconds = (): number => Math.floor(realNow() / 1000);

interface Setting {
  now: string | null;
  run: boolean;
  setAt: number;
}

/** A clock whose setting survives a restart. */
export function openClock(ledger: Ledger): Clock {
  const settings = ledger.table<Setting>('clock');
  const current = () => settings.get('clock') ?? { now: null, run: false, setAt: 0 };
  const now = (): Date => {
    const { now: at, run, setAt } = current();
    if (at === null) return new Date(realNow());
    return run ? new Date(Date.parse(at) + realNow() - setAt) : new Date(at);
  };
  return {
    now,
    set: (at, run = false) =>
      settings.put('clock', { now: at ? at.toISOString() : null, run, setAt: realNow() }),
    setting: () => (current().now === null ? null : now().toISOString()),
  };
}
