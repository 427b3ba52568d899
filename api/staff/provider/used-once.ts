import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** Notes that something of the provider's ways was used; false when it was before. */
export const useOnce = async (tx: Tx, kind: 'state' | 'logout', name: string, now: Date): Promise<boolean> =>
  (await tx.one(sql`
    insert into staff_used_once (tenant_id, hash, at)
    values (${tx.tenantId}, ${secretHash(`${kind} ${name}`)}, ${now}::timestamptz)
    on conflict do nothing returning hash`)) !== undefined;
