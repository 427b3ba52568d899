import { chosenColumns, EXPORT_LISTS, type ExportList, isOfTenant } from '@orbita/domain/export';
import { carries, type Reach, reachOf } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Job } from './store.ts';

/** Institutions for which somebody may take a list out: she holds `exports` and the part of the list there. */
function reachTo({ staff, development, scopes, institutions }: Service, list: ExportList): Reach {
  const { parts } = EXPORT_LISTS[list];
  const reach = staff
    ? reachOf(staff.grants, parts, 'exports')
    : development || parts.some((part) => carries(scopes, part))
      ? institutions
      : [];
  return isOfTenant(list) && reach !== null ? [] : reach;
}

/** Whether somebody may see every column of a file for all of its institutions. */
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
 * Institutions whose rows a file may hold: those of the caller, or the one that is asked for. 403 when she may take out nothing
 * of the list, or nothing of that institution, or
 * not one of its columns.
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

/** 403 for who does not hold all parts any more, for every institution of which rows are in the file. */
export function checkStillHeld(
  service: Service,
  { list, institutions, columns }: Pick<Job, 'list' | 'institutions' | 'columns'>,
): void {
  if (!reachesColumns(service, list, columns, institutions)) fail('FORBIDDEN');
  const reach = reachTo(service, list);
  if (reach === null) return;
  if (reach.length === 0 || !institutions?.every((code) => reach.includes(code))) fail('FORBIDDEN');
}
