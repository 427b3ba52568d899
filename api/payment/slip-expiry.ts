import { isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { lockSubscription } from '../subscription/move.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';
import { closeCharge } from './close.ts';
import { lockPayment } from './store.ts';

const BATCH = 200;

type Due = { id: number; subscription_id: number };

/** Ends one slip, unless it was paid or ended in the meantime. Returns whether it was ended. */
const expire = (platform: Platform, tenantId: number, { id, subscription_id: subscriptionId }: Due) =>
  platform.db.write(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    const row = await lockPayment(tx, id);
    const over = row?.expires_at && row.expires_at < platform.clock.now();
    if (!row || !over || !isOpenCharge(row.state)) return false;
    // The bank is told afterwards: a bank that does not answer must not keep the slip open.
    await closeCharge(tx, platform, subscription, row, 'expired', { removeAtProvider: row.txid !== null });
    return true;
  });

/** Ends slips whose payment no bank will report any more (D-72); until then they keep their application waiting. */
async function expireSlips(platform: Platform, tenantId: number): Promise<number> {
  const due = await platform.db.tenant(tenantId).many<Due>(sql`
    with due as materialized (
      select id, subscription_id from payment where tenant_id = ${tenantId} and state in ${OPEN_CHARGE}
        and method = 'slip' and expires_at < ${platform.clock.now()}::timestamptz)
    select id, subscription_id from due order by id limit ${BATCH}::int`);
  let ended = 0;
  for (const one of due) if (await expire(platform, tenantId, one)) ended++;
  return ended;
}

/** Runs under the name of the job that ends charges. */
export const slipExpiry: Job = {
  name: 'charge-expiry',
  everyMs: 20_000,
  run: (platform) => forDueTenants(platform, 'charge-expiry', (tenantId) => expireSlips(platform, tenantId)),
};
