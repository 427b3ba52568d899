import { essayDeadline, writingTime } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { lockSubscription, type SubscriptionRow, settingsReader } from '../subscription/index.ts';
import { essaysOf } from './store.ts';

type Row = { essay_extra_minutes: number; notes: string | null; updated_at: Date };

const find = (on: Runner, tenantId: number, subscriptionId: number): Promise<Row | undefined> =>
  on.one<Row>(sql`
    select essay_extra_minutes, notes, updated_at from accommodation
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}`);

/** Minutes granted on top of the time of the essay, 0–60. */
export const extraMinutesOf = async (on: Runner, tenantId: number, subscriptionId: number): Promise<number> =>
  (await find(on, tenantId, subscriptionId))?.essay_extra_minutes ?? 0;

/** What the candidate asked for and what was granted; sensitive (spec 18), for the essays scope alone. */
export async function accommodationsOf(on: Runner, row: SubscriptionRow) {
  const granted = await find(on, row.tenant_id, row.id);
  return {
    essayExtraMinutes: granted?.essay_extra_minutes ?? 0,
    notes: granted?.notes ?? null,
    asked: row.accessibility && {
      kinds: row.accessibility.kinds,
      notes: row.accessibility.notes ?? null,
    },
    updatedAt: granted ? isoInZone(granted.updated_at, row.time_zone) : null,
  };
}

export type Accommodations = { essayExtraMinutes: number; notes: string | null };

/** Statuses before the result: afterwards there is nothing left to make easier. */
const BEFORE_RESULT: readonly Status[] = [
  STATUS.Subscribed,
  STATUS.Scheduled,
  STATUS.Unqualified,
  STATUS.SubscriptionDocumentationPending,
  STATUS.PendingInformation,
];
const EVALUATED: readonly string[] = ['online-essay', 'scheduled-test'];

/** An essay under way gets the time at once; what was granted is never taken back from somebody who writes. */
async function extendRunning(tx: Tx, house: House, subscriptionId: number, minutes: number, extra: number) {
  const essay = (await essaysOf(tx, tx.tenantId, subscriptionId)).at(-1);
  if (essay?.state !== 'in-progress' || essay.extra_minutes >= extra) return;
  if (writingTime(essay.deadline, house.clock.now()) === 'over') return;
  await tx.one(sql`
    update essay set extra_minutes = ${extra}::int,
      deadline = ${essayDeadline(essay.started_at, minutes, extra)}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${essay.id} and state = 'in-progress' returning id`);
}

/**
 * Grants more time for the essay and keeps how a test is to be held (spec 10.1, 17.2; Lei 13.146/2015 art. 30), in
 * place of what was granted before. Only where somebody is evaluated and before the result: else `STATE_CONFLICT`.
 */
export async function grantAccommodations(
  tx: Tx,
  house: House,
  subscriptionId: number,
  given: Accommodations,
  by: string,
): Promise<Status> {
  const row = await lockSubscription(tx, subscriptionId);
  if (!EVALUATED.includes(row.ingress_kind) || !BEFORE_RESULT.includes(row.status))
    fail('STATE_CONFLICT', { extra: { status: row.status } });
  const now = house.clock.now();
  await tx.one(sql`
    insert into accommodation (tenant_id, subscription_id, essay_extra_minutes, notes, granted_by, updated_at)
    values (${tx.tenantId}, ${row.id}, ${given.essayExtraMinutes}::int, ${given.notes?.trim() || null}::text,
      ${by}::text, ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set essay_extra_minutes = excluded.essay_extra_minutes,
      notes = excluded.notes, granted_by = excluded.granted_by, updated_at = excluded.updated_at
    returning subscription_id`);
  const minutes = settingsReader(row.settings)('EssayTimeMinutes');
  await extendRunning(tx, house, row.id, minutes, given.essayExtraMinutes);
  await emit(tx, house, {
    stream: 'business',
    type: 'subscription.steps-changed',
    subscriptionId: row.id,
    data: {},
  });
  return row.status;
}
