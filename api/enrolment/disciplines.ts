import { afterAnalysis, chosenDisciplines, electiveProblem } from '@orbita/domain/enrolment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { changeSubscription } from '../subscription/change.ts';
import { settingsReader } from '../subscription/facts.ts';
import { type Caller, ownSubscription } from '../subscription/own.ts';
import type { SubscriptionRow } from '../subscription/row.ts';
import { type AnalysisState, analysisFact } from '../subscription/state/discipline-analysis.ts';
import { settingsValues } from '../subscription/state-columns.ts';
import { lockForData } from './store.ts';

/** Module whose disciplines are chosen at enrolment (spec 12.2). */
const FIRST_MODULE = 1;

type DisciplineRow = {
  id: number;
  code: string;
  name: string;
  workload: number;
  mandatory: boolean;
  group: string | null;
  accepted: boolean;
  chosen: boolean;
  /** Belongs to the first module and is still offered. */
  offered: boolean;
};
type Found = {
  disciplines: DisciplineRow[];
  min: number | null;
  max: number | null;
  favourable: AnalysisState;
  term: number | null;
  settings: Parameters<typeof settingsReader>[0];
};

/** All discipline data of one application, in one statement. */
const find = (on: Runner, row: SubscriptionRow): Promise<Found | undefined> =>
  on.one<Found>(sql`
    select r.min, r.max, a.favourable, a.term, ${settingsValues()} as settings, (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'code', d.code, 'name', d.name, 'workload', d.workload,
        'mandatory', d.mandatory, 'group', d.elective_group,
        'accepted', coalesce(a.accepted @> to_jsonb(d.id), false),
        'chosen', exists(select from chosen_discipline x where x.tenant_id = s.tenant_id
          and x.subscription_id = s.id and x.discipline_id = d.id),
        'offered', d.module = ${FIRST_MODULE}::int and d.active and d.retired_at is null)
        order by d.mandatory desc, d.code), '[]')
      from discipline d where d.tenant_id = s.tenant_id and d.course_id = s.course_id and d.intake_id = s.intake_id
        and (d.module = ${FIRST_MODULE}::int or a.accepted @> to_jsonb(d.id))) as disciplines
    from subscription s
    left join discipline_analysis a on a.tenant_id = s.tenant_id and a.subscription_id = s.id
    left join elective_rule r on r.tenant_id = s.tenant_id and r.course_id = s.course_id
      and r.intake_id = s.intake_id and r.module = ${FIRST_MODULE}::int and r.retired_at is null
    where s.tenant_id = ${row.tenant_id} and s.id = ${row.id}`);

/** Disciplines to choose from, with the number of electives; empty if the ingress has no disciplines. */
function choiceOf(row: SubscriptionRow, found: Found) {
  const offered = row.use_disciplines ? found.disciplines.filter((one) => one.offered) : [];
  const electives = offered.filter(({ mandatory }) => !mandatory).length;
  const accepted = offered.filter((one) => one.accepted).map(({ id }) => id);
  const rule = { min: found.min ?? 0, max: found.max ?? electives };
  return { all: offered, ...afterAnalysis(offered, accepted, rule) };
}

/** GET disciplines: data for S-27, with the result of the analysis for S-16 (spec 9.3). */
export async function listDisciplines(caller: Caller, id: number, on?: Runner): Promise<Reply> {
  const row = await ownSubscription(caller, id, on);
  const found = await find(on ?? caller.platform.db.tenant(caller.tenant.id), row);
  if (!found) fail('NOT_FOUND');
  const { all, limits } = choiceOf(row, found);
  const asked = settingsReader(found.settings)('DisciplineDocumentCheckEnabled');
  return reply(200, {
    disciplines: all,
    electiveMin: limits.min,
    electiveMax: limits.max,
    analysis: {
      state: analysisFact({ ...row, analysis_favourable: found.favourable }, asked),
      accepted: found.disciplines.filter((one) => one.accepted),
      term: found.term,
    },
  });
}

/** Deletes the chosen disciplines and the analysis, because both belong to the former course. */
export async function dropDisciplines(tx: Tx, subscriptionId: number): Promise<void> {
  await tx.many(sql`
    with chosen as (
      delete from chosen_discipline where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId}
    )
    delete from discipline_analysis
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} returning subscription_id`);
}

/** Selects the wanted electives from the disciplines offered. */
export type Wished = (offered: readonly { id: number; code: string }[]) => readonly number[];

/**
 * Chooses disciplines (spec 12.4): mandatory ones are always included, ones accepted from the former course never. 422
 * `ELECTIVE_COUNT` for too few, too many or unknown ones; locked once the contract was accepted.
 */
export async function chooseDisciplines(tx: Tx, caller: Caller, id: number, wished: Wished): Promise<void> {
  const { tenantId } = tx;
  const now = caller.platform.clock.now();
  const locked = await lockForData(tx, id);
  const row = await ownSubscription(caller, id, tx);
  const found = await find(tx, row);
  if (!locked || !found) fail('NOT_FOUND');
  if (locked.accepted) fail('FIELD_LOCKED');
  const { offered, limits } = choiceOf(row, found);
  const electives = wished(offered);
  const problem = electiveProblem(offered, electives, limits);
  if (problem) fail('ELECTIVE_COUNT', { message: problem });
  const ids = chosenDisciplines(offered, electives);
  await tx.many(sql`
    with gone as (
      delete from chosen_discipline where tenant_id = ${tenantId} and subscription_id = ${id}
        and discipline_id <> all(${ids}::bigint[])
    )
    insert into chosen_discipline (tenant_id, subscription_id, discipline_id)
    select ${tenantId}, ${id}::bigint, one from unnest(${ids}::bigint[]) one
    on conflict (tenant_id, subscription_id, discipline_id) do nothing returning discipline_id`);
  await changeSubscription(tx, id, now, sql`disciplines_chosen_at = ${now}::timestamptz`);
}
