import {
  ADMISSION_TEXTS,
  draftErrors,
  incompleteSections,
  incompleteText,
  isWritable,
  keptRows,
  sameRows,
  type TypedRow,
} from '@orbita/domain/admission';
import { isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settingsReader } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import type { ActingFor } from '../subscription/on-behalf.ts';
import { type Caller, ownSubscription } from '../subscription/own.ts';
import { publishQueues } from '../work/publish.ts';
import { openQuestionnaire } from './open.ts';
import {
  limitsOf,
  lockQuestionnaire,
  presentSection,
  type QuestionnaireRow,
  questionnaireOf,
} from './questionnaire-store.ts';

/** The questionnaire of the caller's own application; 404 if the offer has none. */
async function ownQuestionnaire(
  ctx: Caller,
  subscriptionId: number,
  on: Runner = ctx.platform.db.tenant(ctx.tenant.id),
): Promise<QuestionnaireRow> {
  const { id } = await ownSubscription(ctx, subscriptionId, on);
  return (await questionnaireOf(on, id)) ?? fail('NOT_FOUND');
}

/** Questionnaire with its sections (spec 11.3). */
export async function showQuestionnaire(ctx: Caller, subscriptionId: number) {
  const row = await ownQuestionnaire(ctx, subscriptionId);
  const limits = limitsOf(row, ctx.platform.clock.now());
  return {
    state: row.state,
    comment: row.comment,
    years: limits,
    sections: row.asked.map((section) => ({
      ...presentSection(section, row.answers, limits),
      revision: row.revisions[section.key] ?? 0,
    })),
  };
}

/**
 * Saves a section as a draft: values must be valid, but missing ones may follow later. 404 for a section that the template does
 * not have, 422 with the paths of fields, 409 `READ_ONLY` once it was submitted or when the application is in another step, 409
 * `STALE_REVISION` when another window saved after `revision` (spec 11.4).
 */
export async function saveSection(
  ctx: Caller,
  subscriptionId: number,
  key: string,
  read: () => { rows: readonly TypedRow[]; revision?: number | null | undefined },
  on: Runner = ctx.platform.db.tenant(ctx.tenant.id),
) {
  const { platform, tenant } = ctx;
  const row = await ownQuestionnaire(ctx, subscriptionId, on);
  const asked = row.asked.find((section) => section.key === key) ?? fail('NOT_FOUND');
  const { rows, revision } = read();
  const expected = revision ?? null;
  const now = platform.clock.now();
  const limits = limitsOf(row, now);
  invalid(draftErrors(asked.key, rows, limits));
  const mine = keptRows(asked.key, rows);
  const kept = { [asked.key]: mine };
  const answer = (count: number) => ({
    ...presentSection(asked, kept, limits),
    revision: count,
    savedAt: isoInZone(now, row.time_zone),
  });
  // A single statement, so that of a concurrent save and submission the second sees the first.
  const saved = await on.one<{ revision: number }>(sql`
    insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, answers, revisions, updated_at)
    select s.tenant_id, s.id, ${row.template_id}, ${JSON.stringify(kept)}::jsonb,
      ${JSON.stringify({ [asked.key]: 1 })}::jsonb, ${now}::timestamptz
    from subscription s
    where s.tenant_id = ${tenant.id} and s.id = ${subscriptionId} and s.status = ${STATUS.PendingQuestionnaire}
    on conflict (tenant_id, subscription_id) do update
      set answers = questionnaire.answers || excluded.answers, updated_at = excluded.updated_at,
        revisions = questionnaire.revisions || jsonb_build_object(
          ${asked.key}::text, coalesce((questionnaire.revisions ->> ${asked.key}::text)::int, 0) + 1)
      where questionnaire.state in ('draft', 'returned')
        and (${expected}::int is null
          or coalesce((questionnaire.revisions ->> ${asked.key}::text)::int, 0) = ${expected}::int)
    returning (revisions ->> ${asked.key}::text)::int as revision`);
  if (saved) return answer(saved.revision);
  const current = await ownQuestionnaire(ctx, subscriptionId, on);
  if (current.status !== STATUS.PendingQuestionnaire || !isWritable(current.state))
    fail('READ_ONLY', { extra: { status: current.status } });
  const count = current.revisions[asked.key] ?? 0;
  // A repetition of a save whose response was lost.
  if (count === (expected ?? count) + 1 && sameRows(asked.key, current.answers[asked.key] ?? [], mine))
    return answer(count);
  fail('STALE_REVISION', { message: ADMISSION_TEXTS.elsewhere, extra: { revision: count } });
}

/**
 * Submits the questionnaire (TR-60, TR-61). 409 `READ_ONLY` when it was already submitted or the application is in another step,
 * 422 `INCOMPLETE` with the keys of `sections`.
 */
export async function submitQuestionnaire(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  { actor, reason }: { actor: ActingFor; reason: string | null } = { actor: 'candidate', reason: null },
) {
  const subscription = await lockSubscription(tx, subscriptionId);
  const { status } = subscription;
  if (status === STATUS.PendingQuestionnaire) await openQuestionnaire(tx, platform, subscription);
  const row = await lockQuestionnaire(tx, subscriptionId);
  if (!row) fail('NOT_FOUND');
  if (status !== STATUS.PendingQuestionnaire || !isWritable(row.state))
    fail('READ_ONLY', { extra: { status } });
  const now = platform.clock.now();
  const sections = incompleteSections(row.asked, row.answers, limitsOf(row, now));
  if (sections.length > 0) fail('INCOMPLETE', { extra: { sections }, message: incompleteText(sections) });
  // The template's own setting takes precedence over the parameter.
  const judged = row.approval ?? settingsReader(subscription.settings)('QuestionnaireApprovalRequired');
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'questionnaire-submitted',
    actor,
    reason,
    facts: { questionnaireValid: true, questionnaireApprovalRequired: judged },
  });
  // If no approval is required, a complete questionnaire is approved.
  const state = judged ? ('submitted' as const) : ('approved' as const);
  await tx.one(sql`
    update questionnaire set state = ${state}::text, comment = null, submitted_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} returning id`);
  publishQueues(tx, { kind: 'questionnaire', institutionId: subscription.institution_id });
  return { state, status: moved.to };
}
