import sql from 'sql-template-tag';
import type { Harness } from './harness.ts';

let count = 0;

/** A case about the document of somebody without an application, imported with the institution's token. */
async function documentCase(harness: Harness, tenantId: number, institution: string): Promise<number> {
  const now = harness.clock.now();
  count += 1;
  const brought = { name: 'Pessoa Trazida', socialName: null, birthDate: null, nationality: null };
  const row = await harness.platform.db.tenant(tenantId).one<{ id: number }>(sql`
    with who as (
      insert into person (tenant_id, name, email, created_at, updated_at)
      values (${tenantId}, 'Pessoa Duvidosa', 'duvidosa@exemplo.test', ${now}, ${now}) returning id)
    insert into document_case (tenant_id, person_id, document_type, document, brought, brought_hash, reasons,
      institutions, brought_by, opened_at, updated_at)
    select ${tenantId}::bigint, who.id, 'rne', ${`V99999${count}W`}::text,
      ${JSON.stringify({ ...brought, email: null, cellPhone: null, externalId: null })}::jsonb, 'x', '["contact"]'::jsonb,
      ${JSON.stringify([institution])}::jsonb, 'Sistema', ${now}::timestamptz, ${now}::timestamptz from who
    returning id`);
  if (!row) throw new Error('No case');
  return row.id;
}

/** A case to decide, beside another one that stays open. */
export async function decidableCase(
  harness: Harness,
  tenantId: number,
  institution: string,
): Promise<number> {
  await documentCase(harness, tenantId, institution);
  return documentCase(harness, tenantId, institution);
}
