import { Misconfigured } from './config.ts';

/** Prints what is wrong with the settings and exits with code 2; rethrows any other error. */
export function refuseMisconfigured(error: unknown): never {
  if (!(error instanceof Misconfigured)) throw error;
  console.error(error.message);
  process.exit(2);
}

/** Returns the settings read from the environment, or prints what is wrong and exits with code 2. */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseMisconfigured(error);
  }
}
