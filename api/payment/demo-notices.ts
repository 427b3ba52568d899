import { ACQUIRERS } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { renewNoticeAddress } from './notice-addresses.ts';

/** The sandbox keeps using the old address until it is given the new one. */
const OVERLAP_HOURS = 1;

/**
 * Registers our notice address with the simulated acquirers for the card payments of every institution, as a real institution
 * does on its acquirer's site; tenants without institutions are skipped. Throws when the sandbox rejects it.
 * @param control base URL of the sandbox's control API, and its key
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
      // An address that was shown once cannot be read again, so every start creates a new one.
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
