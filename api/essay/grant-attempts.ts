import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { lockSubscription } from '../subscription/move.ts';
import type { SubscriptionRow } from '../subscription/row.ts';

/** Why no attempts may be added to an application now; undefined if they may. */
export function attemptsRefusal({
  ingress_kind: kind,
  status,
  no_retake: noRetake,
}: Pick<SubscriptionRow, 'ingress_kind' | 'status' | 'no_retake'>):
  | 'NOT_ESSAY_INGRESS'
  | 'STATE_CONFLICT'
  | undefined {
  if (kind !== 'online-essay') return 'NOT_ESSAY_INGRESS';
  const open = status === STATUS.Subscribed || (status === STATUS.Unqualified && !noRetake);
  return open ? undefined : 'STATE_CONFLICT';
}

/**
 * Adds attempts for the person and offer of an application (spec 10.1, 17.2). `NOT_ESSAY_INGRESS` if the ingress has no essay;
 * `STATE_CONFLICT` unless the application is waiting for an essay (1) or was rejected and may retake it (9).
 */
export async function grantAttempts(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  extra: number,
  by: string,
): Promise<Status> {
  const row = await lockSubscription(tx, subscriptionId);
  const refused = attemptsRefusal(row);
  if (refused) fail(refused, { extra: { status: row.status } });
  await tx.one(sql`
    insert into essay_grant (tenant_id, subscription_id, person_id, offer_id, extra, granted_by, granted_at)
    values (${tx.tenantId}, ${row.id}, ${row.person_id}, ${row.offer_id}, ${extra}::int, ${by}::text,
      ${platform.clock.now()}::timestamptz) returning id`);
  await emitStepsChanged(tx, platform, row.id);
  return row.status;
}
