import { acceptedFormats } from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { DocumentRow } from './store.ts';

/** Document as the candidate sees it (spec 15.3). */
export const presentDocument = (row: DocumentRow, zone: string) => ({
  documentId: row.id,
  name: row.name,
  help: row.help || null,
  required: row.required,
  stage: row.stage,
  state: row.state,
  acceptedFormats: acceptedFormats(row.accepts_xlsx),
  rejection: row.rejection_reason ? { reason: row.rejection_reason, note: row.rejection_note } : null,
  files: row.files.map((file) => ({ ...file, sentAt: isoInZone(new Date(file.sentAt), zone) })),
});
