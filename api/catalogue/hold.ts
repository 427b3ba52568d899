import sql from 'sql-template-tag';
import { constraintOf, type Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { CATALOGUE_CHANNEL, forgetHosts } from '../tenancy/hosts.ts';

/** Of two simultaneous writers of a tenant's catalogue, the second compares with the result of the first. */
export const lockCatalogue = (tx: Tx) =>
  tx.one(sql`select id from tenant where id = ${tx.tenantId} for update`);

/** Constraints that fail when somebody took a place between the check of the taken places and the write. */
const TAKEN = ['places_not_oversold', 'class_not_oversold', 'slot_not_oversold', 'voucher_not_overused'];
export const isTakenMeanwhile = (error: unknown): boolean => TAKEN.includes(constraintOf(error) ?? '');

/** Notifies every node to read the settings of hosts again. */
export const notifyHosts = async (platform: Platform): Promise<void> => {
  await platform.db.notify(CATALOGUE_CHANNEL, '');
  forgetHosts(platform);
};
