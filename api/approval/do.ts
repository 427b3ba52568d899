import { approvalTexts } from '@orbita/domain/approval';
import type { Tx } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { Afterwards } from './act.ts';
import { failApproved } from './end.ts';
import { colleagueById, serviceOfBoth, stillAsks } from './people.ts';
import { type ApprovalRow, openCommand } from './store.ts';

export type Done = { failure?: string; after?: Afterwards | undefined };

type On = { platform: Platform; tenant: Tenant };
/** `approver`: who approved; null if nobody else could. `hostname`: of the console. */
type Doing = On & { approver: string | null; hostname: string };

/** Does what was requested; any refusal undoes it and becomes the reason for the failure. The request is locked. */
export async function doAsked(
  tx: Tx,
  { platform, tenant, approver, hostname }: Doing,
  row: ApprovalRow,
): Promise<Done> {
  const requester = await colleagueById(tx, row.requested_by);
  if (!requester || !stillAsks(requester, row)) return { failure: approvalTexts.roleEnded };
  const now = platform.clock.now();
  const service = serviceOfBoth(tenant, requester, { kind: row.kind, approver, now });
  const { run } = platform.approvals[row.kind];
  const command = openCommand(platform, tx.tenantId, row);
  const approved = { platform, tenant, approval: row, command, service, hostname };
  try {
    return { after: await tx.savepoint(() => run(tx, approved)) };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { failure: error.message };
    throw error;
  }
}

/** Does the work after the commit; if it is refused, the request is marked as failed. */
export async function finish(
  { platform, tenant }: On,
  row: ApprovalRow,
  after: Afterwards | undefined,
): Promise<void> {
  try {
    await after?.();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failure = error.message;
    await platform.db.write(tenant.id, (tx) => failApproved(tx, platform, row.id, failure));
  }
}
