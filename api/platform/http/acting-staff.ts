import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../database/types.ts';
import type { Service } from './context.ts';

/**
 * Names the acting team member within a transaction, so that whatever it writes can record them without passing the id through
 * every function in between.
 */
export function nameActingStaff(tx: Tx, { staff }: Pick<Service, 'staff'>): void {
  if (staff)
    tx.alongside(sql`select set_config('orbita.staff_id', ${String(staff.id)}::text, true) as named`);
}

/** The team member named by `nameActingStaff`; null in any other transaction. */
export const actingStaffId: Sql = sql`nullif(current_setting('orbita.staff_id', true), '')::bigint`;
