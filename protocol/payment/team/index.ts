import { moneyCalls } from './payments.ts';
import { providerCheckCalls } from './provider-checks.ts';
import { reconciliationCalls } from './reconciliations.ts';
import { monthCalls } from './recurrences.ts';
import { slipFileCalls } from './slip-files.ts';

export { attention } from './payments.ts';
export { comparedProvider } from './reconciliations.ts';

export const paymentTeamCalls = {
  ...moneyCalls,
  ...monthCalls,
  ...providerCheckCalls,
  ...reconciliationCalls,
  ...slipFileCalls,
};
