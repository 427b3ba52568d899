import { type Cover, canBeCovered, type DocumentState, isCover } from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Bounded, institutionWay } from '../../platform/lists/bounded-page.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { institutionFilter, type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClaimJson, claimColumn, presentClaim } from '../../work/claim.ts';
import { isSkipped } from '../../work/skipped.ts';

type Sender = 'candidate' | 'institution';
type FileJson = {
  fileId: number;
  name: string;
  size: number;
  type: string;
  sentAt: string;
  scan: string;
  sentBy: Sender;
};
type DocumentRow = {
  id: number;
  subscription_id: number;
  name: string;
  stage: string;
  required: boolean;
  state: string;
  covered_by: number | null;
  version: number;
  waiting_since: Date | null;
  sent_by: Sender | null;
  claim: ClaimJson | null;
  skipped: boolean;
  files: FileJson[];
};

export type { DocumentRow };

/** Columns shown for documents `d` with `JOINS`, at a given time, to a given caller. */
export const shownAt = (
  now: Date,
  service: Pick<Service, 'staff'>,
): Sql => sql`d.id, d.subscription_id, d.name, d.stage, d.required, d.state, d.covered_by,
  d.version, d.waiting_since, f.sent_by, coalesce(f.files, '[]'::jsonb) as files,
  ${claimColumn('document', sql`d.tenant_id`, sql`d.id`, now)} as claim,
  ${isSkipped({ kind: 'document', service, now }, sql`d.tenant_id`, sql`d.id`)} as skipped`;

/** The files reviewers may open: a file is hidden until a clean scan (spec 15.1). */
export const JOINS = sql`
  left join lateral (
    select jsonb_agg(jsonb_build_object('fileId', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
        'sentAt', f.sent_at, 'scan', f.scan, 'sentBy', f.sent_by) order by f.id) as files,
      (array_agg(f.sent_by order by f.id desc))[1] as sent_by
    from document_file f
    where f.tenant_id = d.tenant_id and f.required_document_id = d.id and f.removed_at is null and f.scan = 'clean'
  ) f on true`;

// Exactly the condition of the index `required_document_to_review`, so that counting reads only the index.
const inState = (state: string): Sql =>
  state === 'sent' ? sql` and d.state = 'sent' and d.readable` : sql` and d.state = ${state}`;

/** A document as shown to staff; claim ownership and skipping depend on the caller. */
export const presentDocument = (row: DocumentRow, service: Pick<Service, 'staff'>, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  name: row.name,
  stage: row.stage,
  required: row.required,
  state: row.state,
  coveredBy: row.covered_by,
  files: row.files.map((file) => ({ ...file, sentAt: isoInZone(new Date(file.sentAt), zone) })),
  version: row.version,
  claim: presentClaim(row.claim, service, zone),
  skipped: row.skipped,
  waitingSince: row.waiting_since && isoInZone(row.waiting_since, zone),
  sentBy: row.sent_by,
});

type AskedRow = DocumentRow & { code: string; coverable: Cover | null };

const asked = ({ stage, coverable, code, state }: AskedRow) => ({
  stage,
  coverable,
  code,
  state: state as DocumentState,
});

/** The document that may make one unnecessary now, and the words with which the candidate says so. */
function coverOf(row: AskedRow, others: readonly AskedRow[]) {
  const document = asked(row);
  const other = canBeCovered(document.state)
    ? others.find((one) => isCover(document, asked(one)))
    : undefined;
  return other && row.coverable ? { documentId: other.id, label: row.coverable.label } : null;
}

/** All documents of a subscription, in the order they are requested, each with what may make it unnecessary. */
export async function documentsOf(
  on: Runner,
  { tenant, service, now }: { tenant: Tenant; service: Service; now: Date },
  subscriptionId: number,
) {
  const rows = await on.many<AskedRow>(sql`
    select ${shownAt(now, service)}, d.code, d.coverable from required_document d ${JOINS}
    where d.tenant_id = ${tenant.id} and d.subscription_id = ${subscriptionId}
    order by d.stage desc, d.position, d.id`);
  return rows.map((row) => ({
    ...presentDocument(row, service, tenant.timeZone),
    cover: coverOf(row, rows),
  }));
}

export type DocumentQuery = ListQuery & {
  state?: string | undefined;
  stage?: string | undefined;
  subscriptionId?: number | undefined;
};

/** Documents of the caller's institutions that match the filters. */
export const documentList = (tenantId: number, service: Service, query: DocumentQuery, now: Date): List => ({
  from: ['required_document', 'd'],
  where: sql`d.tenant_id = ${tenantId}
    ${query.state ? inState(query.state) : empty}
    ${query.stage ? sql` and d.stage = ${query.stage}` : empty}
    ${query.subscriptionId === undefined ? empty : sql` and d.subscription_id = ${query.subscriptionId}`}
    ${ownedBy(tenantId, service, query, sql`d.institution_id`)}`,
  columns: shownAt(now, service),
  joins: JOINS,
  at: sql`d.updated_at`,
});

/**
 * What bounds a page: of the filters, only a single state or a single institution has an index; an application has few
 * documents.
 */
function boundOf(
  most: number,
  tenantId: number,
  { service, query }: { service: Service; query: DocumentQuery },
): Bounded | undefined {
  if (query.subscriptionId !== undefined) return undefined;
  const byInstitution = institutionWay(tenantId, { service, query }, sql`d.institution_id`);
  const [first, ...others] = [
    ...(query.state ? [[sql`true${inState(query.state)}`]] : []),
    ...(byInstitution ? [byInstitution] : []),
  ];
  const limited = query.institution !== undefined || service.institutions !== null;
  const filters = [query.state, query.stage, limited].filter(Boolean).length;
  if (filters === 0 || (filters === 1 && first?.length === 1)) return undefined;
  return { tenant: sql`d.tenant_id = ${tenantId}`, most, ways: [first ?? [sql`true`], ...others] };
}

/** Documents of all candidates, least recently changed first; a sent document appears once one of its files is clean. */
export const listDocuments = (platform: Platform, tenant: Tenant, service: Service, query: DocumentQuery) =>
  listPage<DocumentRow, ReturnType<typeof presentDocument>>(
    platform.db.tenant(tenant.id),
    {
      ...documentList(tenant.id, service, query, platform.clock.now()),
      bounded: boundOf(platform.config.listLook, tenant.id, { service, query }),
    },
    query,
    (row) => presentDocument(row, service, tenant.timeZone),
  );

/** Fails with 404 for a document outside the token's institutions, before the body is validated (spec 2.3). */
export async function checkDocument(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<void> {
  const row = await platform.db.tenant(tenant.id).one(sql`
    select d.id from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where d.tenant_id = ${tenant.id} and d.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`);
  if (!row) fail('NOT_FOUND');
}

/** Fails with 404 for a file outside the token's institutions. */
export async function checkFile(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<void> {
  const row = await platform.db.tenant(tenant.id).one<{ document: number }>(sql`
    select required_document_id as document from document_file
    where tenant_id = ${tenant.id} and id = ${id} and removed_at is null`);
  if (!row) fail('NOT_FOUND');
  await checkDocument(platform, tenant, service, row.document);
}
