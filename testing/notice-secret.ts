import { isAcquirer, type MoneyProvider } from '@orbita/domain/tenancy';
import { noticeAddress } from '../api/payment/notice-addresses.ts';
import { tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';

/** The secret in the address for a provider's notifications: a bank's registered one, a new one for an acquirer. */
export async function noticeSecret(
  harness: Harness,
  alias: string,
  provider: MoneyProvider,
): Promise<string> {
  const made = isAcquirer(provider)
    ? (
        await harness.operations.call(
          'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation',
          { params: { alias, provider }, body: { overlapHours: 72 } },
        )
      ).body.address
    : await noticeAddress(harness.platform, await tenantIdOf(harness, alias), provider);
  return made.split('/').at(-1) ?? '';
}
