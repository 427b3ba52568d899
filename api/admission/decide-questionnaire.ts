import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { lockSubscription, moveSubscription } from '../subscription/index.ts';
import { lockQuestionnaire, questionnaireById } from './questionnaire-store.ts';

/** Who decides: institutions it may see (null = all; others do not exist for it), and its name. */
export type Judge = { institutions: readonly string[] | null; name: string };

export type QuestionnaireDecision = {
  decision: 'approved' | 'returned' | 'rejected';
  comment?: string | null | undefined;
};

const EVENTS = {
  approved: 'questionnaire-approved',
  returned: 'questionnaire-returned',
  rejected: 'questionnaire-rejected',
} as const;

/**
 * Decides a questionnaire that was sent (TR-62 to TR-64), tells the page and the candidate (N-14). Returned and rejected
 * ones need a comment. 409 `STATE_CONFLICT` with the `status` when it does not wait for a decision. `read` gives the
 * body once the questionnaire is known (spec 2.3).
 */
export async function decideQuestionnaire(
  tx: Tx,
  house: House,
  judge: Judge,
  id: number,
  read: () => QuestionnaireDecision,
) {
  const known = await questionnaireById(tx, tx.tenantId, id);
  if (!known || judge.institutions?.includes(known.institution_code) === false) fail('NOT_FOUND');
  const { decision, ...given } = read();
  const comment = given.comment?.trim() || null;
  if (decision !== 'approved' && !comment) invalid([{ field: 'comment', message: 'Required' }]);
  const subscriptionId = known.subscription_id;
  // Subscription first, questionnaire second: the order in which a sending locks them.
  const subscription = await lockSubscription(tx, subscriptionId);
  const row = await lockQuestionnaire(tx, subscriptionId);
  if (row?.state !== 'submitted')
    fail('STATE_CONFLICT', { extra: { state: row?.state, status: subscription.status } });
  const moved = await moveSubscription(tx, house, {
    subscriptionId,
    event: EVENTS[decision],
    actor: 'operations',
    reason: comment,
    // What was asked once is asked, even if the offer has lost its questionnaire meanwhile.
    facts: { questionnaireAttached: true },
  });
  const now = house.clock.now();
  await tx.one(sql`
    update questionnaire set state = ${decision}::text, comment = ${comment}::text, decided_by = ${judge.name}::text,
      decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await emit(tx, house, {
    stream: 'business',
    type: 'questionnaire.decided',
    subscriptionId,
    data: { decision },
  });
  await notify(tx, house, {
    template: 'N-14',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:${moved.version}`,
    data: comment ? { comentario: comment } : {},
  });
  return { id, state: decision, subscriptionId, status: moved.to };
}
