import type { Config } from './platform/config.ts';
import { refuseMisconfigured } from './platform/configured.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { checkFiles } from './platform/files/open-files.ts';
import { shareOf } from './platform/processes/share.ts';
import { ALONE, type Membership } from './platform/processes/siblings.ts';
import { listOf } from './privacy/erasure-job.ts';
import { repeatErasures } from './privacy/repeat.ts';
import { assemblePlatform, openDatabase, type Started, start } from './start.ts';
import { loadReference } from './tenancy/reference.ts';

/**
 * Milliseconds that running calls get when a process is asked to stop. Docker kills it after ten seconds, so nine leave time
 * for the rest.
 */
const STOP_MS = 9_000;

/**
 * Serves in this process until it is asked to stop. As one of several processes it finds the database already prepared by the
 * primary.
 */
export async function serve(config: Config, member?: Membership): Promise<void> {
  let started: Started | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await started?.close(STOP_MS);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  const { siblings } = member ?? { siblings: ALONE };
  const own = shareOf(config, siblings.of);
  const db = await openDatabase(own);
  if (!member) {
    await prepareDatabase(db);
    // A catalogue refers to states and municipalities, so they must exist first.
    await loadReference(db);
  }
  const platform = await assemblePlatform(own, db, { siblings });
  if (!member) await checkFiles(own, platform.log).catch(refuseMisconfigured);
  // Before anyone is served: a restored backup may have brought back data of erased people.
  if (!member) await repeatErasures(db, listOf(platform), platform.log);
  started = await start(own, platform);
  if (member) {
    platform.log.info({ role: config.role }, 'this process serves');
    member.serving(started.url);
  } else platform.log.info({ url: started.url, role: config.role }, 'serving');
}
