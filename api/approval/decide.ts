import { isWaiting } from '@orbita/domain/approval';
import { isBlank } from '@orbita/domain/foundation';
import type { ParsedBody } from '@orbita/protocol';
import type { Tx } from '../platform/database/types.ts';
import { nameActingStaff } from '../platform/http/acting-staff.ts';
import type { HeldKey, ServiceContext } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { type Done, doAsked, finish } from './do.ts';
import { endApproval } from './end.ts';
import { hashOf } from './hash.ts';
import { linkedPeople } from './people.ts';
import { presentApproval, secondOf } from './present.ts';
import { isSeen } from './seen.ts';
import { type ApprovalRow, lockApproval, openCommand, type ShownRow, shownById } from './store.ts';

export type Ctx = Pick<ServiceContext, 'platform' | 'tenant' | 'service' | 'request'>;
type Decision = ParsedBody<'POST /operations/approvals/{id}/decision'>;

/** A request that the caller may see; 404 otherwise, as for one that does not exist. */
export async function seenApproval({ platform, tenant, service }: Ctx, id: number): Promise<ShownRow> {
  const row = await shownById(platform.db.tenant(tenant.id), tenant.id, id);
  return row && isSeen(service, row) ? row : fail('NOT_FOUND');
}

/** Refuses callers who may not be the second person, and requests that are no longer pending. */
function checkSecond(
  { platform, service }: Ctx,
  row: ApprovalRow & Pick<ShownRow, 'linked'>,
  { decision }: Pick<Decision, 'decision'>,
): void {
  const may = secondOf(service, row);
  if (may === 'own') fail('OWN_APPROVAL');
  if (may === 'about-self') fail('OWN_GRANT');
  // People linked to the requester may refuse, but not approve.
  if (may === 'linked' && decision === 'approved') fail('LINKED_APPROVAL');
  if (may === 'not-hers') fail('NOT_FOUND');
  if (!isWaiting({ state: row.state, expiresAt: row.expires_at }, platform.clock.now()))
    fail('APPROVAL_OVER', { extra: { state: row.state } });
}

/**
 * Refuses to approve something other than what was read: the hash that the reader sends back, the stored one and that of what
 * would be done now must all match (spec 25.4.4). @throws `APPROVAL_CHANGED`.
 */
function checkRead({ platform, tenant }: Ctx, row: ApprovalRow, read: string): void {
  const now = hashOf(row, openCommand(platform, tenant.id, row), row.expires_at);
  if (read !== now || row.hash !== now) fail('APPROVAL_CHANGED');
}

/** Decides in a single transaction: a second decision finds the request over (`APPROVAL_OVER`). */
function decideOnce(
  ctx: Ctx,
  { id, kind }: Pick<ApprovalRow, 'id' | 'kind'>,
  { decision, reason, hash }: Decision,
  key: HeldKey | undefined,
): Promise<Done> {
  const { platform, tenant, service } = ctx;
  return platform.db.write(tenant.id, async (tx) => {
    nameActingStaff(tx, service);
    const seen = await shownById(tx, tx.tenantId, id);
    if (seen && decision === 'approved') await platform.approvals[kind].lock?.(tx, seen);
    const row = (await lockApproval(tx, id)) ?? fail('NOT_FOUND');
    const linked = await linkedPeople(tx, row.requested_by, row.requested_at);
    checkSecond(ctx, { ...row, linked }, { decision });
    if (decision === 'approved') checkRead(ctx, row, hash ?? '');
    const decidedBy = { id: service.staff?.id ?? 0, name: service.operator ?? '' };
    const done: Done =
      decision === 'approved'
        ? await doAsked(tx, { ...ctx, approver: service.operator ?? '', hostname: ctx.request.hostname }, row)
        : {};
    const event = decision === 'refused' ? 'refuse' : done.failure === undefined ? 'approve' : 'fail';
    await endApproval(tx, platform, row, {
      event,
      decidedBy,
      reason,
      ...(done.failure ? { failure: done.failure } : {}),
    });
    // A repeated call with this key does nothing again; work after the commit is completed by jobs.
    await key?.note(tx, { decided: true });
    return done;
  });
}

/**
 * Approves a request as its second person, which does what was requested in the same step, or refuses it (spec 25.4.4). The state
 * of the request ensures that it happens only once. If the act is no longer possible, the result is `failed`, with nothing done.
 */
export async function decideApproval(ctx: Ctx, id: number, given: () => Decision, key: HeldKey | undefined) {
  const { platform, tenant, service } = ctx;
  const seen = await seenApproval(ctx, id);
  const decision = given();
  if (!key?.progress) checkSecond(ctx, seen, decision);
  invalid([
    ...(decision.decision === 'refused' && isBlank(decision.reason)
      ? [{ field: 'reason', message: 'Required' }]
      : []),
    // A caller who sends no hash has not read anything.
    ...(decision.decision === 'approved' && isBlank(decision.hash)
      ? [{ field: 'hash', message: 'Required' }]
      : []),
  ]);
  if (!key?.progress) {
    const { after } = await decideOnce(ctx, seen, decision, key);
    await finish(ctx, seen, after);
  }
  const row = (await shownById(platform.db.tenant(tenant.id), tenant.id, id)) ?? fail('NOT_FOUND');
  return presentApproval(row, { service, tenant, now: platform.clock.now() });
}

/** Withdraws the caller's own pending request; those of others are reported as not found. */
export async function withdrawApproval(tx: Tx, { platform, service }: Ctx, id: number): Promise<void> {
  const row = await lockApproval(tx, id);
  if (!row || !service.staff || row.requested_by !== service.staff.id) fail('NOT_FOUND');
  await endApproval(tx, platform, row, { event: 'withdraw' });
}
