import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';

/** Opens the questionnaire of a subscription that comes to 16; one that is there keeps its answers and its state. */
export async function openQuestionnaire(
  tx: Tx,
  house: House,
  row: { id: number; questionnaire_template_id: number | null },
): Promise<void> {
  if (row.questionnaire_template_id === null) return;
  await tx.one(sql`
    insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, updated_at)
    values (${tx.tenantId}, ${row.id}, ${row.questionnaire_template_id}, ${house.clock.now()}::timestamptz)
    on conflict (tenant_id, subscription_id) do nothing returning id`);
}

/** Opens the interview of a subscription that comes to 18, or begins it anew: nothing asked for, nothing arranged. */
export async function openInterview(tx: Tx, house: House, row: { id: number }): Promise<void> {
  await tx.one(sql`
    insert into interview (tenant_id, subscription_id, updated_at)
    values (${tx.tenantId}, ${row.id}, ${house.clock.now()}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set state = 'not-requested', channel = null, periods = '[]',
      appointment_at = null, place = null, link = null, requested_at = null, updated_at = excluded.updated_at
    returning id`);
}
