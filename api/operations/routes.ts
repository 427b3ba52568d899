import type { House } from '../platform/house.ts';
import type { Route } from '../platform/http/route.ts';
import { accessKeyRoutes } from './access-keys.ts';
import { admissionRoutes } from './admissions.ts';
import { candidacyRoutes } from './candidacies.ts';
import { examScoreRoutes } from './exam-scores.ts';
import { leavingRoutes } from './leaving.ts';
import { paymentRoutes } from './payments.ts';
import { peopleRoutes } from './people.ts';
import { provisioningRoutes } from './provisioning.ts';
import { simulatorRoutes } from './simulator.ts';
import { testRoutes } from './tests.ts';
import { webhookRoutes } from './webhooks.ts';
import { workRoutes } from './work.ts';

/** The operations API; its test controls do not exist in a production start (spec 17.7). */
export const routes = (house: House): Route[] => [
  ...provisioningRoutes(house),
  ...workRoutes(house),
  ...accessKeyRoutes(house),
  ...peopleRoutes(house),
  ...leavingRoutes(house),
  ...candidacyRoutes(house),
  ...paymentRoutes(house),
  ...testRoutes(house),
  ...webhookRoutes(house),
  ...examScoreRoutes(house),
  ...admissionRoutes(house),
  ...(house.config.production ? [] : simulatorRoutes(house)),
];
