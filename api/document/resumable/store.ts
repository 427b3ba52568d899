import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';

/** Hours for which an unfinished upload is kept after its last byte (spec 15.9). */
export const KEPT_HOURS = 24;

export type UploadRow = {
  id: string;
  document_id: number;
  subscription_id: number;
  person_id: number;
  institution_code: string;
  name: string;
  size: number;
  sha256: string | null;
  received: number;
  pieces: string[];
  created_at: Date;
  touched_at: Date;
  file_id: number | null;
};

const COLUMNS = sql`u.id, u.required_document_id as document_id, u.name, u.size, u.sha256, u.received, u.pieces,
  u.created_at, u.touched_at, u.file_id`;

export const findUpload = (on: Runner, id: string): Promise<UploadRow | undefined> =>
  on.one<UploadRow>(sql`
    select ${COLUMNS}, d.subscription_id, s.person_id, i.code as institution_code
    from unfinished_upload u
    join required_document d on d.tenant_id = u.tenant_id and d.id = u.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where u.tenant_id = ${on.tenantId} and u.id = ${id}::uuid`);

export type OpenUpload = Omit<UploadRow, 'subscription_id' | 'person_id' | 'institution_code'>;

/** An application's uploads that haven't become a file yet, longest untouched first. */
export const openUploads = (on: Runner, subscriptionId: number): Promise<OpenUpload[]> =>
  on.many<OpenUpload>(sql`
    select ${COLUMNS}
    from required_document d
    join unfinished_upload u on u.tenant_id = d.tenant_id and u.required_document_id = d.id
    where d.tenant_id = ${on.tenantId} and d.subscription_id = ${subscriptionId} and u.file_id is null
    order by u.touched_at, u.id`);

export type NewUpload = Pick<UploadRow, 'id' | 'document_id' | 'name' | 'size' | 'sha256'>;

export const insertUpload = (on: Runner, one: NewUpload, now: Date): Promise<unknown> =>
  on.one(sql`
    insert into unfinished_upload (tenant_id, id, required_document_id, name, size, sha256, created_at, touched_at)
    values (${on.tenantId}, ${one.id}::uuid, ${one.document_id}, ${one.name}::text, ${one.size}::bigint,
      ${one.sha256}::text, ${now}::timestamptz, ${now}::timestamptz) returning id`);

/** Appends a stored piece to the upload; false if another request was faster or the upload is gone. */
export async function addPiece(
  on: Runner,
  piece: { id: string; offset: number; bytes: number; key: string },
  now: Date,
): Promise<boolean> {
  const row = await on.one(sql`
    update unfinished_upload set received = received + ${piece.bytes}::bigint,
      pieces = pieces || ${piece.key}::text, touched_at = ${now}::timestamptz
    where tenant_id = ${on.tenantId} and id = ${piece.id}::uuid and received = ${piece.offset}::bigint
      and received + ${piece.bytes}::bigint <= size and file_id is null returning id`);
  return row !== undefined;
}

/** Deletes an upload; returns the keys of its pieces, which the caller deletes from storage. */
export async function deleteUpload(on: Runner, id: string): Promise<string[]> {
  const row = await on.one<{ pieces: string[] }>(
    sql`delete from unfinished_upload where tenant_id = ${on.tenantId} and id = ${id}::uuid returning pieces`,
  );
  return row?.pieces ?? [];
}

/** Marks an upload as done; false if another request already has. */
export async function finishUpload(tx: Tx, id: string, fileId: number): Promise<boolean> {
  const row = await tx.one(sql`
    update unfinished_upload set file_id = ${fileId}, pieces = '{}'
    where tenant_id = ${tx.tenantId} and id = ${id}::uuid and file_id is null returning id`);
  return row !== undefined;
}

/** Uploads untouched since the given time. */
export const abandonedUploads = (on: Runner, since: Date): Promise<{ id: string }[]> =>
  on.many(sql`
    select id from unfinished_upload where tenant_id = ${on.tenantId} and touched_at < ${since}::timestamptz
    order by touched_at limit 200`);
