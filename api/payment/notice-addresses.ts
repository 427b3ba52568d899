import type { Answer } from '@orbita/protocol';
import { type Platform, publicUrlOf } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';

type NoticeAddress = Answer<'GET /operations/tenants/{alias}/notice-addresses'>['data'][number];
type Notifier = NoticeAddress['provider'];

/** Who gives a provider the address: acquirers have no call for it, only their site. */
const ENTERED_BY: Readonly<Record<Notifier, NoticeAddress['enteredBy']>> = {
  pix: 'us',
  inter: 'us',
  cielo: 'institution',
  pagarme: 'institution',
};

/** Where a provider reports payments of a tenant; the last part of the address is an unguessable secret. */
export async function noticeAddress(
  platform: Platform,
  tenantId: number,
  provider: Notifier,
): Promise<string> {
  const { alias, webhookSecret } = await tenantById(platform, tenantId);
  return `${publicUrlOf(platform)}/orbita/api/operations/webhooks/payments/${provider}/${alias}/${webhookSecret}`;
}

/** The address for each provider that sends notices, and who enters it there (spec 17.2). */
export const noticeAddresses = (platform: Platform, tenantId: number): Promise<NoticeAddress[]> =>
  Promise.all(
    (Object.keys(ENTERED_BY) as Notifier[]).map(async (provider) => ({
      provider,
      address: await noticeAddress(platform, tenantId, provider),
      enteredBy: ENTERED_BY[provider],
    })),
  );
