import { Misconfigured } from './config.ts';

/** What the environment says; where it does not say enough, tells whoever starts the process and ends it (exit 2). */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
