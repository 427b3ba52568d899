import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Client, Harness, Response } from './harness.ts';

export type Approval = Answer<'GET /operations/approvals/{id}'>;

/** The approval request of an act that awaits a second person. */
export function waitingOf({ status, body }: Pick<Response, 'status' | 'body'>): Approval {
  const { approval } = body as { approval?: Approval };
  if (status !== 202 || !approval) throw new Error(`${status} ${JSON.stringify(body)}`);
  return approval;
}

/** Decides the request it has just read, as the page does. */
export async function decideApproval(
  client: Client,
  id: number,
  decision: 'approved' | 'refused' = 'approved',
  reason?: string,
) {
  const { hash } = await showApproval(client, id);
  return client.call('POST /operations/approvals/{id}/decision', {
    params: { id },
    // A caller who may not read it has no hash to send.
    body: { decision, reason, hash: hash ?? 'unread' },
  });
}

export const withdrawApproval = (client: Client, id: number) =>
  client.call('DELETE /operations/approvals/{id}', { params: { id } });

export const showApproval = async (client: Client, id: number): Promise<Approval> =>
  (await client.call('GET /operations/approvals/{id}', { params: { id } })).body;

/** Sets a parameter of a whole tenant; null resets it to the product's default. */
export const setForTenant = (harness: Harness, tenantId: number, name: string, value: number | null) =>
  harness.platform.db.tenant(tenantId).many(
    value === null
      ? sql`delete from parameter where tenant_id = ${tenantId} and level = 'tenant' and internal_value = ${name}
          returning 1`
      : sql`
          insert into parameter (tenant_id, level, owner_id, internal_value, value)
          values (${tenantId}, 'tenant', 0, ${name}, to_jsonb(${value}::numeric))
          on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning 1`,
  );
