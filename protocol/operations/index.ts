import { accessKeyWorkCalls } from './access-keys.ts';
import { operationsHandoffCalls } from './handoffs.ts';
import { peopleCalls } from './people.ts';
import { provisioningCalls } from './provisioning.ts';
import { simulatorCalls } from './simulator.ts';
import { webhookCalls } from './webhooks.ts';
import { workCalls } from './work.ts';

export { issuedKey, keptKey, keyPurpose } from './access-keys.ts';
export {
  auditEntry,
  catalogueFiles,
  cataloguePlan,
  decided,
  jobName,
  notification,
  opsDocument,
  opsEssay,
  opsPerson,
  opsSubscription,
  opsSubscriptionCard,
  sandboxMessage,
  serviceToken,
  tenant,
} from './shapes.ts';

export const operationsCalls = {
  ...provisioningCalls,
  ...workCalls,
  ...operationsHandoffCalls,
  ...accessKeyWorkCalls,
  ...peopleCalls,
  ...webhookCalls,
  ...simulatorCalls,
};
