import { isAcquirer, type MoneyProvider } from '@orbita/domain/tenancy';
import { noticeAddress } from '../api/payment/notice-addresses.ts';
import { tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';

/** What opens the address of a provider's notices: the registered secret of a bank, a new one of an acquirer. */
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
