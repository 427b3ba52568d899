import {
  type Autosave,
  type AutosaveEvent,
  autosave,
  type DraftRules,
  nextSave,
  type Opening,
  openAutosave,
} from './autosave.ts';

export type SaveOutcome =
  | { type: 'saved'; revision: number; savedAt: string }
  | { type: 'lost' | 'failed' | 'stale' | 'ended' };

/** Dependencies of the autosave. */
export type AutosavePorts<D> = {
  save: (draft: D, revision: number) => Promise<SaveOutcome>;
  /** Reads the text the server has; throws when it does not answer. */
  read: () => Promise<{ draft: D; revision: number }>;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Calls back after `ms` milliseconds; returns a function that cancels. */
  later: (act: () => void, ms: number) => () => void;
  /** 0 ≤ number < 1. */
  jitter: () => number;
  /** Called after every change of the state. */
  onChange: (state: Autosave<D>) => void;
};

/** Runs the state machine of `autosave.ts`: one save at a time, and the newest text is always saved last. */
export class Autosaver<D> {
  #state: Autosave<D>;
  #ports: AutosavePorts<D>;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #busy = false;
  #closed = false;
  #listeners = new Set<() => void>();

  constructor(opening: Opening<D>, rules: DraftRules<D>, ports: AutosavePorts<D>) {
    this.#ports = ports;
    this.#state = openAutosave(opening, rules, ports.now());
  }

  get state(): Autosave<D> {
    return this.#state;
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  typed = (draft: D): void => this.send({ type: 'typed', draft, at: this.#ports.now() });

  send = (event: AutosaveEvent<D>): void => {
    this.#state = autosave(this.#state, event);
    this.#ports.onChange(this.#state);
    for (const listener of this.#listeners) listener();
    this.#settle();
  };

  /** Continues from another text, after two versions were found and one was chosen. */
  reopen = (opening: Opening<D>): void => this.send({ type: 'reopen', opening, at: this.#ports.now() });

  /** Starts a save if one is due; call once after creation, for an unsent text from an earlier page. */
  start = (): void => this.#settle();

  /** Resolves when no save is running. */
  async settled(): Promise<void> {
    while (this.#busy) await this.#running;
  }

  /** Starts no further save and waits for the running one (U11). */
  async hold(): Promise<void> {
    this.send({ type: 'hold', held: true });
    await this.settled();
  }

  release(): void {
    this.send({ type: 'hold', held: false });
    this.send({ type: 'hurry' });
  }

  /** Call when the page is being left: sends an unsent text once more, then stops. */
  close(): Promise<void> {
    if (!this.#state.held) this.send({ type: 'hurry' });
    this.#closed = true;
    return this.settled();
  }

  #settle(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    if (this.#busy) return;
    if (this.#state.phase === 'checking') this.#run(() => this.#check());
    else this.#saveWhenDue();
  }

  #saveWhenDue(): void {
    const due = nextSave(this.#state);
    if (due === null || (this.#closed && due > this.#ports.now())) return;
    const wait = due - this.#ports.now();
    if (wait > 0) {
      this.#cancel = this.#ports.later(() => this.#settle(), wait);
      return;
    }
    this.#run(() => this.#save());
  }

  #run(work: () => Promise<AutosaveEvent<D>>): void {
    this.#busy = true;
    this.#running = work().then((event) => {
      this.#busy = false;
      this.send(event);
    });
  }

  async #save(): Promise<AutosaveEvent<D>> {
    this.send({ type: 'begin' });
    const { draft, revision } = this.#state;
    const outcome = await this.#ports.save(draft, revision);
    const at = this.#ports.now();
    switch (outcome.type) {
      case 'saved':
        return { ...outcome, at };
      case 'lost':
      case 'failed':
        return { type: outcome.type, at, jitter: this.#ports.jitter() };
      default:
        return { type: outcome.type };
    }
  }

  async #check(): Promise<AutosaveEvent<D>> {
    try {
      return { type: 'checked', ...(await this.#ports.read()) };
    } catch {
      return { type: 'failed', at: this.#ports.now(), jitter: this.#ports.jitter() };
    }
  }
}
