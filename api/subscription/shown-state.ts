import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { remember } from '../tenancy/memory.ts';
import type { SubscriptionState } from './facts.ts';
import { offeredColumns, offeredJoins, ownColumns, type SubscriptionRow } from './row.ts';
import { chargesJoin, type Having, offeredStateColumns, ownStateColumns } from './state-columns.ts';

/**
 * Subscriptions for display: the catalogue data of their places comes from this node's cache, which applying a catalogue clears
 * (at most a minute stale). Code that decides something must use `selectStates`.
 */

/** Key of a place in the catalogue: all applications with the same place share the same `Offered`. */
type Place = Pick<
  SubscriptionRow,
  'institution_id' | 'host_id' | 'offer_id' | 'course_id' | 'pole_id' | 'intake_id'
>;

/** Catalogue data of a place. */
type Offered = Readonly<
  Pick<
    SubscriptionState,
    | 'offer_name'
    | 'offer_code'
    | 'offer_type'
    | 'offer_open'
    | 'requires_class'
    | 'interview'
    | 'questionnaire_template_id'
    | 'document_set_id'
    | 'documents_listed'
    | 'contract_code'
    | 'warning_popup'
    | 'course_code'
    | 'course_name'
    | 'course_modality'
    | 'pole_description'
    | 'intake_start'
    | 'intake_end'
    | 'intake_class_start'
    | 'intake_suspended'
    | 'ingress_mode_id'
    | 'ingress_name'
    | 'ingress_kind'
    | 'use_disciplines'
    | 'institution_code'
    | 'institution_name'
    | 'institution_alias'
    | 'time_zone'
    | 'holidays'
    | 'settings'
    | 'prices'
    | 'charge_full'
    | 'charge_semester'
    | 'other_kinds'
  >
>;

/** Data of the application itself; class, analysis, exam score and booking are read even if the offer has none. */
type Own = Omit<SubscriptionState, keyof Offered | 'last_day'>;

const IN_ANY_CASE: Having = { class: sql`true`, analysis: sql`true`, exam: sql`true`, booking: sql`true` };

/** Query for the subscriptions' own data, newest first; `where` uses the alias `s`. */
export const selectShown = (tenantId: number, where: Sql): Sql => sql`
  select ${ownColumns},${ownStateColumns(IN_ANY_CASE)}
  from subscription s
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  join offer_course_pole ocp on ocp.tenant_id = s.tenant_id and ocp.offer_id = s.offer_id
    and ocp.course_id = s.course_id and ocp.pole_id = s.pole_id${chargesJoin}
  where s.tenant_id = ${tenantId} and ${where} order by s.id desc`;

/** Query for the catalogue data of places, one row each, with its index in `places`. */
const selectOffered = (tenantId: number, places: readonly Place[]): Sql => {
  const ids = (of: keyof Place) => sql`${places.map((place) => place[of])}::bigint[]`;
  return sql`
    select (s.at - 1)::int as at, ${offeredColumns},${offeredStateColumns}
    from (select ${tenantId}::bigint as tenant_id, given.* from unnest(${ids('institution_id')}, ${ids('host_id')}, ${ids('offer_id')},
      ${ids('course_id')}, ${ids('pole_id')}, ${ids('intake_id')}) with ordinality
      as given (institution_id, host_id, offer_id, course_id, pole_id, intake_id, at)) s${offeredJoins}`;
};

const keyOf = (tenantId: number, place: Place): string =>
  `offered:${tenantId}:${place.institution_id}:${place.host_id}:${place.offer_id}:${place.course_id}:${place.pole_id}:${place.intake_id}`;

/** Catalogue data of each of these places; those not cached on this node are read in one statement. */
function offeredOf(platform: Platform, on: Runner, places: readonly Place[]): Promise<Offered[]> {
  const unknown: Place[] = [];
  let reading: Promise<Map<number, Offered>> | undefined;
  const read = async () => {
    const rows = await on.many<Offered & { at: number }>(selectOffered(on.tenantId, unknown));
    return new Map(rows.map(({ at, ...offered }) => [at, offered]));
  };
  return Promise.all(
    places.map((place) =>
      remember(platform, keyOf(on.tenantId, place), async () => {
        const at = unknown.push(place) - 1;
        // Runs only after all places were looked up in the cache.
        reading ??= Promise.resolve().then(read);
        const offered = (await reading).get(at);
        if (!offered) throw new Error('A subscription of no place in the catalogue');
        return shared(platform, on.tenantId, place, offered);
      }),
    ),
  );
}

/**
 * Returns `offered` with settings shared by all places of the same offer, institution and host, so that they are cached once.
 */
async function shared(
  platform: Platform,
  tenantId: number,
  { institution_id: institution, offer_id: offer, host_id: host }: Place,
  offered: Offered,
): Promise<Offered> {
  const key = `settings-json:${tenantId}:${institution}:${host}:${offer}`;
  return { ...offered, settings: await remember(platform, key, async () => offered.settings) };
}

/** The later of two days. */
const later = (day: string, other: string | null): string => (other !== null && other > day ? other : day);

const joined = (own: Own, offered: Offered): SubscriptionState => ({
  ...own,
  ...offered,
  last_day: later(offered.intake_end, own.extended_end),
  class: offered.requires_class ? own.class : null,
  analysis_favourable: offered.use_disciplines ? own.analysis_favourable : null,
  exam_state: offered.ingress_kind === 'exam-score' ? own.exam_state : null,
  booking: offered.ingress_kind === 'scheduled-test' ? own.booking : null,
});

/** A tenant's subscriptions for display, newest first; `where` uses the alias `s`. */
export async function shownStates(
  platform: Platform,
  tenantId: number,
  where: Sql,
): Promise<SubscriptionState[]> {
  const on = platform.db.tenant(tenantId);
  const rows = await on.many<Own>(selectShown(tenantId, where));
  const offered = await offeredOf(platform, on, rows);
  return rows.map((own, n) => joined(own, offered[n] as Offered));
}
