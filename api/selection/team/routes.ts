import type { Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { examScoreRoutes } from './exam-scores.ts';
import { ofApplicationRoutes } from './of-application.ts';
import { testRoutes } from './tests.ts';

/** Routes of the institution about tests and scores of the national exam (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  ...testRoutes(platform),
  ...examScoreRoutes(platform),
  ...ofApplicationRoutes,
];
