import { setTimeout as pause } from 'node:timers/promises';

/** Repeats until the answer satisfies `done`; gives up after a number of attempts, not a time. */
export async function until<T>(ask: () => Promise<T>, done: (value: T) => boolean, everyMs = 25): Promise<T> {
  for (let n = 0; n < 400; n += 1) {
    const value = await ask();
    if (done(value)) return value;
    await pause(everyMs);
  }
  throw new Error('What was expected did not happen');
}
