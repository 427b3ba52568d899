import sql from 'sql-template-tag';
import { constraintOf, type Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { CATALOGUE_CHANNEL, forgetHosts } from '../tenancy/hosts.ts';

/** Locks a tenant's catalogue: of two simultaneous writers, the second compares against the result of the first. */
export const lockCatalogue = (tx: Tx) =>
  tx.one(sql`select id from tenant where id = ${tx.tenantId} for update`);

/** Constraints that fail if somebody takes a place between the check and the write. */
const TAKEN = ['places_not_oversold', 'class_not_oversold', 'slot_not_oversold', 'voucher_not_overused'];
export const isTakenMeanwhile = (error: unknown): boolean => TAKEN.includes(constraintOf(error) ?? '');

/** Makes every node reload the host settings. */
export const notifyHosts = async (platform: Platform): Promise<void> => {
  await platform.db.notify(CATALOGUE_CHANNEL, '');
  forgetHosts(platform);
};
