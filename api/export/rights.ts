import { chosenColumns, EXPORT_LISTS, type ExportList, isOfTenant } from '@orbita/domain/export';
import { carries, type Reach, reachOf } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Job } from './store.ts';

/** Institutions for which the caller may export a list: those for which they hold `exports` and a scope of the list. */
function reachTo({ staff, development, scopes, institutions }: Service, list: ExportList): Reach {
  const { parts } = EXPORT_LISTS[list];
  const reach = staff
    ? reachOf(staff.grants, parts, 'exports')
    : development || parts.some((part) => carries(scopes, part))
      ? institutions
      : [];
  return isOfTenant(list) && reach !== null ? [] : reach;
}

/** Whether the caller may see every column of a file for all of its institutions. */
const reachesColumns = (
  { staff, development, scopes }: Service,
  list: ExportList,
  keys: readonly string[],
  institutions: Reach,
): boolean =>
  (chosenColumns(list, keys) ?? []).every(({ parts }) => {
    if (!parts) return true;
    if (!staff) return development || parts.some((part) => carries(scopes, part));
    const reach = reachOf(staff.grants, parts);
    return reach === null || institutions?.every((code) => reach.includes(code)) === true;
  });

/**
 * Institutions whose rows a file may contain: those of the caller, or the requested one. 403 when the caller may export nothing
 * of the list, nothing of that institution, or not one of the columns.
 */
export function exportReach(
  service: Service,
  list: ExportList,
  { institution, columns }: { institution?: string | undefined; columns: readonly string[] },
): string[] | null {
  const reach = reachTo(service, list);
  const refused = institution === undefined ? reach?.length === 0 : reach?.includes(institution) === false;
  if (refused) fail('FORBIDDEN');
  const found = institution === undefined ? reach && [...reach] : [institution];
  if (!reachesColumns(service, list, columns, found)) fail('FORBIDDEN');
  return found;
}

/** 403 for a caller who no longer holds all scopes for every institution in the file. */
export function checkStillHeld(
  service: Service,
  { list, institutions, columns }: Pick<Job, 'list' | 'institutions' | 'columns'>,
): void {
  if (!reachesColumns(service, list, columns, institutions)) fail('FORBIDDEN');
  const reach = reachTo(service, list);
  if (reach === null) return;
  if (reach.length === 0 || !institutions?.every((code) => reach.includes(code))) fail('FORBIDDEN');
}
