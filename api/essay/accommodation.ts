import { essayDeadline, writingTime } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { ApplicationDecider } from '../subscription/decision.ts';
import { settingsReader } from '../subscription/facts.ts';
import { lockSubscription } from '../subscription/move.ts';
import type { SubscriptionRow } from '../subscription/row.ts';
import { answerRequest, requestOf } from './accommodation-request.ts';
import { essaysOf } from './store.ts';

type Row = { essay_extra_minutes: number; notes: string | null; updated_at: Date };

const find = (on: Runner, subscriptionId: number): Promise<Row | undefined> =>
  on.one<Row>(sql`
    select essay_extra_minutes, notes, updated_at from accommodation
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId}`);

/** Minutes added to the time of the essay, 0–60. */
export const extraMinutesOf = async (on: Runner, subscriptionId: number): Promise<number> =>
  (await find(on, subscriptionId))?.essay_extra_minutes ?? 0;

/** What the candidate requested and what was granted; sensitive (spec 18), only for the essays scope. */
export async function accommodationsOf(on: Runner, row: SubscriptionRow) {
  const granted = await find(on, row.id);
  return {
    request: await requestOf(on, row),
    essayExtraMinutes: granted?.essay_extra_minutes ?? 0,
    notes: granted?.notes ?? null,
    asked: row.accessibility && {
      kinds: row.accessibility.kinds,
      notes: row.accessibility.notes ?? null,
    },
    updatedAt: granted ? isoInZone(granted.updated_at, row.time_zone) : null,
  };
}

export type Accommodations = {
  essayExtraMinutes: number;
  notes: string | null;
  /** The answer to an open request, for the candidate. */
  message: string | null;
};

/** Statuses before the result; accommodations make no sense afterwards. */
const BEFORE_RESULT: readonly Status[] = [
  STATUS.Subscribed,
  STATUS.Scheduled,
  STATUS.Unqualified,
  STATUS.SubscriptionDocumentationPending,
  STATUS.PendingInformation,
];
const EVALUATED: readonly string[] = ['online-essay', 'scheduled-test'];

/** Why nothing may be granted to an application now; undefined if it may. */
export const accommodationsRefusal = ({
  ingress_kind: kind,
  status,
}: Pick<SubscriptionRow, 'ingress_kind' | 'status'>): 'STATE_CONFLICT' | undefined =>
  EVALUATED.includes(kind) && BEFORE_RESULT.includes(status) ? undefined : 'STATE_CONFLICT';

/** Extends a running essay immediately; time already granted is never taken back while the candidate is writing. */
async function extendRunning(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  minutes: number,
  extra: number,
) {
  const essay = (await essaysOf(tx, subscriptionId)).at(-1);
  if (essay?.state !== 'in-progress' || essay.extra_minutes >= extra) return;
  if (writingTime(essay.deadline, platform.clock.now()) === 'over') return;
  await tx.one(sql`
    update essay set extra_minutes = ${extra}::int,
      deadline = ${essayDeadline(essay.started_at, minutes, extra)}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${essay.id} and state = 'in-progress' returning id`);
}

/**
 * Grants more time for the essay and stores how a test is to be held (spec 10.1, 17.2; Lei 13.146/2015 art. 30), replacing
 * earlier grants and answering an open request. Only for an application with an evaluation and before its result, otherwise
 * `STATE_CONFLICT`.
 */
export async function grantAccommodations(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  given: Accommodations,
  by: ApplicationDecider & { keptAs: string },
): Promise<Status> {
  const row = await lockSubscription(tx, subscriptionId);
  const refused = accommodationsRefusal(row);
  if (refused) fail(refused, { extra: { status: row.status } });
  await answerRequest(tx, platform, row, { state: 'granted', message: given.message }, by);
  const now = platform.clock.now();
  await tx.one(sql`
    insert into accommodation (tenant_id, subscription_id, essay_extra_minutes, notes, granted_by, updated_at)
    values (${tx.tenantId}, ${row.id}, ${given.essayExtraMinutes}::int, ${given.notes?.trim() || null}::text,
      ${by.keptAs}::text, ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set essay_extra_minutes = excluded.essay_extra_minutes,
      notes = excluded.notes, granted_by = excluded.granted_by, updated_at = excluded.updated_at
    returning subscription_id`);
  const minutes = settingsReader(row.settings)('EssayTimeMinutes');
  await extendRunning(tx, platform, row.id, minutes, given.essayExtraMinutes);
  await emitStepsChanged(tx, platform, row.id);
  return row.status;
}
