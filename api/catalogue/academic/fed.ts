import type { Platform } from '../../platform/platform.ts';
import { readCatalogue } from '../read.ts';
import type { Fed } from './answer.ts';
import { readingOf } from './store.ts';

/**
 * The sections of a tenant that its files don't decide, as currently stored. Undefined unless the academic catalogue has been
 * read at least once: until then the files are all there is.
 */
export async function fedSections(
  platform: Platform,
  { id, alias }: { id: number; alias: string },
): Promise<Fed | undefined> {
  if (!platform.ports.academicCatalogue.isConfigured(alias)) return undefined;
  const on = platform.db.tenant(id);
  if (!(await readingOf(on))?.succeeded_at) return undefined;
  const { intakes, disciplines, electives, classes } = await readCatalogue(on);
  return { intakes, disciplines, electives, classes };
}
