import { hasPhoneText, isTemplateId } from '@orbita/domain/messaging';
import sql, { type Sql } from 'sql-template-tag';

type Kept = { template: string; data: Record<string, unknown> };

/**
 * Writes the text message that replaces a WhatsApp message that has just failed, from the rows of `failed`: once, because both
 * are about the same event. Messages without an SMS text were sent by e-mail as well.
 */
export const insteadOf = (failed: Sql, { template, data }: Kept, now: Date): Sql => sql`
  insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, envelope,
    dedupe_key, next_attempt_at, created_at)
  select f.tenant_id, f.template, 'sms', f.person_id, f.subscription_id, f.recipient, f.data, f.envelope,
    f.dedupe_key, ${now}::timestamptz, ${now}::timestamptz
  from ${failed} f where f.channel = 'whatsapp' and f.state = 'failed'
    and ${isTemplateId(template) && hasPhoneText(template, data.variante?.toString())}::boolean
  on conflict (tenant_id, dedupe_key, channel, recipient) do nothing returning id`;
