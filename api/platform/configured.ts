import { Misconfigured } from './config.ts';

/** Returns the settings of the environment, or prints what is wrong and ends the process (exit 2). */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
