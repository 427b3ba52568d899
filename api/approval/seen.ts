import { APPROVAL_KINDS, APPROVALS, type ApprovalKind, reaches } from '@orbita/domain/approval';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { literals } from '../platform/database/literals.ts';
import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { ApprovalRow } from './store.ts';

/** Whether the caller may see a request: their own ones, and those of institutions for which they hold the approving scope. */
export const isSeen = (service: Service, row: ApprovalRow): boolean => {
  if (service.staff?.id === row.requested_by) return true;
  const reach = reachWithin(service, [APPROVALS[row.kind].approves]);
  return reach?.length !== 0 && reaches(reach, row.institutions);
};

const kindsOf = (part: string): ApprovalKind[] =>
  APPROVAL_KINDS.filter((kind) => APPROVALS[kind].approves === part);

/**
 * Whether all institutions of a request `a` are among these. Not written with `<@`, for which the planner expects a thousandth of
 * the rows, so that it sorts the whole table for a page.
 */
const liesWithin = (reach: readonly string[]): Sql => sql`
  coalesce((select bool_and(place.code = any(${reach}::text[]))
    from jsonb_array_elements_text(a.institutions) as place (code)), false)`;

/**
 * Requests `a` whose second person the caller could be, regardless of who made them; `false` if the caller holds none of the
 * approving scopes.
 */
export function approvable(service: Service): Sql {
  const ways = [...new Set(APPROVAL_KINDS.map((kind) => APPROVALS[kind].approves))].flatMap((part) => {
    const reach = reachWithin(service, [part]);
    if (reach?.length === 0) return [];
    const within = reach ? sql` and ${liesWithin(reach)}` : empty;
    return [sql`(a.kind in ${literals(kindsOf(part))}${within})`];
  });
  return ways.length === 0 ? sql`false` : sql`(${join(ways, ' or ')})`;
}

/** Requests `a` that a caller sees. */
export const seen = (service: Service): Sql =>
  service.staff
    ? sql`(${approvable(service)} or a.requested_by = ${service.staff.id}::bigint)`
    : approvable(service);

/** Requests `a` that concern an institution; those of the whole tenant concern all of them. */
export const touching = (institution: string | undefined): Sql =>
  institution === undefined
    ? empty
    : sql` and (a.institutions is null or jsonb_exists(a.institutions, ${institution}::text))`;
