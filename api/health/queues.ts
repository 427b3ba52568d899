import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Platform } from '../platform/platform.ts';

/** A queue: number of due items, and since when the oldest has been due. */
export type Queue = { name: QueueName; waiting: number; oldest: Date | null };
export const QUEUES = ['messages', 'webhooks', 'notices', 'scans', 'copies'] as const;
type QueueName = (typeof QUEUES)[number];

/** Due rows of every queue, over all tenants; each count uses the index of its job. */
export async function queues(platform: Platform): Promise<Queue[]> {
  const now = platform.clock.now();
  const found = new Map(QUEUES.map((name): [QueueName, Queue] => [name, { name, waiting: 0, oldest: null }]));
  await forDueTenants(platform, 'queues', async (tenantId) => {
    const rows = await platform.db.tenant(tenantId).many<Queue>(sql`
      select 'messages' as name, count(*)::int as waiting, min(next_attempt_at) as oldest from notification
      where tenant_id = ${tenantId} and state in ('pending', 'sending') and next_attempt_at <= ${now}::timestamptz
      union all
      select 'webhooks', count(*)::int, min(w.next_attempt_at) from webhook_delivery w
      join webhook_endpoint e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id and e.state = 'active'
        and e.failing_since is null
      where w.tenant_id = ${tenantId} and w.state in ('pending', 'sending') and w.next_attempt_at <= ${now}::timestamptz
      union all
      select 'notices', count(*)::int, min(received_at) from provider_notice
      where tenant_id = ${tenantId} and handled_at is null
      union all
      select 'scans', count(*)::int, min(sent_at) from document_file
      where tenant_id = ${tenantId} and scan = 'pending' and removed_at is null
      union all
      select 'copies', count(*)::int, min(accepted_at) from contract_acceptance
      where tenant_id = ${tenantId} and copy_due_at is not null`);
    for (const row of rows) {
      const before = found.get(row.name) ?? row;
      const oldest = [before.oldest, row.oldest].filter((one) => one != null).sort((a, b) => +a - +b)[0];
      found.set(row.name, { ...row, waiting: before.waiting + row.waiting, oldest: oldest ?? null });
    }
    return rows.reduce((sum, { waiting }) => sum + waiting, 0);
  });
  return [...found.values()];
}
