import sql from 'sql-template-tag';
import { forgetCatalogue } from '../api/tenancy/memory.ts';
import type { Harness } from './harness.ts';

/** Sets parameters of a whole tenant, as a catalogue does; null removes one. */
export async function setTenantParameters(
  { platform }: Harness,
  tenantId: number,
  values: Record<string, unknown>,
): Promise<void> {
  const on = platform.db.tenant(tenantId);
  for (const [name, value] of Object.entries(values))
    await on.many(
      value === null
        ? sql`delete from parameter where tenant_id = ${tenantId} and level = 'tenant' and owner_id = 0
            and internal_value = ${name} returning 1`
        : sql`insert into parameter (tenant_id, level, owner_id, internal_value, value)
            values (${tenantId}, 'tenant', 0, ${name}, ${JSON.stringify(value)}::jsonb)
            on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning 1`,
    );
  forgetCatalogue(platform);
}
