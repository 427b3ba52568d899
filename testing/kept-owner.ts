import type { Platform } from '../api/platform/platform.ts';

type Work = Parameters<Platform['db']['asOwner']>[0];
type Run = Parameters<Work>[0];
type Kept = { run: Promise<Run>; end: () => Promise<void> };

/** Owner connections, by the platforms that announce their stop. */
const kept = new WeakMap<Platform, Kept | undefined>();

/** Opens a connection that stays open until `end`. */
function open(platform: Platform): Kept {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((done) => {
    stop = done;
  });
  let using: Promise<unknown> = Promise.resolve();
  const run = new Promise<Run>((ready, failed) => {
    using = platform.db.asOwner((own) => {
      ready(own);
      return stopped;
    });
    using.catch(failed);
  });
  return {
    run,
    end: async () => {
      stop();
      await using;
    },
  };
}

/** Lets all work as this platform's owner share one connection, until `endOwner`. */
export const keepOwner = (platform: Platform): void => void kept.set(platform, undefined);

export async function endOwner(platform: Platform): Promise<void> {
  await kept.get(platform)?.end();
  kept.delete(platform);
}

/**
 * Like `asOwner` of the database, but with the kept connection on a server: a new one reads the definitions of ninety tables
 * before it can query them. The embedded database has one connection anyway.
 */
export async function asKeptOwner<T>(platform: Platform, work: (run: Run) => Promise<T>): Promise<T> {
  if (!process.env.ORBITA_TEST_POSTGRES || !kept.has(platform)) return platform.db.asOwner(work);
  const own = kept.get(platform) ?? open(platform);
  kept.set(platform, own);
  return work(await own.run);
}
