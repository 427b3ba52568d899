import sql, { join, raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import { personalTables } from './tables.ts';

/**
 * Responses to idempotent calls of operations (spec 2.2) are kept for a day and may identify the person in their address or body.
 * They are replaced by 404 from now on, as the same call without a key would return. The key itself stays, so that a repeated
 * call does nothing twice. Responses to the person's own calls are deleted with the person's rows.
 */
export async function forgetAnswers(tx: Tx, personId: number): Promise<void> {
  const kept = await tx.one(sql`
    select 1 from idempotency_key where tenant_id = ${tx.tenantId} and person_id = 0 limit 1`);
  if (!kept) return;
  const of = { tenantId: tx.tenantId, personId };
  const rows = await tx.many<{ segment: string; ids: string[] | null }>(
    join(
      personalTables.flatMap(({ table, mine, segments = [] }) =>
        segments.map(
          (segment) => sql`
          select ${segment}::text as segment, array_agg(id::text) as ids from ${raw(table)}
          where ${mine(of)}`,
        ),
      ),
      ' union all ',
    ),
  );
  const named = rows
    .map(({ segment, ids }) => ({ segment, ids: ids ?? [] }))
    .filter(({ ids }) => ids.length > 0);
  const addresses = named.map(({ segment, ids }) => `/${segment}/(${ids.join('|')})(/|$)`);
  const applications = named.find(({ segment }) => segment === 'subscriptions')?.ids ?? [];
  const names = [`"personId": ${personId}\\M`, ...applications.map((id) => `"subscriptionId": ${id}\\M`)];
  const gone = new AppError('NOT_FOUND');
  await tx.many(sql`
    update idempotency_key set status = ${gone.status}::int, answer = ${JSON.stringify(gone.envelope(''))}::jsonb,
      progress = null
    where tenant_id = ${tx.tenantId} and person_id = 0 and status is not null
      and (address ~ any(${addresses}::text[]) or answer::text ~ any(${names}::text[])) returning key`);
}
