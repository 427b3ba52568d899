import { isoInZone } from '@orbita/domain/foundation';
import type { LeftOut, ReminderKind } from '@orbita/domain/messaging';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../../../platform/database/types.ts';
import type { Service, Tenant } from '../../../platform/http/context.ts';
import { fail } from '../../../platform/http/errors.ts';
import { type List, listPage } from '../../../platform/lists/list-page.ts';
import type { ListQuery } from '../../../platform/lists/lists.ts';
import type { Planned } from './plan.ts';

type BatchRow = {
  id: number;
  kind: ReminderKind;
  state: 'running' | 'stopped' | 'done';
  made_by: string;
  created_at: Date;
  ended_at: Date | null;
  counts: { state: 'waiting' | 'sent' | 'left-out' | 'stopped'; why: LeftOut | null; count: number }[];
  came_back: number;
  paid: number;
};

/** Days after a reminder within which a payment counts as its result. */
const RESULT_DAYS = 14;

/** SQL columns of a batch with its results: how many people came back and how many paid after being reminded. */
const COLUMNS: Sql = sql`b.id, b.kind, b.state, b.made_by, b.created_at, b.ended_at,
  (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'why', c.why, 'count', c.n)), '[]') from (
    select r.state, r.why, count(*)::int as n from reminder r
    where r.tenant_id = b.tenant_id and r.batch_id = b.id group by r.state, r.why) c) as counts,
  (select count(*)::int from reminder r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 'sent'
    and (exists (select from login_session l where l.tenant_id = r.tenant_id and l.person_id = r.person_id
        and l.created_at > r.sent_at)
      or exists (select from user_account u where u.tenant_id = r.tenant_id and u.person_id = r.person_id
        and u.last_login_at > r.sent_at)
      or exists (select from status_history h where h.tenant_id = r.tenant_id
        and h.subscription_id = r.subscription_id and h.actor = 'candidate' and h.at > r.sent_at))) as came_back,
  (select count(*)::int from reminder r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 'sent'
    and exists (select from payment y where y.tenant_id = r.tenant_id and y.subscription_id = r.subscription_id
      and y.paid_at > r.sent_at and y.paid_at < r.sent_at + ${RESULT_DAYS} * interval '1 day')) as paid`;

const present = (row: BatchRow, { timeZone }: Pick<Tenant, 'timeZone'>) => {
  const of = (state: BatchRow['counts'][number]['state']) =>
    row.counts.reduce((sum, one) => sum + (one.state === state ? one.count : 0), 0);
  return {
    ...{ id: row.id, kind: row.kind, state: row.state, by: row.made_by },
    createdAt: isoInZone(row.created_at, timeZone),
    endedAt: row.ended_at && isoInZone(row.ended_at, timeZone),
    ...{ waiting: of('waiting'), sent: of('sent'), stopped: of('stopped') },
    leftOut: row.counts.flatMap(({ why, count }) => (why ? [{ why, count }] : [])),
    ...{ cameBack: row.came_back, paid: row.paid },
  };
};

/** SQL condition for batches whose institutions are all visible to the caller. */
const seen = (tenantId: number, { institutions }: Service): Sql =>
  institutions === null
    ? sql`b.tenant_id = ${tenantId}`
    : sql`b.tenant_id = ${tenantId} and b.institutions <@ ${institutions}::text[]`;

/** Batches, newest first. */
export const listBatches = (on: Runner, tenant: Tenant, service: Service, query: ListQuery) => {
  const list: List = {
    from: ['reminder_batch', 'b'],
    where: seen(tenant.id, service),
    columns: COLUMNS,
    at: sql`b.created_at`,
    newestFirst: true,
  };
  return listPage<BatchRow, ReturnType<typeof present>>(on, list, query, (row) => present(row, tenant));
};

/** One batch. Fails with 404 if it includes people of an institution that the caller cannot see. */
export async function batchOf(on: Runner, tenant: Tenant, service: Service, id: number) {
  const row = await on.one<BatchRow>(sql`
    select ${COLUMNS} from reminder_batch b where ${seen(tenant.id, service)} and b.id = ${id}`);
  return row ? present(row, tenant) : fail('NOT_FOUND');
}

const DAY_MS = 86_400_000;

/** A tenant's reminders of the last 24 hours, sent or waiting; takes a lock that serialises the creation of its batches. */
export async function countOfDay(tx: Tx, now: Date): Promise<number> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:reminders`}::text))`);
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from reminder where tenant_id = ${tx.tenantId} and state in ('waiting', 'sent')
      and created_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz`);
  return row?.count ?? 0;
}

/** Stores a batch with everybody who was chosen; the job sends it. Returns its id. */
export async function insertBatch(
  tx: Tx,
  plan: readonly Planned[],
  about: { kind: ReminderKind; staffId: number | null; by: string; now: Date },
): Promise<number> {
  const institutions = [...new Set(plan.map(({ row }) => row.institution_code))];
  const made = await tx.one<{ id: number }>(sql`
    insert into reminder_batch (tenant_id, kind, institutions, staff_id, made_by, created_at)
    values (${tx.tenantId}, ${about.kind}::text, ${institutions}::text[], ${about.staffId}::bigint, ${about.by}::text,
      ${about.now}::timestamptz) returning id`);
  if (!made) throw new Error('The batch was not kept');
  const of = <T>(value: (one: Planned) => T) => plan.map(value);
  await tx.many(sql`
    insert into reminder (tenant_id, batch_id, subscription_id, person_id, state, why, created_at)
    select ${tx.tenantId}, ${made.id}, g.subscription_id, g.person_id,
      case when g.why is null then 'waiting' else 'left-out' end, g.why, ${about.now}::timestamptz
    from unnest(${of(({ row }) => row.id)}::bigint[], ${of(({ row }) => row.person_id)}::bigint[],
      ${of(({ why }) => why)}::text[]) as g (subscription_id, person_id, why) returning id`);
  return made.id;
}

/** Stops a running batch; people who were not reminded yet will not be. Returns false if it had already ended. */
export async function stopBatch(tx: Tx, id: number, now: Date): Promise<boolean> {
  const stopped = await tx.one(sql`
    update reminder_batch set state = 'stopped', ended_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and state = 'running' returning id`);
  if (!stopped) return false;
  await tx.many(sql`
    update reminder set state = 'stopped' where tenant_id = ${tx.tenantId} and batch_id = ${id} and state = 'waiting'
    returning id`);
  return true;
}

/**
 * Claims a person for `hours`, so that nobody else reminds them meanwhile; false if somebody already did. Concurrent calls wait
 * for each other on the person's row.
 */
export async function takeTurn(tx: Tx, personId: number, now: Date, hours: number): Promise<boolean> {
  const taken = await tx.one(sql`
    insert into last_reminder as l (tenant_id, person_id, at)
    values (${tx.tenantId}, ${personId}::bigint, ${now}::timestamptz)
    on conflict (tenant_id, person_id) do update set at = excluded.at
      where l.at <= excluded.at - ${hours} * interval '1 hour' returning person_id`);
  return taken !== undefined;
}
