import { type ApprovalEvent, approvalAfter } from '@orbita/domain/approval';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { colleagueById, stillAsks } from './people.ts';
import { notifyRequester, publishToPages } from './publish.ts';
import type { ApprovalRow } from './store.ts';

export type Ending = {
  event: ApprovalEvent;
  decidedBy?: { id: number; name: string } | undefined;
  reason?: string | null | undefined;
  failure?: string | undefined;
};

/**
 * Ends a locked request, and notifies the requester and the team's pages. @throws `APPROVAL_OVER` when it has already ended or
 * its time is up.
 */
export async function endApproval(
  tx: Tx,
  platform: Platform,
  row: ApprovalRow,
  { event, decidedBy, reason, failure }: Ending,
): Promise<ApprovalRow> {
  const now = platform.clock.now();
  const state = approvalAfter({ state: row.state, expiresAt: row.expires_at }, event, now);
  if (!state) fail('APPROVAL_OVER', { extra: { state: row.state } });
  const ended = await tx.one<ApprovalRow>(sql`
    update approval set state = ${state}::text, ended_at = ${now}::timestamptz, command = null,
      decided_by = ${decidedBy?.id ?? null}::bigint, 
      -- Who was erased by this is not written about any more.
      decision_reason = case when not exists (select from person p where p.tenant_id = approval.tenant_id
        and p.id = approval.person_id and p.anonymised_at is not null) then ${reason?.trim() || null}::text end,
      failure = ${failure?.slice(0, 500) ?? null}::text
    where tenant_id = ${tx.tenantId} and id = ${row.id} and state = 'waiting' returning *`);
  if (!ended) fail('APPROVAL_OVER');
  await publishToPages(tx, platform, ended);
  await notifyRequester(tx, platform, ended, decidedBy?.name ?? null);
  return ended;
}

/** Marks a request that was just approved as failed, because its follow-up work failed, such as a message that was not sent. */
export async function failApproved(tx: Tx, platform: Platform, id: number, failure: string): Promise<void> {
  const failed = await tx.one<ApprovalRow>(sql`
    update approval set state = 'failed', failure = ${failure.slice(0, 500)}::text
    where tenant_id = ${tx.tenantId} and id = ${id} and state = 'approved' returning *`);
  if (!failed) return;
  await publishToPages(tx, platform, failed);
  await notifyRequester(tx, platform, failed, null);
}

/**
 * Withdraws requests that a person may no longer make because their roles changed or their access ended (spec 25.4.4). Call it in
 * the transaction of the change, after it.
 */
export async function withdrawUnheld(tx: Tx, platform: Platform, staffId: number): Promise<void> {
  const waiting = await tx.many<ApprovalRow>(sql`
    select * from approval where tenant_id = ${tx.tenantId} and requested_by = ${staffId} and state = 'waiting'
      and expires_at > ${platform.clock.now()}::timestamptz order by id for update`);
  if (waiting.length === 0) return;
  const requester = await colleagueById(tx, staffId);
  for (const row of waiting)
    if (!stillAsks(requester, row)) await endApproval(tx, platform, row, { event: 'withdraw' });
}
