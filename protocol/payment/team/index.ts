import { applicationChargeCalls } from './application-charges.ts';
import { chargeCalls } from './charges.ts';
import { discountCalls } from './discounts.ts';
import { moneyCalls } from './payments.ts';
import { providerCheckCalls } from './provider-checks.ts';
import { reconciliationCalls } from './reconciliations.ts';
import { monthCalls } from './recurrences.ts';
import { slipFileCalls } from './slip-files.ts';

export { attention } from './payments.ts';
export { triedProvider } from './provider-checks.ts';
export { comparedProvider } from './reconciliations.ts';

export const paymentTeamCalls = {
  ...moneyCalls,
  ...applicationChargeCalls,
  ...chargeCalls,
  ...monthCalls,
  ...discountCalls,
  ...providerCheckCalls,
  ...reconciliationCalls,
  ...slipFileCalls,
};
