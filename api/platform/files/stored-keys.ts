/** Columns that name stored files, which begin with `tenants/{id}/`; `many` where one holds a list of them. */
export const STORED_KEYS: readonly { table: string; column: string; many?: true }[] = [
  { table: 'document_file', column: 'storage_key' },
  { table: 'unfinished_upload', column: 'pieces', many: true },
  { table: 'contract_acceptance', column: 'pdf_key' },
  { table: 'privacy_request', column: 'file_key' },
  { table: 'audit_archive', column: 'storage_key' },
  { table: 'export_job', column: 'storage_key' },
];

/** Columns of JSON that repeat a key which one of those names: what a message brings along. */
export const REPEATED_KEYS: readonly { table: string; column: string }[] = [
  { table: 'notification', column: 'envelope' },
];

/** Folder of a tenant's files. */
export const folderOf = (tenantId: number): string => `tenants/${tenantId}/`;
