import type { Purpose } from '@orbita/domain/payment';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { CardFields } from '../platform/acquirer-port.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type Bill, checkPayable } from './bill.ts';
import { acquirersOf } from './card-order.ts';
import { checkMethod } from './methods.ts';
import { isProviderFailure } from './provider.ts';

/**
 * Returns fresh credentials for one use of an acquirer's card fields (spec 14.8). Allowed only while the amount may be paid by
 * card; fails with 503 `PROVIDER_UNAVAILABLE` when the acquirer issues none, in which case nothing was charged.
 */
export async function cardAccessFor(
  platform: Platform,
  bill: Bill,
  purpose: Purpose,
  provider: AcquirerProvider,
): Promise<CardFields> {
  checkPayable(bill, purpose);
  checkMethod(platform, bill, purpose, 'credit-card');
  const { tenantAlias, state } = bill;
  const account = platform.ports.acquirers.account(tenantAlias, state.institution_code, provider);
  if (!account || !acquirersOf(platform, bill).includes(provider)) fail('METHOD_UNAVAILABLE');
  return account.cardFields(bill.settings.threeDSecure).catch((error: unknown) => {
    if (!isProviderFailure(error)) throw error;
    platform.log.warn({ subscription: state.id, err: error }, 'no card fields');
    return fail('PROVIDER_UNAVAILABLE');
  });
}
