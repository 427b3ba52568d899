import { type Grant, needsStrength, reachOf, roles } from '@orbita/domain/staff';
import type { Holder, TeamRow } from './store.ts';

/** A permission for grading without knowing the author, and for nothing else. */
const GRADES = 'essays.grade';
const gradesBlind = (grants: readonly Grant[]): boolean =>
  grants.every(({ role }) => roles[role].carries.every((scope) => scope === GRADES));

/**
 * Whether a member receives an event, judged by what they hold when it is sent (spec 25.19). Nothing with an application's
 * number reaches members who have only `essays.grade`, whatever the event requires, nor those whose session may not open
 * applications (25.2.4).
 */
export function receives({ staffId, grants, strength }: Holder, row: TeamRow): boolean {
  if (strength === null && row.parts && needsStrength(grants, row.parts)) return false;
  if ('subscriptionId' in row.data && gradesBlind(grants)) return false;
  if (row.staffId === staffId) return true;
  if (!row.parts) return false;
  const reach = reachOf(grants, row.parts);
  if (reach === null) return true;
  if (row.reach === 'all') return false;
  return row.reach === 'any' ? reach.length > 0 : row.institution !== null && reach.includes(row.institution);
}
