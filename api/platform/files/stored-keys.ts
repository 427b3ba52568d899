/** Columns that contain keys of stored files, which start with `tenants/{id}/`; `many` if they contain lists of keys. */
export const STORED_KEYS: readonly { table: string; column: string; many?: true }[] = [
  { table: 'document_file', column: 'storage_key' },
  { table: 'unfinished_upload', column: 'pieces', many: true },
  { table: 'contract_acceptance', column: 'pdf_key' },
  { table: 'privacy_request', column: 'file_key' },
  { table: 'audit_archive', column: 'storage_key' },
  { table: 'export_job', column: 'storage_key' },
];

/** JSON columns that repeat a key from one of those columns: attachments of messages. */
export const REPEATED_KEYS: readonly { table: string; column: string }[] = [
  { table: 'notification', column: 'envelope' },
];

/** Folder of a tenant's files. */
export const folderOf = (tenantId: number): string => `tenants/${tenantId}/`;
