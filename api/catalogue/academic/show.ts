import type { Platform } from '../../platform/platform.ts';
import { readingOf } from './store.ts';

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** What operations see about the readings of a tenant's academic catalogue (spec 17.2). */
export async function showAcademic(platform: Platform, { id, alias }: { id: number; alias: string }) {
  const reading = await readingOf(platform.db.tenant(id));
  const configured = platform.ports.academicCatalogue.isConfigured(alias);
  return {
    configured,
    fed: configured && reading?.succeeded_at != null,
    attemptedAt: iso(reading?.attempted_at),
    succeededAt: iso(reading?.succeeded_at),
    changedAt: iso(reading?.changed_at),
    failedAt: iso(reading?.failed_at),
    failure: reading?.failure ?? null,
    taken: reading?.taken ?? {},
    leftOut: reading?.left_out ?? 0,
  };
}
