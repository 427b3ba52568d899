import { addDays, dayInZone, isoInZone, toAmount } from '@orbita/domain/foundation';
import type { Difference, Stage } from '@orbita/domain/payment';
import { MONEY_PROVIDERS, type MoneyProvider } from '@orbita/domain/tenancy';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { COMPARED_DAYS } from '../comparison/job.ts';
import { hasBooks } from '../comparison/lists.ts';
import { resolveDifference } from '../comparison/resolve.ts';
import { askForReport, type ReportState } from '../comparison/store.ts';

type ReportRow = {
  id: number;
  institution: string;
  provider: MoneyProvider;
  from_day: string;
  until_day: string;
  nightly: boolean;
  state: ReportState;
  compared: number;
  applied: number;
  open: number;
  failure: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
};

type SideJson = { stage: Stage; asked: number; received: number; refunded: number };
type DifferenceRow = {
  id: number;
  reconciliation_id: number;
  institution: string;
  provider: MoneyProvider;
  kind: Difference;
  reference: string;
  payment_id: number | null;
  subscription_id: number | null;
  recurrence_id: number | null;
  cycle_number: number | null;
  ours: SideJson | null;
  theirs: SideJson | null;
  state: 'open' | 'applied' | 'resolved';
  reason: string | null;
  resolved_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const REPORT = sql`r.id, i.code as institution, r.provider, r.from_day, r.until_day, r.nightly, r.state, r.compared,
  r.failure, r.attempts, r.next_attempt_at, r.created_at, r.ended_at,
  (select count(*)::int from reconciliation_difference d where d.tenant_id = r.tenant_id
   and d.reconciliation_id = r.id and d.state = 'applied') as applied,
  (select count(*)::int from reconciliation_difference d where d.tenant_id = r.tenant_id
   and d.reconciliation_id = r.id and d.state = 'open') as open`;
const REPORT_JOINS = sql`join institution i on i.tenant_id = r.tenant_id and i.id = r.institution_id`;

const DIFFERENCE = sql`d.id, d.reconciliation_id, i.code as institution, r.provider, d.kind, d.reference, d.payment_id,
  coalesce(y.subscription_id, q.subscription_id) as subscription_id, d.recurrence_id, d.cycle_number, d.ours, d.theirs,
  d.state, d.reason, d.resolved_at, d.created_at, d.updated_at`;
const DIFFERENCE_JOINS = sql`
  join institution i on i.tenant_id = d.tenant_id and i.id = d.institution_id
  join reconciliation r on r.tenant_id = d.tenant_id and r.id = d.reconciliation_id
  left join payment y on y.tenant_id = d.tenant_id and y.id = d.payment_id
  left join recurrence q on q.tenant_id = d.tenant_id and q.id = d.recurrence_id`;

const presentReport = (row: ReportRow, zone: string) => ({
  ...{ id: row.id, institution: row.institution, provider: row.provider },
  ...{ fromDay: row.from_day, untilDay: row.until_day, nightly: row.nightly, state: row.state },
  ...{ compared: row.compared, applied: row.applied, open: row.open },
  ...{ failure: row.failure, attempts: row.attempts },
  nextAttemptAt: row.next_attempt_at && isoInZone(row.next_attempt_at, zone),
  createdAt: isoInZone(row.created_at, zone),
  endedAt: row.ended_at && isoInZone(row.ended_at, zone),
});

const presentSide = (side: SideJson | null) =>
  side && {
    stage: side.stage,
    asked: toAmount(side.asked),
    received: toAmount(side.received),
    refunded: toAmount(side.refunded),
  };

const presentDifference = (row: DifferenceRow, zone: string) => ({
  ...{ id: row.id, reconciliationId: row.reconciliation_id, institution: row.institution },
  ...{ provider: row.provider, kind: row.kind, reference: row.reference, paymentId: row.payment_id },
  ...{ subscriptionId: row.subscription_id, recurrenceId: row.recurrence_id, cycle: row.cycle_number },
  ours: presentSide(row.ours),
  theirs: presentSide(row.theirs),
  ...{ state: row.state, reason: row.reason },
  resolvedAt: row.resolved_at && isoInZone(row.resolved_at, zone),
  createdAt: isoInZone(row.created_at, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

const listed = (
  [table, as]: readonly [string, string],
  tenantId: number,
  service: Service,
  query: Query<'GET /operations/reconciliations'> | Query<'GET /operations/reconciliation-differences'>,
  columns: Sql,
  joins: Sql,
): List => {
  const [tenant, institution, state, at] =
    as === 'r'
      ? [sql`r.tenant_id`, sql`r.institution_id`, sql`r.state`, sql`r.updated_at`]
      : [sql`d.tenant_id`, sql`d.institution_id`, sql`d.state`, sql`d.updated_at`];
  return {
    from: [table, as],
    where: sql`${tenant} = ${tenantId}${query.state ? sql` and ${state} = ${query.state}::text` : empty}
      ${ownedBy(tenantId, service, query, institution)}`,
    columns,
    joins,
    at,
    newestFirst: true,
  };
};

/** Maximum number of differences shown with a report; all of them are in their own list. */
const MOST_SHOWN = 100;

type Found = { row: ReportRow; differences: DifferenceRow[] };

/** A report that the token may see, with its differences; otherwise 404. */
async function readReport(platform: Platform, tenant: Tenant, service: Service, id: number): Promise<Found> {
  const on = platform.db.tenant(tenant.id);
  const row = await on.one<ReportRow>(
    sql`select ${REPORT} from reconciliation r ${REPORT_JOINS} where r.tenant_id = ${tenant.id} and r.id = ${id}`,
  );
  if (!row || !maySee(service, row.institution)) fail('NOT_FOUND');
  const differences = await on.many<DifferenceRow>(sql`
    select ${DIFFERENCE} from reconciliation_difference d ${DIFFERENCE_JOINS}
    where d.tenant_id = ${tenant.id} and d.reconciliation_id = ${id}
    order by d.state = 'open' desc, d.id limit ${MOST_SHOWN}::int`);
  return { row, differences };
}

async function readDifference(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const row = await platform.db.tenant(tenant.id).one<DifferenceRow>(sql`
    select ${DIFFERENCE} from reconciliation_difference d ${DIFFERENCE_JOINS}
    where d.tenant_id = ${tenant.id} and d.id = ${id}`);
  if (!row || !maySee(service, row.institution)) fail('NOT_FOUND');
  return row;
}

type Wish = { institution: string; provider?: MoneyProvider | null | undefined };

/** The providers to compare: the requested one, or all with an account. */
function providersOf(platform: Platform, alias: string, { institution, provider }: Wish): MoneyProvider[] {
  const served = MONEY_PROVIDERS.filter((one) => hasBooks(platform, alias, institution, one));
  if (!provider) return served;
  if (!served.includes(provider))
    invalid([{ field: 'provider', message: `No account of ${institution} at ${provider}` }]);
  return [provider];
}

/** Operations on the comparison with the providers' books (spec 14.8). */
export const reconciliationRoutes = (platform: Platform): Route[] => [
  route('GET /operations/reconciliations', async ({ tenant, service, query }) =>
    reply(
      200,
      await listPage<ReportRow, ReturnType<typeof presentReport>>(
        platform.db.tenant(tenant.id),
        listed(['reconciliation', 'r'], tenant.id, service, query, REPORT, REPORT_JOINS),
        query,
        (row) => presentReport(row, tenant.timeZone),
      ),
    ),
  ),
  route('GET /operations/reconciliation-differences', async ({ tenant, service, query }) =>
    reply(
      200,
      await listPage<DifferenceRow, ReturnType<typeof presentDifference>>(
        platform.db.tenant(tenant.id),
        listed(['reconciliation_difference', 'd'], tenant.id, service, query, DIFFERENCE, DIFFERENCE_JOINS),
        query,
        (row) => presentDifference(row, tenant.timeZone),
      ),
    ),
  ),
  route('GET /operations/reconciliations/{id}', async ({ tenant, service, params }) => {
    const { row, differences } = await readReport(platform, tenant, service, params.id);
    const shown = differences.map((one) => presentDifference(one, tenant.timeZone));
    return reply(200, { ...presentReport(row, tenant.timeZone), differences: shown });
  }),
  route('POST /operations/reconciliations', (ctx) =>
    withKey(ctx, async (write) => {
      const { tenant, service } = ctx;
      const wish = ctx.body();
      if (!maySee(service, wish.institution)) fail('INSTITUTION_UNKNOWN');
      const providers = providersOf(platform, tenant.alias, wish);
      const untilDay = dayInZone(platform.clock.now(), tenant.timeZone);
      const fromDay = addDays(untilDay, 1 - COMPARED_DAYS);
      return write(async (tx) => {
        const found = await tx.one<{ id: number }>(sql`
          select id from institution where tenant_id = ${tenant.id} and code = ${wish.institution}`);
        if (!found) fail('INSTITUTION_UNKNOWN');
        const ids: number[] = [];
        for (const provider of providers) {
          const report = { institutionId: found.id, provider, fromDay, untilDay };
          const id = await askForReport(tx, platform, { ...report, requestedBy: operatorOf(service) });
          if (id !== undefined) ids.push(id);
        }
        const rows = await tx.many<ReportRow>(sql`
          select ${REPORT} from reconciliation r ${REPORT_JOINS}
          where r.tenant_id = ${tenant.id} and r.id = any(${ids}::bigint[]) order by r.id`);
        return reply(
          202,
          rows.map((row) => presentReport(row, tenant.timeZone)),
        );
      });
    }),
  ),
  route('POST /operations/reconciliation-differences/{id}/resolution', (ctx) =>
    withKey(ctx, async (write) => {
      const { tenant, service, params } = ctx;
      await readDifference(platform, tenant, service, params.id);
      const { reason } = ctx.body();
      return write(async (tx) => {
        await resolveDifference(tx, platform, params.id, operatorOf(service), reason);
        const row = await tx.one<DifferenceRow>(sql`
          select ${DIFFERENCE} from reconciliation_difference d ${DIFFERENCE_JOINS}
          where d.tenant_id = ${tenant.id} and d.id = ${params.id}`);
        if (!row) fail('NOT_FOUND');
        return reply(200, presentDifference(row, tenant.timeZone));
      });
    }),
  ),
];
