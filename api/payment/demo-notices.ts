import { ACQUIRERS } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { renewNoticeAddress } from './notice-addresses.ts';

/** The sandbox keeps what it was told before until it is told anew. */
const OVERLAP_HOURS = 1;

/**
 * Enters at the simulated acquirers where they report card payments of every institution, as a real institution does at
 * its acquirer's site; tenants without an institution cost nothing. Throws when the sandbox does not take it.
 * @param control address of the sandbox's control calls, and the key that opens them
 */
export async function enterCardNotices(
  platform: Platform,
  control: { url: string; key: string },
): Promise<void> {
  await forDueTenants(platform, 'card-notices', async (tenantId) => {
    const institutions = await platform.db.tenant(tenantId).many<{ name: string }>(sql`
      select t.alias || '-' || i.code as name from institution i
      join tenant t on t.id = i.tenant_id where i.tenant_id = ${tenantId}`);
    if (institutions.length === 0) return 0;
    const tenant = await tenantById(platform, tenantId);
    for (const provider of ACQUIRERS) {
      // What was shown once is known to nobody any more, so every start gives a new one.
      const { address } = await platform.db.write(tenantId, (tx) =>
        renewNoticeAddress(tx, platform, tenant, provider, OVERLAP_HOURS),
      );
      for (const { name } of institutions) {
        const answer = await fetch(`${control.url}/cards/${provider}/accounts/sandbox-${name}/webhook`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'x-control-key': control.key },
          body: JSON.stringify({ url: address }),
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to a notice address`);
      }
    }
    return institutions.length;
  });
}
