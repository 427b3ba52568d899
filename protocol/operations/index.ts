import { accessKeyWorkCalls } from './access-keys.ts';
import { actionCalls } from './actions.ts';
import { admissionWorkCalls } from './admissions.ts';
import { candidacyCalls } from './candidacies.ts';
import { courseChangeCalls } from './course-change.ts';
import { documentCaseCalls } from './document-cases.ts';
import { essayCalls } from './essays.ts';
import { operationsExamScoreCalls } from './exam-scores.ts';
import { operationsHandoffCalls } from './handoffs.ts';
import { leavingCalls } from './leaving.ts';
import { moveCalls } from './moves.ts';
import { noteCalls } from './notes.ts';
import { operationsPaymentCalls } from './payments.ts';
import { peopleCalls } from './people.ts';
import { personPageCalls } from './person-page.ts';
import { operationsPrivacyCalls } from './privacy.ts';
import { provisioningCalls } from './provisioning.ts';
import { reconciliationCalls } from './reconciliations.ts';
import { recurrenceOperationsCalls } from './recurrences.ts';
import { simulatorCalls } from './simulator.ts';
import { slipFileCalls } from './slip-files.ts';
import { testCalls } from './tests.ts';
import { timelineCalls } from './timeline.ts';
import { viewWorkCalls } from './views.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { webhookCalls } from './webhooks.ts';
import { workCalls } from './work.ts';

export { issuedKey, keptKey, keyPurpose } from './access-keys.ts';
export { essayMark, essayRubric, opsEssay, opsWholeEssay } from './essays.ts';
export { opsCancellation } from './leaving.ts';
export { attention, manualPayment, opsPayment } from './payments.ts';
export { keptRecord, opsPrivacyRequest } from './privacy.ts';
export { opsMonth } from './recurrences.ts';
export {
  auditEntry,
  cataloguedTenant,
  catalogueFiles,
  cataloguePlan,
  decided,
  jobName,
  notification,
  opsDocument,
  opsDocumentPage,
  opsPerson,
  opsSubscription,
  opsSubscriptionCard,
  sandboxMessage,
  serviceToken,
  tenant,
} from './shapes.ts';
export { opsSlot, rollEntry, testDecided } from './tests.ts';
export { deliveryState, webhookDelivery, webhookEndpoint } from './webhook-endpoints.ts';
export { documentFilters, subscriptionFilters } from './work.ts';

export const operationsCalls = {
  ...provisioningCalls,
  ...operationsPrivacyCalls,
  ...workCalls,
  ...essayCalls,
  ...leavingCalls,
  ...candidacyCalls,
  ...courseChangeCalls,
  ...operationsPaymentCalls,
  ...recurrenceOperationsCalls,
  ...reconciliationCalls,
  ...slipFileCalls,
  ...testCalls,
  ...operationsExamScoreCalls,
  ...admissionWorkCalls,
  ...operationsHandoffCalls,
  ...accessKeyWorkCalls,
  ...peopleCalls,
  ...personPageCalls,
  ...timelineCalls,
  ...actionCalls,
  ...moveCalls,
  ...documentCaseCalls,
  ...noteCalls,
  ...viewWorkCalls,
  ...webhookEndpointCalls,
  ...webhookCalls,
  ...simulatorCalls,
};
