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

/** 404 for a document outside the token's institutions, before anything is said about the body (spec 2.3). */
export async function checkDocument(
  house: House,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<void> {
  const row = await house.db.tenant(tenant.id).one(sql`
    select d.id from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where d.tenant_id = ${tenant.id} and d.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`);
  if (!row) fail('NOT_FOUND');
}

/** 404 for a file outside the token's institutions. */
export async function checkFile(house: House, tenant: Tenant, service: Service, id: number): Promise<void> {
  const row = await house.db.tenant(tenant.id).one<{ document: number }>(sql`
    select required_document_id as document from document_file
    where tenant_id = ${tenant.id} and id = ${id} and removed_at is null`);
  if (!row) fail('NOT_FOUND');
  await checkDocument(house, tenant, service, row.document);
}
