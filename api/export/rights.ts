import { EXPORT_LISTS, type ExportList } from '@orbita/domain/export';
import { carries, type Reach, reachOf } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Job } from './store.ts';

/** Institutions for which somebody may take a list out: she holds `exports` and the part of the list there. */
function reachTo({ staff, development, scopes, institutions }: Service, list: ExportList): Reach {
  const { parts } = EXPORT_LISTS[list];
  if (staff) return reachOf(staff.grants, parts, 'exports');
  return development || parts.some((part) => carries(scopes, part)) ? institutions : [];
}

/**
 * Institutions whose rows a file may hold: those of the caller, or the one that is asked for. 403 when she may take out nothing
 * of the list, or nothing of that institution.
 */
export function exportReach(
  service: Service,
  list: ExportList,
  institution: string | undefined,
): string[] | null {
  const reach = reachTo(service, list);
  const refused = institution === undefined ? reach?.length === 0 : reach?.includes(institution) === false;
  if (refused) fail('FORBIDDEN');
  if (institution !== undefined) return [institution];
  return reach && [...reach];
}

/** 403 for who does not hold both parts any more, for every institution of which rows are in the file. */
export function checkStillHeld(
  service: Service,
  { list, institutions }: Pick<Job, 'list' | 'institutions'>,
): void {
  const reach = reachTo(service, list);
  if (reach === null) return;
  if (reach.length === 0 || !institutions?.every((code) => reach.includes(code))) fail('FORBIDDEN');
}
