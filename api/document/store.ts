import type { Cover, DocumentState, Rejection, ScanState } from '@orbita/domain/document';
import sql, { empty, type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';

type FileJson = {
  fileId: number;
  name: string;
  size: number;
  type: string;
  sentAt: string;
  scan: ScanState;
};

export type DocumentRow = {
  id: number;
  subscription_id: number;
  code: string;
  name: string;
  help: string;
  stage: 'selection' | 'enrollment';
  required: boolean;
  accepts_xlsx: boolean;
  state: DocumentState;
  rejection_reason: Rejection | null;
  rejection_note: string | null;
  coverable: Cover | null;
  covered_by: number | null;
  /** Incremented with every change that a reviewer must have seen. */
  version: number;
  updated_at: Date;
  files: FileJson[];
};

/** Documents with their files; a file rejected by the scanner stays in the list until it is removed or replaced. */
const selectDocuments = (where: Sql, more = empty): Sql => sql`
  select d.id, d.subscription_id, d.code, d.name, d.help, d.stage, d.required, d.accepts_xlsx, d.state, d.rejection_reason,
    d.rejection_note, d.coverable, d.covered_by, d.version, d.updated_at,
    (select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
        'sentAt', f.sent_at, 'scan', f.scan) order by f.id), '[]')
     from document_file f where f.tenant_id = d.tenant_id and f.required_document_id = d.id
       and f.removed_at is null) as files${more}
  from required_document d where ${where}`;

export const listDocuments = (on: Runner, subscriptionId: number, stage: string | undefined) =>
  on.many<DocumentRow>(sql`
    ${selectDocuments(sql`d.tenant_id = ${on.tenantId} and d.subscription_id = ${subscriptionId}
      ${stage ? sql`and d.stage = ${stage}` : empty}`)} order by d.stage desc, d.position, d.id`);

/** A document, and totals for all documents of its application: files in use, and their bytes. */
export type FoundDocument = DocumentRow & { stored: { files: number; bytes: number } };

const stored = sql`, (select jsonb_build_object('files', count(*), 'bytes', coalesce(sum(f.size), 0))
  from required_document of
  join document_file f on f.tenant_id = of.tenant_id and f.required_document_id = of.id
  where of.tenant_id = d.tenant_id and of.subscription_id = d.subscription_id
    and f.removed_at is null and f.scan not in ('infected', 'too-big')) as stored`;

export const findDocument = (on: Runner, id: number): Promise<FoundDocument | undefined> =>
  on.one<FoundDocument>(selectDocuments(sql`d.tenant_id = ${on.tenantId} and d.id = ${id}`, stored));

/** A document of a person's application, with the code of its institution. */
export const findDocumentOf = (
  on: Runner,
  { id, subscriptionId, personId }: { id: number; subscriptionId: number; personId: number },
): Promise<(FoundDocument & { institution_code: string }) | undefined> =>
  on.one(
    selectDocuments(
      sql`d.tenant_id = ${on.tenantId} and d.id = ${id} and d.subscription_id = ${subscriptionId}
        and exists (select from subscription s where s.tenant_id = d.tenant_id and s.id = d.subscription_id
          and s.person_id = ${personId})`,
      sql`${stored}, (select i.code from institution i where i.tenant_id = d.tenant_id and i.id = d.institution_id)
        as institution_code`,
    ),
  );

/**
 * Locks a document and reads its current state. Its application is locked first, as in a move: writing a document reads its
 * application, and locking in different orders would deadlock.
 */
export function lockDocument(tx: Tx, id: number): Promise<FoundDocument | undefined> {
  tx.alongside(sql`
    select s.id from subscription s
    where s.tenant_id = ${tx.tenantId} and s.id = (
      select d.subscription_id from required_document d where d.tenant_id = ${tx.tenantId} and d.id = ${id})
    for update`);
  tx.alongside(
    sql`select id from required_document where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  return findDocument(tx, id);
}

export type FileRow = {
  id: number;
  document_id: number;
  subscription_id: number;
  person_id: number;
  institution_code: string;
  name: string;
  type: string;
  storage_key: string;
  scan: ScanState;
  scan_failures: number;
  removed_at: Date | null;
  document_state: DocumentState;
};

export const findFile = (on: Runner, id: number): Promise<FileRow | undefined> =>
  on.one<FileRow>(sql`
    select f.id, d.id as document_id, d.subscription_id, s.person_id, i.code as institution_code, f.name, f.type,
      f.storage_key, f.scan, f.scan_failures, f.removed_at, d.state as document_state
    from document_file f
    join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where f.tenant_id = ${on.tenantId} and f.id = ${id}`);

type SentFile = Omit<FileJson, 'sentAt'> & { sentAt: Date; documentId: number; state: DocumentState };

/** A file as returned by the call that sent it, and the current state of its document. */
export const findSentFile = async (on: Runner, id: number): Promise<SentFile | undefined> => {
  const row = await on.one<RowOf<SentFile>>(sql`
    select f.id as file_id, f.name, f.size, f.type, f.sent_at, f.scan, d.id as document_id, d.state
    from document_file f
    join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
    where f.tenant_id = ${on.tenantId} and f.id = ${id}`);
  return row && shapeOf(row);
};

export type NewFile = {
  documentId: number;
  name: string;
  size: number;
  type: string;
  sha256: string;
  key: string;
  sentBy: Sender;
};

/** Who sent a file: the candidate, or the institution on their behalf, through a staff member if a person did it. */
export type Sender = { by: 'candidate' | 'institution'; staffId?: number | undefined };

/** Adds a file and removes rejected ones from the list. Returns its id. */
export async function insertFile(tx: Tx, one: NewFile, now: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    with refused as (
      update document_file set removed_at = ${now}::timestamptz where tenant_id = ${tx.tenantId}
        and required_document_id = ${one.documentId} and scan in ('infected', 'too-big') and removed_at is null
    )
    insert into document_file (tenant_id, required_document_id, name, size, type, sha256, storage_key, sent_at,
      next_scan_at, sent_by, sent_by_staff)
    values (${tx.tenantId}, ${one.documentId}, ${one.name}::text, ${one.size}::bigint, ${one.type}::text,
      ${one.sha256}::text, ${one.key}::text, ${now}::timestamptz, ${now}::timestamptz, ${one.sentBy.by}::text,
      ${one.sentBy.staffId ?? null}::bigint)
    returning id`);
  if (!row) throw new Error('The file was not written');
  return row.id;
}

export const removeFile = (tx: Tx, id: number, now: Date): Promise<unknown> =>
  tx.one(sql`
    update document_file set removed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and removed_at is null returning id`);

/** Writes a state; a reason is stored with a rejection only. */
export const setState = (
  tx: Tx,
  id: number,
  state: DocumentState,
  at: Date,
  rejection: { reason: Rejection; note: string | null } | null = null,
  reviewedAt: Date | null = null,
): void =>
  tx.alongside(sql`
    update required_document set state = ${state}::text, rejection_reason = ${rejection?.reason ?? null}::text,
      rejection_note = ${rejection?.note ?? null}::text,
      reviewed_at = coalesce(${reviewedAt}::timestamptz, reviewed_at), updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

/** Writes the state that a new file leads to; sending a file withdraws the claim that another document is enough. */
export const setSent = (tx: Tx, id: number, state: DocumentState, at: Date): void =>
  tx.alongside(sql`
    update required_document set state = ${state}::text, rejection_reason = null, rejection_note = null,
      covered_by = null, updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Records that a document changed although its state didn't. */
export const touch = (tx: Tx, id: number, at: Date): void =>
  tx.alongside(sql`
    update required_document set updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

/** Records which document is to make another one unnecessary; null: none. */
export const setCover = (tx: Tx, id: number, coveredBy: number | null, at: Date): void =>
  tx.alongside(sql`
    update required_document set covered_by = ${coveredBy}::bigint, updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and covered_by is distinct from ${coveredBy}::bigint returning id`);

/**
 * After a decision about a document: an approval waives what it covers; any other decision makes that required again. Returns
 * the documents that changed.
 */
export const settleCovered = (tx: Tx, id: number, approved: boolean, at: Date): Promise<{ id: number }[]> =>
  approved
    ? tx.many(sql`
        update required_document set state = 'waived', rejection_reason = null, rejection_note = null,
          updated_at = ${at}::timestamptz
        where tenant_id = ${tx.tenantId} and covered_by = ${id} and state in ('pending', 'rejected') returning id`)
    : tx.many(sql`
        update required_document set covered_by = null, updated_at = ${at}::timestamptz
        where tenant_id = ${tx.tenantId} and covered_by = ${id} and state in ('pending', 'rejected') returning id`);
