import sql from 'sql-template-tag';
import { consolePage } from '../messaging/address.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { type Done, doAsked, finish } from './do.ts';
import { endApproval } from './end.ts';
import { isAlone } from './people.ts';
import { notifyApprovers } from './publish.ts';
import { type ApprovalRow, shownById } from './store.ts';

/** The audit entry for an act that nobody approved; there is no browser request behind it. */
const auditAlone = (tx: Tx, { id, requested_by: staffId, kind }: ApprovalRow, requester: string, now: Date) =>
  tx.one(sql`
    insert into audit_log (tenant_id, at, token_name, operator, staff_id, action, subject, outcome, detail)
    values (${tx.tenantId}, ${now}::timestamptz, 'equipe', ${`${requester}, sem segunda pessoa`}::text, ${staffId},
      'POST /operations/approvals/{id}/decision', ${`/orbita/api/operations/approvals/${id}`}, 200,
      ${JSON.stringify({ alone: true, kind })}::jsonb) returning id`);

const due = (tx: Tx, now: Date): Promise<ApprovalRow | undefined> =>
  tx.one<ApprovalRow>(sql`
    select * from approval where tenant_id = ${tx.tenantId} and state = 'waiting'
      and alone_at <= ${now}::timestamptz and expires_at > ${now}::timestamptz
    order by alone_at, id limit 1`);

/**
 * Does one act that nobody but the requester could approve, after the whole team was notified and a day has passed. If somebody
 * who could approve has appeared meanwhile, it waits for that person instead. False when none is due.
 */
export async function doOneAlone(platform: Platform, tenantId: number): Promise<boolean> {
  const tenant = await tenantById(platform, tenantId);
  const page = await consolePage(platform, tenantId, '/');
  const hostname = page ? new URL(page).hostname : '';
  const taken = await platform.db.write(tenantId, async (tx) => {
    const now = platform.clock.now();
    const found = await due(tx, now);
    if (!found) return undefined;
    await platform.approvals[found.kind].lock?.(tx, found);
    // Another node may just have done it.
    const row = await tx.one<ApprovalRow>(sql`
      select * from approval where tenant_id = ${tenantId} and id = ${found.id} and state = 'waiting'
        and alone_at is not null for update skip locked`);
    const shown = row && (await shownById(tx, tenantId, row.id));
    if (!row || !shown) return { row: found, done: {} as Done };
    const { kind, institutions, requested_by: staffId } = row;
    if (!(await isAlone(tx, { kind, institutions, staffId, now }))) {
      await tx.one(sql`
        update approval set alone_at = null where tenant_id = ${tenantId} and id = ${row.id} returning id`);
      await notifyApprovers(tx, platform, { ...row, alone_at: null }, shown.requester);
      return { row, done: {} as Done };
    }
    const done = await doAsked(tx, { platform, tenant, approver: null, hostname }, row);
    const event = done.failure === undefined ? 'approve' : 'fail';
    await endApproval(tx, platform, row, { event, ...(done.failure ? { failure: done.failure } : {}) });
    await auditAlone(tx, row, shown.requester, now);
    return { row, done };
  });
  if (!taken) return false;
  await finish({ platform, tenant }, taken.row, taken.done.after);
  return true;
}
