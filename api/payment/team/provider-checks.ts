import type { PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { noticeAddress } from '../notice-addresses.ts';

/** Trying the account of an institution at its bank (spec 14.8). */
export const providerCheckRoutes = (platform: Platform): Route[] => [
  route('POST /operations/provider-checks', async ({ tenant, service, body }) => {
    const { institution } = body();
    if (!maySee(service, institution)) fail('INSTITUTION_UNKNOWN');
    const found = await platform.db.tenant(tenant.id).one<{ payment: Partial<PaymentSettings> }>(sql`
      select payment from institution where tenant_id = ${tenant.id} and code = ${institution}`);
    if (!found) fail('INSTITUTION_UNKNOWN');
    const { pixKey } = found.payment;
    const notices = pixKey ? { pixKey, url: await noticeAddress(platform, tenant.id, 'pix') } : undefined;
    const check = await platform.ports.pix.check(tenant.alias, institution, notices);
    if (!check) fail('PROVIDER_UNAVAILABLE');
    platform.log.info({ institution, profile: check.profile, steps: check.steps }, 'provider tried');
    return reply(200, { institution, ...check });
  }),
];
