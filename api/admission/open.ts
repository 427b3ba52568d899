import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';

/** Opens the questionnaire of a subscription that moves to 16; an existing one keeps its answers and state. */
export async function openQuestionnaire(
  tx: Tx,
  platform: Platform,
  row: { id: number; questionnaire_template_id: number | null },
): Promise<void> {
  if (row.questionnaire_template_id === null) return;
  await tx.one(sql`
    insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, updated_at)
    values (${tx.tenantId}, ${row.id}, ${row.questionnaire_template_id}, ${platform.clock.now()}::timestamptz)
    on conflict (tenant_id, subscription_id) do nothing returning id`);
}

/** Opens the interview of a subscription that moves to 18, or resets it: no request, no appointment. */
export async function openInterview(tx: Tx, platform: Platform, row: { id: number }): Promise<void> {
  await tx.one(sql`
    insert into interview (tenant_id, subscription_id, updated_at)
    values (${tx.tenantId}, ${row.id}, ${platform.clock.now()}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set state = 'not-requested', channel = null, periods = '[]',
      appointment_at = null, place = null, link = null, requested_at = null, interviewer_id = null, minutes = 30,
      held_at = null, updated_at = excluded.updated_at
    returning id`);
}
