import { acceptedFormats, canBeCovered, isCover } from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { DocumentRow } from './store.ts';

type Source = { document_id: number; source_id: number; approved_at: Date };
/** What surrounds the document: the others of its stage, and approved ones of other applications. */
type Around = { others?: readonly DocumentRow[]; sources?: readonly Source[]; zone: string };

function coverOf(row: DocumentRow, others: readonly DocumentRow[]) {
  const cover = canBeCovered(row.state) ? others.find((other) => isCover(row, other)) : undefined;
  if (!cover || !row.coverable) return null;
  return { documentId: cover.id, label: row.coverable.label, chosen: row.covered_by === cover.id };
}

function reusableOf(row: DocumentRow, sources: readonly Source[], zone: string) {
  const source = sources.find(({ document_id }) => document_id === row.id);
  return source ? { documentId: source.source_id, approvedAt: isoInZone(source.approved_at, zone) } : null;
}

/** A document as shown to the candidate (spec 15.3). */
export const presentDocument = (row: DocumentRow, { others = [], sources = [], zone }: Around) => ({
  documentId: row.id,
  name: row.name,
  help: row.help || null,
  required: row.required,
  stage: row.stage,
  state: row.state,
  acceptedFormats: acceptedFormats(row.accepts_xlsx),
  rejection: row.rejection_reason ? { reason: row.rejection_reason, note: row.rejection_note } : null,
  cover: coverOf(row, others),
  reusable: reusableOf(row, sources, zone),
  files: row.files.map((file) => ({ ...file, sentAt: isoInZone(new Date(file.sentAt), zone) })),
});
