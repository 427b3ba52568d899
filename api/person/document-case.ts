import { createHash } from 'node:crypto';
import type { DocumentType } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { queueChangedAnywhere } from '../platform/team-events.ts';
import type { Brought, CaseReason } from './import-verdict.ts';

/** Imported data that a case keeps until somebody decides. */
export type BroughtData = Brought & { externalId: string | null };

export type NewCase = {
  personId: number;
  documentType: DocumentType;
  document: string;
  brought: BroughtData;
  reasons: readonly CaseReason[];
  institutions: readonly string[] | null;
  by: { name: string; tokenId: number | null };
};

/** Publishes that a case was opened or closed. */
export const casesChanged = (tx: Tx): void =>
  queueChangedAnywhere(tx, { queue: 'document-cases', parts: ['subscriptions.decide'] });

const hashOf = (brought: BroughtData): string =>
  createHash('sha256').update(JSON.stringify(brought)).digest('base64url');

const ofDocument = ({
  personId,
  documentType,
  document,
}: Omit<NewCase, 'brought' | 'reasons' | 'institutions' | 'by'>): Sql =>
  sql`person_id = ${personId}::bigint and document_type = ${documentType}::text and document = ${document}::text`;

/**
 * Opens a case so that people decide whose a document is. A repeated import updates the open case, and a decided case is not
 * reopened for the same data. Returns the id of the case.
 */
export async function openCase(tx: Tx, one: NewCase, now: Date): Promise<number> {
  const hash = hashOf(one.brought);
  const decided = await tx.one<{ id: number }>(sql`
    select id from document_case where tenant_id = ${tx.tenantId} and ${ofDocument(one)} and state = 'kept'
      and brought_hash = ${hash} order by id desc limit 1`);
  if (decided) return decided.id;
  const row = await tx.one<{ id: number }>(sql`
    insert into document_case (tenant_id, person_id, document_type, document, brought, brought_hash, reasons,
      institutions, brought_by, token_id, opened_at, updated_at)
    values (${tx.tenantId}, ${one.personId}::bigint, ${one.documentType}, ${one.document},
      ${JSON.stringify(one.brought)}::jsonb, ${hash}, ${JSON.stringify(one.reasons)}::jsonb,
      ${one.institutions && JSON.stringify(one.institutions)}::jsonb, ${one.by.name}, ${one.by.tokenId}::bigint,
      ${now}::timestamptz, ${now}::timestamptz)
    on conflict (tenant_id, person_id, document_type, document) where state = 'open' do update set
      brought = excluded.brought, brought_hash = excluded.brought_hash, reasons = excluded.reasons,
      institutions = excluded.institutions, brought_by = excluded.brought_by, token_id = excluded.token_id,
      updated_at = excluded.updated_at
    returning id`);
  if (!row) throw new Error('The case was not written');
  casesChanged(tx);
  return row.id;
}

/** Closes an open case about a document, because the institution's data now agrees with the account. */
export async function closeAgreed(
  tx: Tx,
  of: Pick<NewCase, 'personId' | 'documentType' | 'document'>,
  now: Date,
): Promise<void> {
  const closed = await tx.many(sql`
    update document_case set state = 'kept', brought = '{}'::jsonb, decided_name = 'sistema',
      decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and ${ofDocument(of)} and state = 'open' returning id`);
  if (closed.length > 0) casesChanged(tx);
}

/** Closes an open case about a document that its previous holder gave up. */
export async function closeFreed(
  tx: Tx,
  { documentType, document, givenTo }: Pick<NewCase, 'documentType' | 'document'> & { givenTo: number },
  now: Date,
): Promise<void> {
  const closed = await tx.many(sql`
    update document_case set state = 'given', given_to = ${givenTo}::bigint, brought = '{}'::jsonb,
      decided_name = 'sistema', decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and document_type = ${documentType}::text and document = ${document}::text
      and state = 'open' returning id`);
  if (closed.length > 0) casesChanged(tx);
}
