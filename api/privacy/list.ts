import { isoInZone, shownName } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import { gradesSomewhere } from '../essay/blind.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { pageOf, pagingOf } from '../platform/lists/lists.ts';
import type { Platform } from '../platform/platform.ts';
import { effectsOf } from './effects.ts';
import { withinReach } from './reach.ts';
import type { ReviewOutcome } from './review/store.ts';
import {
  isOpen,
  type PrivacyRequestKind,
  type PrivacyRequestState,
  presentRequest,
  type RequestRow,
} from './store.ts';

type Query = {
  state?: PrivacyRequestState | 'open' | undefined;
  kind?: PrivacyRequestKind | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};
type Listed = RequestRow & {
  name: string;
  social_name: string | null;
  document: string | null;
  email: string | null;
  total: number;
  event: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  essay_id: number | null;
  outcome: ReviewOutcome | null;
};

const presentReview = (row: Listed, event: string, { zone, blind }: { zone: string; blind: boolean }) => ({
  event,
  decidedAt: isoInZone(row.decided_at ?? row.requested_at, zone),
  decidedBy: blind && row.essay_id !== null ? null : row.decided_by,
  essayId: blind ? null : row.essay_id,
  outcome: row.outcome,
});

/** Requests that match `which`, with the people who made them. */
const requests = (tenantId: number, service: Service, which: Sql, rest: Sql): Sql => sql`
    select r.*, p.name, p.social_name, p.email, v.subscription_id, v.event, v.decided_at, v.decided_by, v.essay_id,
      v.outcome, coalesce(p.cpf, (
        select u.document from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id
        order by u.id limit 1)) as document, count(*) over ()::int as total
    from privacy_request r join person p on p.tenant_id = r.tenant_id and p.id = r.person_id
    left join decision_review v on v.tenant_id = r.tenant_id and v.request_id = r.id
    where r.tenant_id = ${tenantId}${which}
      ${withinReach(service, tenantId, sql`p.id`, sql`r.institution_id`)}${rest}`;

/** Written out to match the index of unanswered requests. */
const IS_OPEN = sql` and r.state in ('received', 'in-review')`;

/**
 * A request as operations sees it; somebody who may mark the essay again sees neither which essay it is nor who marked it before.
 */
function present(row: Listed, tenant: Tenant, service: Service, now: Date) {
  return {
    ...presentRequest(row, tenant, now),
    personId: row.person_id,
    person: {
      name: shownName({ name: row.name, socialName: row.social_name }),
      document: row.document,
      email: row.email,
    },
    overdue: isOpen(row) && row.due_at < now,
    takenBy: row.taken_by,
    answeredBy: row.answered_by,
    review:
      row.event === null
        ? null
        : presentReview(row, row.event, {
            zone: tenant.timeZone,
            blind: gradesSomewhere(service) && isOpen(row),
          }),
  };
}

/** Requests of the tenant: open ones by deadline, then the answered ones, newest first. */
export async function listRequests(platform: Platform, tenant: Tenant, service: Service, query: Query) {
  const paging = pagingOf(query);
  const state = query.state === 'open' ? IS_OPEN : query.state ? sql` and r.state = ${query.state}` : empty;
  const kind = query.kind ? sql` and r.kind = ${query.kind}` : empty;
  const order = sql`
    order by (r.state in ('received', 'in-review')) desc,
      case when r.state in ('received', 'in-review') then r.due_at end, r.id desc ${paging.limit}`;
  const rows = await platform.db
    .tenant(tenant.id)
    .many<Listed>(requests(tenant.id, service, sql`${state}${kind}`, order));
  const now = platform.clock.now();
  const data = rows.map((row) => present(row, tenant, service, now));
  return pageOf(data, rows[0]?.total ?? 0, paging);
}

/**
 * One request; for an unanswered deletion, with the effects that concluding it would have now. 404 outside the caller's reach.
 */
export async function showRequest(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const on = platform.db.tenant(tenant.id);
  const row = await on.one<Listed>(requests(tenant.id, service, sql` and r.id = ${id}`, empty));
  if (!row) fail('NOT_FOUND');
  const erases = row.kind === 'deletion' && isOpen(row);
  return {
    ...present(row, tenant, service, platform.clock.now()),
    effects: erases ? await effectsOf(on, row.person_id) : null,
  };
}
