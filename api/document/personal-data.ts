import sql from 'sql-template-tag';
import {
  type Mine,
  notCopied,
  ofPerson,
  ofSubscription,
  type PersonalTable,
  SECRET,
  technical,
} from '../platform/personal-data.ts';

const ofDocument: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and required_document_id in (
    select d.id from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    where d.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

/**
 * Personal data in the tables of the document module. The content of a removed file is deleted from storage by
 * `document-sweep`.
 */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'document_file',
    words: ['name'],
    segments: ['files'],
    mine: ofDocument,
    section: 'arquivos',
    columns: [
      'id',
      'required_document_id',
      'name',
      'size',
      'type',
      'sha256',
      'scan',
      'sent_at',
      'sent_by',
      'removed_at',
    ],
    left: {
      ...technical('next_scan_at', 'scan_failures'),
      sent_by_staff: 'Quem atende na instituição.',
      storage_key: 'Lugar do arquivo; o conteúdo é baixado na página de documentos.',
    },
    erase: {
      set: { name: `''`, sha256: `''`, removed_at: 'coalesce(removed_at, sent_at)', next_scan_at: 'null' },
    },
  },
  {
    table: 'unfinished_upload',
    words: ['name'],
    mine: ofDocument,
    section: 'envios não concluídos',
    columns: ['id', 'required_document_id', 'name', 'size', 'received', 'created_at'],
    left: {
      ...technical('touched_at', 'sha256', 'file_id'),
      pieces: 'Lugar do que já chegou; é apagado um dia depois do último envio.',
    },
    erase: 'delete',
  },
  {
    table: 'required_document',
    words: ['rejection_note'],
    mentions: ['rejection_note'],
    segments: ['documents'],
    mine: ofSubscription,
    section: 'documentos',
    columns: [
      'id',
      'subscription_id',
      'code',
      'name',
      'stage',
      'required',
      'state',
      'rejection_reason',
      'rejection_note',
      'reviewed_at',
      'covered_by',
    ],
    left: {
      ...technical(
        'position',
        'accepts_xlsx',
        'help',
        'updated_at',
        'institution_id',
        'readable',
        'coverable',
        'version',
        'waiting_since',
        'review_due_at',
      ),
    },
    erase: { set: { rejection_note: 'null' } },
  },
  {
    table: 'document_decision',
    words: ['note'],
    mentions: ['note'],
    mine: ofDocument,
    section: 'decisões sobre documentos',
    columns: ['id', 'required_document_id', 'decision', 'reason', 'note', 'at'],
    left: {
      decided_by: 'Quem atende na instituição.',
      staff_id: 'Quem atende na instituição.',
      ...technical('status'),
    },
    erase: { set: { reason: 'null', note: 'null' } },
  },
  {
    table: 'short_ticket',
    words: ['payload'],
    mine: ofPerson,
    ...notCopied(SECRET),
    erase: 'delete',
  },
];
