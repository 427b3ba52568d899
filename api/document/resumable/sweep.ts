import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropPieces } from './pieces.ts';
import { abandonedUploads, deleteUpload, KEPT_HOURS } from './store.ts';

async function sweep(platform: Platform, tenantId: number): Promise<number> {
  const since = new Date(platform.clock.now().getTime() - KEPT_HOURS * 3600_000);
  const on = platform.db.tenant(tenantId);
  let done = 0;
  for (const { id } of await abandonedUploads(on, since)) {
    await dropPieces(platform, await deleteUpload(on, id));
    done += 1;
  }
  return done;
}

/** Deletes uploads that weren't continued for a day, with what had been received (spec 15.9). */
export const uploadSweep: Job = {
  name: 'upload-sweep',
  everyMs: 15 * 60_000,
  run: (platform) => forDueTenants(platform, 'upload-sweep', (tenantId) => sweep(platform, tenantId)),
};
