import type { BookEntry, Difference } from '@orbita/domain/payment';
import { MONEY_PROVIDERS, type MoneyProvider, moneyKind } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import { leaseEnd } from '../../platform/lease.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OwnCharge } from './books.ts';

export type ReportState = 'waiting' | 'running' | 'failed' | 'done';

/** A report that has been claimed for processing. Days as `YYYY-MM-DD`. */
export type Report = {
  id: number;
  institution_id: number;
  institution_code: string;
  provider: MoneyProvider;
  from_day: string;
  until_day: string;
  days_done: number;
  attempts: number;
};

const METHODS: Record<ReturnType<typeof moneyKind>, readonly string[]> = {
  pix: ['pix', 'automatic-pix'],
  slip: ['slip'],
  card: ['credit-card'],
};

export type Pair = { institution_id: number; code: string; provider: MoneyProvider };

/** Institutions and the providers at which they have ever charged anyone. */
export async function pairsOf(on: Runner): Promise<Pair[]> {
  // One index step per payment method in use, however many charges there are.
  const used = await on.many<{ institution_id: number; code: string; methods: string[] }>(sql`
    with recursive used as (
      select i.id, i.code, (select min(y.method) from payment y
        where y.tenant_id = i.tenant_id and y.institution_id = i.id and y.txid is not null) as method
      from institution i where i.tenant_id = ${on.tenantId}
      union all
      select u.id, u.code, (select min(y.method) from payment y
        where y.tenant_id = ${on.tenantId} and y.institution_id = u.id and y.txid is not null and y.method > u.method)
      from used u where u.method is not null)
    select id as institution_id, code, jsonb_agg(method) as methods from used where method is not null
    group by id, code order by id`);
  return used.flatMap(({ methods, ...one }) =>
    MONEY_PROVIDERS.filter((provider) =>
      METHODS[moneyKind(provider)].some((method) => methods.includes(method)),
    ).map((provider) => ({ ...one, provider })),
  );
}

/** Notification channel that tells every node that a comparison was requested. */
export const COMPARISON_CHANNEL = 'orbita_comparison';

export type Wish = {
  institutionId: number;
  provider: MoneyProvider;
  fromDay: string;
  untilDay: string;
  requestedBy: string | null;
};

/**
 * Requests a comparison; `requestedBy` is null for the nightly one. If an unfinished one exists, it is used instead. Returns
 * its id; undefined for a night that has already been compared.
 */
export async function askForReport(
  tx: Tx,
  platform: Platform,
  { institutionId, provider, fromDay, untilDay, requestedBy }: Wish,
): Promise<number | undefined> {
  const now = platform.clock.now();
  const due = new Date(platform.clock.wall());
  if (requestedBy !== null) tx.notify(COMPARISON_CHANNEL, String(tx.tenantId));
  const made = await tx.one<{ id: number }>(sql`
    insert into reconciliation (tenant_id, institution_id, provider, from_day, until_day, nightly, requested_by, state,
      next_attempt_at, created_at, updated_at)
    values (${tx.tenantId}, ${institutionId}, ${provider}, ${fromDay}::date, ${untilDay}::date,
      ${requestedBy === null}::boolean, ${requestedBy}::text, 'waiting', ${due}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz)
    on conflict do nothing returning id`);
  if (made || requestedBy === null) return made?.id;
  const waiting = await tx.one<{ id: number }>(sql`
    update reconciliation set state = 'waiting', next_attempt_at = least(next_attempt_at, ${due}::timestamptz)
    where tenant_id = ${tx.tenantId} and institution_id = ${institutionId} and provider = ${provider}
      and next_attempt_at is not null and state <> 'running' returning id`);
  return (
    waiting ??
    (await tx.one<{ id: number }>(sql`
      select id from reconciliation where tenant_id = ${tx.tenantId} and institution_id = ${institutionId}
        and provider = ${provider} and next_attempt_at is not null`))
  )?.id;
}

/** Stops retrying reports of earlier nights that never succeeded: the next one covers the same days. */
export const endOlderReports = (tx: Tx, untilDay: string, wall: Date): Promise<unknown> =>
  tx.many(sql`
    update reconciliation set next_attempt_at = null
    where tenant_id = ${tx.tenantId} and state = 'failed' and nightly and until_day < ${untilDay}::date
      and next_attempt_at > ${wall}::timestamptz returning id`);

/** Claims the next due report; the claim lasts as long as its lease is renewed. */
export const claimReport = (platform: Platform, tenantId: number): Promise<Report | undefined> =>
  platform.db.tenant(tenantId).one<Report>(sql`
    update reconciliation r set attempts = attempts + 1, state = 'running',
      next_attempt_at = ${leaseEnd(platform)}::timestamptz, updated_at = ${platform.clock.now()}::timestamptz
    from institution i
    where r.tenant_id = ${tenantId} and i.tenant_id = r.tenant_id and i.id = r.institution_id and r.id = (
      select id from reconciliation where tenant_id = ${tenantId}
        and next_attempt_at <= ${new Date(platform.clock.wall())}::timestamptz
      order by next_attempt_at, id limit 1 for update skip locked)
    returning r.id, r.institution_id, i.code as institution_code, r.provider, r.from_day, r.until_day, r.days_done,
      r.attempts`);

export const renewReport = (
  platform: Platform,
  tenantId: number,
  id: number,
  until: Date,
): Promise<unknown> =>
  platform.db.tenant(tenantId).many(sql`
    update reconciliation set next_attempt_at = ${until}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and state = 'running' returning id`);

/** Adds to the number of compared charges and records how many days of the list are finished. */
export const noteProgress = (
  on: Runner,
  id: number,
  { compared, days }: { compared: number; days: number },
): Promise<unknown> =>
  on.many(sql`
    update reconciliation set compared = compared + ${compared}::int, days_done = greatest(days_done, ${days}::int)
    where tenant_id = ${on.tenantId} and id = ${id} returning id`);

/** Ends an attempt; `again` is when to retry, null for never. */
export const endAttempt = (
  platform: Platform,
  tenantId: number,
  id: number,
  { state, failure, again }: { state: ReportState; failure: string | null; again: Date | null },
): Promise<unknown> => {
  const now = platform.clock.now();
  return platform.db.tenant(tenantId).many(sql`
    update reconciliation set state = ${state}::text, failure = ${failure}::text, next_attempt_at = ${again}::timestamptz,
      ended_at = ${state === 'done' ? now : null}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} returning id`);
};

const sideOf = (entry: BookEntry | undefined): string | null => {
  if (!entry) return null;
  const { stage, asked, received, refunded } = entry;
  return JSON.stringify({ stage, asked, received, refunded });
};

export type Found = {
  kind: Difference;
  reference: string;
  own: OwnCharge | undefined;
  theirs: BookEntry | undefined;
  /** Whether our books were corrected at once. */
  applied: boolean;
};

/**
 * Stores a difference of a report. One with the same figures that somebody resolved before stays resolved. Returns whether it
 * is open.
 */
export async function keepDifference(
  tx: Tx,
  report: Pick<Report, 'id' | 'institution_id'>,
  { kind, reference, own, theirs, applied }: Found,
  now: Date,
): Promise<boolean> {
  const [ours, other] = [sideOf(own?.entry), sideOf(theirs)];
  const kept = await tx.one<{ state: string }>(sql`
    with before as (
      select d.reason, d.resolved_by, d.resolved_at from reconciliation_difference d
      where d.tenant_id = ${tx.tenantId} and d.reference = ${reference} and d.kind = ${kind} and d.state = 'resolved'
        and d.reason is not null and d.institution_id = ${report.institution_id}
        and d.ours is not distinct from ${ours}::jsonb and d.theirs is not distinct from ${other}::jsonb
        and not ${applied}::boolean
      order by d.id desc limit 1)
    insert into reconciliation_difference (tenant_id, reconciliation_id, institution_id, kind, reference, payment_id,
      recurrence_id, cycle_number, ours, theirs, state, reason, resolved_by, resolved_at, created_at, updated_at)
    values (${tx.tenantId}, ${report.id}, ${report.institution_id}, ${kind}, ${reference}, ${own?.payment?.id ?? null},
      ${own?.cycle?.recurrence_id ?? null}, ${own?.cycle?.number ?? null}::int, ${ours}::jsonb, ${other}::jsonb,
      case when ${applied}::boolean then 'applied' when exists (select from before) then 'resolved' else 'open' end,
      (select reason from before), (select resolved_by from before), (select resolved_at from before),
      ${now}::timestamptz, ${now}::timestamptz)
    on conflict (tenant_id, reconciliation_id, kind, reference) do update set
      ours = excluded.ours, theirs = excluded.theirs, updated_at = excluded.updated_at
    returning state`);
  return kept?.state === 'open';
}
