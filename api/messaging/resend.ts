import { randomUUID } from 'node:crypto';
import { isResendable, isTemplateId } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { OUTBOX_CHANNEL } from './notify.ts';

type Kept = { template: string; state: string; variant: string | null; coded: boolean };

/**
 * Writes a message a second time and returns its id: same text, the current contact (an explicit recipient stays), and a new
 * link when it is sent.
 * @throws `STATE_CONFLICT` (409) with `state` while the first is being sent, or if the person no longer has such a contact;
 * `NOT_RESENDABLE` for codes and for messages that must be sent only once.
 */
export async function resendMessage(tx: Tx, platform: Platform, id: number): Promise<number> {
  const kept = await tx.one<Kept>(sql`
    select template, state, data->>'variante' as variant, jsonb_exists(data, 'codigo') as coded from notification
    where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!kept) fail('NOT_FOUND');
  const { template, state } = kept;
  if (kept.coded || !isTemplateId(template) || !isResendable(template, kept.variant)) fail('NOT_RESENDABLE');
  if (state !== 'sent' && state !== 'failed') fail('STATE_CONFLICT', { extra: { state: 'pending' } });
  const now = platform.clock.now();
  const made = await tx.one<{ id: number }>(sql`
    insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, envelope,
      dedupe_key, next_attempt_at, created_at)
    select n.tenant_id, n.template, n.channel, n.person_id, n.subscription_id, t.recipient, n.data, n.envelope,
      ${`resend:${id}:${randomUUID()}`}::text, ${now}::timestamptz, ${now}::timestamptz
    from notification n
    left join person p on p.tenant_id = n.tenant_id and p.id = n.person_id
    cross join lateral (select case when n.person_id is null or jsonb_exists(n.envelope, 'other') then n.recipient
      when p.anonymised_at is not null then null
      when n.channel = 'email' then p.email else p.cell_phone end as recipient) t
    where n.tenant_id = ${tx.tenantId} and n.id = ${id} and t.recipient <> '' returning id`);
  if (!made) fail('STATE_CONFLICT', { extra: { state }, message: 'The person has no such contact any more' });
  tx.notify(OUTBOX_CHANNEL, String(tx.tenantId));
  return made.id;
}
