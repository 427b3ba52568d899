import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { accessKeyRoutes } from './applications/access-keys.ts';
import { candidacyRoutes } from './applications/candidacies.ts';
import { contactRoutes } from './applications/contacts.ts';
import { documentCaseRoutes } from './applications/document-cases.ts';
import { identityRoutes } from './applications/identity.ts';
import { leavingRoutes } from './applications/leaving.ts';
import { moveRoutes } from './applications/moves.ts';
import { noteRoutes } from './applications/notes.ts';
import { peopleRoutes } from './applications/people.ts';
import { workRoutes } from './applications/work.ts';
import { approvalRoutes } from './approvals.ts';
import { admissionRoutes } from './assessment/admissions.ts';
import { essayRoutes } from './assessment/essay-routes.ts';
import { examScoreRoutes } from './assessment/exam-scores.ts';
import { testRoutes } from './assessment/tests.ts';
import { webhookRoutes } from './messages/webhooks.ts';
import { monthRoutes } from './months.ts';
import { paymentRoutes } from './payments.ts';
import { provisioningRoutes } from './provisioning/provisioning.ts';
import { reconciliationRoutes } from './reconciliations.ts';
import { simulatorRoutes } from './simulator.ts';
import { slipFileRoutes } from './slip-files.ts';

/** The operations API; its test controls do not exist in a production start (spec 17.7). */
export const routes = (platform: Platform): Route[] => [
  ...provisioningRoutes(platform),
  ...workRoutes(platform),
  ...essayRoutes(platform),
  ...accessKeyRoutes(platform),
  ...peopleRoutes(platform),
  ...noteRoutes(platform),
  ...moveRoutes(platform),
  ...contactRoutes(platform),
  ...documentCaseRoutes(platform),
  ...identityRoutes(platform),
  ...leavingRoutes(platform),
  ...candidacyRoutes(platform),
  ...paymentRoutes(platform),
  ...approvalRoutes(platform),
  ...monthRoutes(platform),
  ...reconciliationRoutes(platform),
  ...slipFileRoutes(platform),
  ...testRoutes(platform),
  ...webhookRoutes(platform),
  ...examScoreRoutes(platform),
  ...admissionRoutes(platform),
  ...(platform.config.development ? simulatorRoutes(platform) : []),
];
