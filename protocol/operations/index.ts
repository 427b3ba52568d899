import { operationsHandoffCalls } from './handoffs.ts';
import { provisioningCalls } from './provisioning.ts';
import { simulatorCalls } from './simulator.ts';
import { webhookCalls } from './webhooks.ts';
import { workCalls } from './work.ts';

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
  ...webhookCalls,
  ...simulatorCalls,
};
