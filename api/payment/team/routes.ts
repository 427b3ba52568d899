import type { Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { discountRoutes } from './discounts.ts';
import { monthRoutes } from './months.ts';
import { paymentRoutes } from './payments.ts';
import { providerCheckRoutes } from './provider-checks.ts';
import { reconciliationRoutes } from './reconciliations.ts';
import { slipFileRoutes } from './slip-files.ts';

/** The institution's calls about money (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  ...paymentRoutes(platform),
  ...monthRoutes(platform),
  ...discountRoutes(),
  ...providerCheckRoutes(platform),
  ...reconciliationRoutes(platform),
  ...slipFileRoutes(platform),
];
