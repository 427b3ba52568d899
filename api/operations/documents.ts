import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { institutionFilter, type ListQuery, pageOf, pagingOf, sinceFilter } from './lists.ts';

type FileJson = { fileId: number; name: string; size: number; type: string; sentAt: string; scan: string };
type DocumentRow = {
  id: number;
  subscription_id: number;
  name: string;
  stage: string;
  required: boolean;
  state: string;
  files: FileJson[];
  total: number;
};

/** Documents with the files reviewers may open: a file is unseen until a clean scan (spec 15.1). */
const selectDocuments = (where: Sql): Sql => sql`
  select d.id, d.subscription_id, d.name, d.stage, d.required, d.state, coalesce(f.files, '[]'::jsonb) as files,
    count(*) over ()::int as total
  from required_document d
  join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
  join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('fileId', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
        'sentAt', f.sent_at, 'scan', f.scan) order by f.id) as files, max(f.sent_at) as sent_at
    from document_file f
    where f.tenant_id = d.tenant_id and f.required_document_id = d.id and f.removed_at is null and f.scan = 'clean'
  ) f on true
  where ${where}`;

const present = (row: DocumentRow, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  name: row.name,
  stage: row.stage,
  required: row.required,
  state: row.state,
  files: row.files.map((file) => ({ ...file, sentAt: isoInZone(new Date(file.sentAt), zone) })),
});

/** All documents of a subscription, in the order they are asked. */
export async function documentsOf(house: House, tenant: Tenant, subscriptionId: number) {
  const rows = await house.db.tenant(tenant.id).many<DocumentRow>(sql`
    ${selectDocuments(sql`d.tenant_id = ${tenant.id} and d.subscription_id = ${subscriptionId}`)}
    order by d.stage desc, d.position, d.id`);
  return rows.map((row) => present(row, tenant.timeZone));
}

export type DocumentQuery = ListQuery & {
  state?: string | undefined;
  stage?: string | undefined;
  subscriptionId?: number | undefined;
};

/** Documents of all candidates, oldest delivery first; one that was sent appears once a file of it is clean. */
export async function listDocuments(house: House, tenant: Tenant, service: Service, query: DocumentQuery) {
  const paging = pagingOf(query);
  const state = query.state ? sql` and d.state = ${query.state}` : empty;
  const ready = query.state === 'sent' ? sql` and f.files is not null` : empty;
  const stage = query.stage ? sql` and d.stage = ${query.stage}` : empty;
  const one =
    query.subscriptionId === undefined ? empty : sql` and d.subscription_id = ${query.subscriptionId}`;
  const rows = await house.db.tenant(tenant.id).many<DocumentRow>(sql`
    ${selectDocuments(sql`d.tenant_id = ${tenant.id}${state}${ready}${stage}${one}
      ${institutionFilter(service, query, sql`i.code`)}${sinceFilter(query, sql`coalesce(f.sent_at, s.updated_at)`)}`)}
    order by f.sent_at nulls last, d.id ${paging.limit}`);
  return pageOf(
    rows.map((row) => present(row, tenant.timeZone)),
    rows[0]?.total ?? 0,
    paging,
  );
}

export type StoredFile = { name: string; type: string; key: string };

/** Where a file lies; 404 outside the token's institutions, 409 `SCAN_PENDING` before a clean scan. */
export async function findFile(
  house: House,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<StoredFile> {
  const row = await house.db
    .tenant(tenant.id)
    .one<{ name: string; type: string; storage_key: string; scan: string }>(sql`
    select f.name, f.type, f.storage_key, f.scan from document_file f
    join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where f.tenant_id = ${tenant.id} and f.id = ${id} and f.removed_at is null and f.scan <> 'infected'
      ${institutionFilter(service, {}, sql`i.code`)}`);
  if (!row) fail('NOT_FOUND');
  if (row.scan === 'pending') fail('SCAN_PENDING');
  return { name: row.name, type: row.type, key: row.storage_key };
}
