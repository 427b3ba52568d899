import { STATUS } from './statuses.ts';
import { orderOf, type StepCode } from './steps.ts';

type Line = { to: number; at: string };

const BY_STATUS: Readonly<Partial<Record<number, StepCode>>> = {
  [STATUS.PendingInformation]: 'subscription',
  [STATUS.PendingTax]: 'tax',
  [STATUS.Scheduled]: 'assessment',
  [STATUS.PendingQuestionnaire]: 'questionnaire',
  [STATUS.PendingInterview]: 'interview',
  [STATUS.PendingApproveInterview]: 'interview',
  [STATUS.PendingApproveQuestionnaire]: 'questionnaire',
  [STATUS.Unqualified]: 'result',
  [STATUS.Evaluated]: 'data',
  [STATUS.PendingClassSelection]: 'class',
  [STATUS.EnrollmentPending]: 'payment',
  [STATUS.DocumentationPending]: 'documents',
  [STATUS.Enrolled]: 'enrolled',
};

/** Position of a status in the order of the steps; undefined for statuses in which an application only waits or stops. */
function placeOf(status: number, order: readonly StepCode[], drawn: readonly StepCode[]): number | undefined {
  const place = (...codes: StepCode[]) =>
    order.indexOf(codes.find((code) => drawn.includes(code)) ?? 'subscription');
  if (status === STATUS.Subscribed) return place('assessment');
  if (status === STATUS.SubscriptionDocumentationPending) return place('selection-documents', 'assessment');
  if (status === STATUS.TermsAccepted) return order.indexOf('data') + 1;
  const code = BY_STATUS[status];
  return code && order.indexOf(code);
}

/**
 * When each step of a list was completed, as far as the status history shows (spec 8.6): at the last move past it. A move that
 * leads back reopens the steps in between.
 * @param drawn the steps in order (`stepsOf`).
 */
export function stepDates(history: readonly Line[], drawn: readonly StepCode[]): Map<StepCode, string> {
  const documents = drawn.indexOf('documents');
  const order = orderOf(documents >= 0 && documents < drawn.indexOf('payment'));
  const dates = new Map<StepCode, string>();
  let at = 0;
  for (const line of history) {
    const to = placeOf(line.to, order, drawn);
    if (to === undefined) continue;
    for (const code of order.slice(to, at)) dates.delete(code);
    for (const code of order.slice(at, to)) dates.set(code, line.at);
    // No move goes past the last step, so it is done as soon as it is reached.
    if (line.to === STATUS.Enrolled) dates.set('enrolled', line.at);
    at = to;
  }
  return dates;
}
