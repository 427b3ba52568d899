import { readings } from '../catalogue/academic/store.ts';
import type { Platform } from '../platform/platform.ts';
import type { Part } from './judge.ts';

/** Seconds by which an academic catalogue may be late before an operator has to look. */
const LATE_SECONDS = 3_600;

/**
 * Academic catalogues that feed the portal (R17): how many there are, how many could not be taken over at the last reading, and
 * the age of the oldest.
 */
export async function academicPart(platform: Platform): Promise<Part> {
  const fed = (await readings(platform)).filter(({ alias }) =>
    platform.ports.academicCatalogue.isConfigured(alias),
  );
  const now = platform.clock.now().getTime();
  const ages = fed.map(({ succeeded_at }) => Math.max(0, Math.round((now - succeeded_at.getTime()) / 1000)));
  const oldest = ages.length > 0 ? Math.max(...ages) : null;
  return {
    status: oldest !== null && oldest > LATE_SECONDS ? 'degraded' : 'ok',
    tenants: fed.length,
    failing: fed.filter(({ failing }) => failing).length,
    oldestSeconds: oldest,
  };
}
