import { isoInZone } from '@orbita/domain/foundation';
import { riskOf } from '@orbita/domain/work';
import sql, { empty, type Sql } from 'sql-template-tag';
import { type AssignedJson, assignedColumn, presentAssigned } from './assigned.ts';
import { type ClaimJson, claimColumn, presentClaim } from './claim.ts';
import type { On, OpenQueue } from './open-queue.ts';
import { isSkipped } from './skipped.ts';

export type ItemRow = {
  id: number;
  title: string;
  subscription_id: number | null;
  institution_code: string;
  since: Date;
  due: Date;
  ahead: number;
  version: number;
  claim: ClaimJson | null;
  assigned: AssignedJson | null;
  skipped: boolean;
};

/** Columns shown for the `picked` items `w` of a queue, except claim, assignee and whether the caller skipped them. */
export const ownColumns = ({ queue }: OpenQueue): Sql => sql`
  w.id, ${queue.title} as title, ${queue.subscriptionId ?? sql`null::bigint`} as subscription_id,
  ins.code as institution_code, ${queue.waitingSince} as since, ${queue.dueAt} as due, picked.ahead, w.version`;

/** Columns shown for the `picked` items `w` of a queue. */
export const itemColumns = ({ platform, service }: On, open: OpenQueue): Sql => {
  const now = platform.clock.now();
  const [tenant, id] = [sql`w.tenant_id`, sql`w.id`];
  return sql`${ownColumns(open)}, ${claimColumn(open.kind, tenant, id, now)} as claim,
    ${assignedColumn(open.name, service, tenant, id)} as assigned, ${isSkipped({ kind: open.kind, service, now }, tenant, id)} as skipped`;
};

export const itemJoins = ({ queue }: OpenQueue): Sql => sql`
  join institution ins on ins.tenant_id = w.tenant_id and ins.id = w.institution_id ${queue.joins ?? empty}`;

/** An item of a queue, as the API returns it (spec 25.4.4). */
export const presentItem = ({ platform, service, tenant }: On, { kind }: OpenQueue, row: ItemRow) => ({
  kind,
  itemId: row.id,
  title: row.title,
  subscriptionId: row.subscription_id,
  institutionCode: row.institution_code,
  waitingSince: isoInZone(row.since, tenant.timeZone),
  dueAt: isoInZone(row.due, tenant.timeZone),
  risk: riskOf(row.due, platform.clock.now(), { hours: row.ahead }),
  version: row.version,
  claim: presentClaim(row.claim, service, tenant.timeZone),
  assigned: presentAssigned(row.assigned, tenant.timeZone),
  skipped: row.skipped,
});
