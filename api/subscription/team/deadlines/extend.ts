import { approvalTexts, describeAsked, extensionNeedsSecond } from '@orbita/domain/approval';
import { dayInZone, daysBetween, formatDate } from '@orbita/domain/foundation';
import { DEADLINES, type Deadline, extensionTexts, lastDayOf } from '@orbita/domain/subscription';
import type { Approved } from '../../../approval/act.ts';
import { askSecond } from '../../../approval/ask.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Ctx, Reply } from '../../../platform/http/context.ts';
import { fail, invalid } from '../../../platform/http/errors.ts';
import { reply } from '../../../platform/http/route.ts';
import type { Write } from '../../../platform/http/with-key.ts';
import type { Platform } from '../../../platform/platform.ts';
import { actedBy, behalfReason } from '../../acts.ts';
import { extendOne, judgeExtension, lastDaysOf } from '../../extend-deadline.ts';
import { type SubscriptionState, settingsReader } from '../../facts.ts';
import { lockSubscription } from '../../move.ts';
import { seenState } from '../../seen-state.ts';
import { checkSeen } from '../../seen-version.ts';

export type ExtensionCommand = { deadline: Deadline; until: string };

/**
 * Rejects a day that the rule refuses: 409 if the deadline is not running or already reaches that far, 422 for a problem with
 * the day itself.
 */
function checkDay(platform: Platform, row: SubscriptionState, { deadline, until }: ExtensionCommand): void {
  const { refused } = judgeExtension(platform, row, deadline, until);
  if (refused === 'not-open' || refused === 'not-later')
    fail('STATE_CONFLICT', { message: extensionTexts[refused], extra: { status: row.status } });
  if (refused !== null) invalid([{ field: 'until', message: extensionTexts[refused] }]);
}

const answered = ({ id, status }: SubscriptionState): Reply =>
  reply(200, { id, state: 'extended', subscriptionId: id, status });

/** Extends a deadline for one person; beyond the institution's limit of days it waits for a second person's approval. */
export async function extendForOne(
  ctx: Ctx<'POST /operations/subscriptions/{id}/deadline'>,
  write: Write,
): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  await seenState(platform.db.tenant(tenant.id), service, params.id);
  const { deadline, until, version, ...given } = ctx.body();
  const reason = behalfReason(service, given.reason);
  return write(async (tx) => {
    await checkSeen(tx, service, params.id, version);
    const row = await lockSubscription(tx, params.id);
    checkDay(platform, row, { deadline, until });
    const today = dayInZone(platform.clock.now(), row.time_zone);
    const limit = settingsReader(row.settings)('DeadlineSecondPersonAboveDays');
    if (service.staff && extensionNeedsSecond(daysBetween(today, until), limit))
      return askSecond(tx, ctx, {
        kind: 'extension',
        subject: { kind: 'subscription', id: row.id },
        personId: row.person_id,
        subscriptionId: row.id,
        institutions: [row.institution_code],
        summary: approvalTexts.extension(row.id),
        fields: describeAsked.extension({
          subscriptionId: row.id,
          institution: row.institution_code,
          deadline: DEADLINES[deadline].label,
          from: formatDate(lastDayOf(deadline, lastDaysOf(row))),
          until: formatDate(until),
        }),
        reason,
        command: { deadline, until } satisfies ExtensionCommand,
      });
    await extendOne(tx, platform, row, { deadline, until, reason, by: actedBy(service) });
    return answered(row);
  });
}

/** Executes an extension for one person after a second person approved it. */
export async function extendApproved(tx: Tx, { platform, approval, command, service }: Approved) {
  const row = await lockSubscription(tx, approval.subject_id ?? fail('NOT_FOUND'));
  const { deadline, until } = command as ExtensionCommand;
  const { refused } = judgeExtension(platform, row, deadline, until);
  if (refused !== null) fail('STATE_CONFLICT', { message: extensionTexts[refused] });
  await extendOne(tx, platform, row, { deadline, until, reason: approval.reason, by: actedBy(service) });
  return undefined;
}
