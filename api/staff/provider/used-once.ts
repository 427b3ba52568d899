import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** Records that a one-time value of the provider was used; false if it had been used before. */
export const useOnce = async (tx: Tx, kind: 'state' | 'logout', name: string, now: Date): Promise<boolean> =>
  (await tx.one(sql`
    insert into staff_used_once (tenant_id, hash, at)
    values (${tx.tenantId}, ${secretHash(`${kind} ${name}`)}, ${now}::timestamptz)
    on conflict do nothing returning hash`)) !== undefined;
