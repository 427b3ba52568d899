import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../database/types.ts';
import type { Service } from './context.ts';

/**
 * Says in a transaction which person of the team acts, so that whatever the act writes can name her without passing it
 * through every function on the way.
 */
export function nameActingStaff(tx: Tx, { staff }: Pick<Service, 'staff'>): void {
  if (staff)
    tx.alongside(sql`select set_config('orbita.staff_id', ${String(staff.id)}::text, true) as named`);
}

/** The person whom `nameActingStaff` named; null in any other transaction. */
export const actingStaffId: Sql = sql`nullif(current_setting('orbita.staff_id', true), '')::bigint`;
