import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import type { Service } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { checkDecision, requireVersion, settleItem } from '../work/decision.ts';
import { lockQuestionnaire, questionnaireById } from './questionnaire-store.ts';

/** Who decides: the institutions they may see (null = all; others are reported as not found), and their name as stored. */
export type Judge = {
  institutions: readonly string[] | null;
  name: string;
  /** The name as shown to the team. */
  shown: string;
  decider: Service;
};

export type QuestionnaireDecision = {
  decision: 'approved' | 'returned' | 'rejected';
  comment?: string | null | undefined;
  version?: number | null | undefined;
};

const EVENTS = {
  approved: 'questionnaire-approved',
  returned: 'questionnaire-returned',
  rejected: 'questionnaire-rejected',
} as const;

/**
 * Decides a submitted questionnaire (TR-62 to TR-64), notifies open pages and the candidate (N-14). Returning and rejecting need
 * a comment. 409 `STATE_CONFLICT` with the `status` when no decision is pending. `read` parses the body once the questionnaire is
 * found (spec 2.3).
 */
export async function decideQuestionnaire(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => QuestionnaireDecision,
) {
  const known = await questionnaireById(tx, id);
  if (!known || judge.institutions?.includes(known.institution_code) === false) fail('NOT_FOUND');
  const { decision, version, ...given } = read();
  requireVersion(judge.decider, version);
  const comment = given.comment?.trim() || null;
  if (decision !== 'approved' && !comment) invalid([{ field: 'comment', message: 'Required' }]);
  const subscriptionId = known.subscription_id;
  // Locks the subscription first and the questionnaire second, in the same order as when submitting.
  const subscription = await lockSubscription(tx, subscriptionId);
  const row = await lockQuestionnaire(tx, subscriptionId);
  if (row?.state !== 'submitted')
    fail('STATE_CONFLICT', {
      extra: { state: row?.state, status: subscription.status, ...decidedBy(row) },
    });
  const now = platform.clock.now();
  await checkDecision(tx, {
    decider: judge.decider,
    item: {
      ...{ kind: 'questionnaire', id, version: row.version ?? 1 },
      changedAt: row.submitted_at ?? row.updated_at ?? now,
    },
    seen: version,
    now,
    zone: row.time_zone,
  });
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: EVENTS[decision],
    actor: 'operations',
    reason: comment,
    // A submitted questionnaire can be decided even if its offer no longer has one.
    facts: { questionnaireAttached: true },
  });
  await tx.one(sql`
    update questionnaire set state = ${decision}::text, comment = ${comment}::text, decided_by = ${judge.name}::text,
      decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await emit(tx, platform, {
    stream: 'business',
    type: 'questionnaire.decided',
    subscriptionId,
    data: { decision },
  });
  notify(tx, platform, {
    template: 'N-14',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:${moved.version}`,
    data: comment ? { comentario: comment } : {},
  });
  await settleItem(tx, platform, { kind: 'questionnaire', id }, judge.shown);
  return { id, state: decision, subscriptionId, status: moved.to };
}

/** Who decided an item of this module and when, for a refusal; undefined when nobody did. */
export const decidedBy = (
  row: { decided_by: string | null; decided_at: Date | null; time_zone: string } | undefined,
): { by: string; at: string } | undefined =>
  row?.decided_by && row.decided_at
    ? {
        by: row.decided_by.split(' / ').at(-1) ?? row.decided_by,
        at: isoInZone(row.decided_at, row.time_zone),
      }
    : undefined;
