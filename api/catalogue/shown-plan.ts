import { isoInZone } from '@orbita/domain/foundation';
import { CLOSED_STATUSES } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Change, Plan } from './diff.ts';
import type { Catalogue } from './model.ts';
import { namedSeats, placeNames, seatsIn } from './place-names.ts';
import { lastChanges, sidesOf } from './versions.ts';

/** Most changes shown with old and new field values and with their effects counted. */
const MOST_DETAILED = 1_000;
/** Most characters of a value shown in full; a longer one, such as a contract, is only named. */
const MOST_VALUE = 4_000;

type Detail = { field: string; before: unknown; after: unknown; long?: true };
export type ShownChange = Change & {
  details: Detail[];
  /** Number of applications under way in a changed offer. */
  touches: number;
  /** Set if a file would revert something changed by a form since. */
  overwritesEdit?: { by: string; at: string; version: number };
};

type Sided = Pick<Change, 'action' | 'fields'> & { before: unknown; after: unknown };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Fields of a change with both sides; for a new or removed entry, only those with a value. */
export function detailsOf({ action, fields, before, after }: Sided): Detail[] {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const says = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== false;
  const names =
    action === 'change'
      ? fields
      : Object.keys(action === 'create' ? is : was).filter((name) => says(is[name] ?? was[name]));
  return names
    .filter((name) => name !== 'content')
    .map((field) => {
      const sides = { before: was[field] ?? null, after: is[field] ?? null };
      const long = JSON.stringify(sides).length > MOST_VALUE;
      return long ? { field, before: null, after: null, long } : { field, ...sides };
    });
}

/** Number of applications under way, by offer. */
async function openIn(on: Runner, offers: readonly string[]): Promise<Map<string, number>> {
  if (offers.length === 0) return new Map();
  const rows = await on.many<{ code: string; open: number }>(sql`
    select o.code, n.open from offer o
    cross join lateral (select count(*)::int as open from (select from subscription s
      where s.tenant_id = o.tenant_id and s.offer_id = o.id and s.status <> all(${CLOSED_STATUSES}::int[]) limit 10000) x) n
    where o.tenant_id = ${on.tenantId} and o.code = any(${offers}::text[])`);
  return new Map(rows.map(({ code, open }) => [code, open]));
}

/** The changes of a plan in readable form. @param file whether to warn if the plan reverts what a form changed last. */
export async function shownChanges(
  on: Runner,
  tenant: { id: number; timeZone: string },
  current: Catalogue,
  plan: Plan,
  { file }: { file: boolean },
): Promise<ShownChange[]> {
  const detailed = sidesOf(current, { ...plan, changes: plan.changes.slice(0, MOST_DETAILED) });
  const offers = detailed
    .filter(({ kind, action }) => kind === 'offers' && action !== 'create')
    .map(({ code }) => code);
  const open = await openIn(on, offers);
  const edits = new Map(
    (file && detailed.length > 0 ? await lastChanges(on, detailed) : [])
      .filter(({ source }) => source === 'form' || source === 'copy' || source === 'undo')
      .map(({ kind, code, by, at, version }) => [
        `${kind} ${code}`,
        { by, at: isoInZone(at, tenant.timeZone), version },
      ]),
  );
  const sided = detailed.map(({ before, after, ...change }) => ({
    ...change,
    details: detailsOf({ ...change, before, after }),
  }));
  const seats = sided.flatMap(({ kind, details }) =>
    kind === 'offers' ? details.flatMap((one) => [...seatsIn(one.before), ...seatsIn(one.after)]) : [],
  );
  const names = await placeNames(on, seats);
  const shown = sided.map(({ details, ...change }) => {
    const overwritesEdit = edits.get(`${change.kind} ${change.code}`);
    return {
      ...change,
      details: details.map((one) => ({
        ...one,
        before: namedSeats(one.before, names),
        after: namedSeats(one.after, names),
      })),
      touches: change.kind === 'offers' ? (open.get(change.code) ?? 0) : 0,
      ...(overwritesEdit ? { overwritesEdit } : {}),
    };
  });
  const rest = plan.changes.slice(MOST_DETAILED).map((change) => ({ ...change, details: [], touches: 0 }));
  return [...shown, ...rest];
}
