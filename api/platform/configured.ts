import { Misconfigured } from './config.ts';

/** Prints what is wrong with the settings and ends the process (exit 2); throws every other error again. */
export function refuseMisconfigured(error: unknown): never {
  if (!(error instanceof Misconfigured)) throw error;
  console.error(error.message);
  process.exit(2);
}

/** Returns the settings of the environment, or prints what is wrong and ends the process (exit 2). */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseMisconfigured(error);
  }
}
