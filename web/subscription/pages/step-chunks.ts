import type { Page } from '@orbita/domain/subscription';
import { FIRST_CALLS, type FirstCall } from '../../base/first-calls.ts';
import { type Part, part } from '../../base/part.tsx';
import { queryClient } from '../../base/query.ts';
import { fetchWhenIdle } from '../../base/when-settled.ts';
import { contractQuery, priceExistsQuery } from '../../contract/queries.ts';
import { documentsQuery } from '../../document/queries.ts';
import { reviewPart } from '../../enrolment/pages/review-part.ts';
import { enrollmentDataQuery } from '../../enrolment/queries.ts';
import { essaysQuery } from '../../essay/queries.ts';
import { paymentOptionsQuery, paymentsQuery } from '../../payment/queries.ts';
import { isNewsSeen } from '../../payment/seen-news.ts';
import { gendersQuery, personDataQuery } from '../../person/queries.ts';
import {
  fullStatusQuery,
  prefetchSubscription,
  type Status,
  type Subscription,
  statusQuery,
  subscriptionQuery,
} from '../queries.ts';
import type { StepProps } from '../step-props.ts';

/** Query parameter that opens a part of a step; absent = the first part. */
export const PART = 'etapa';
export const PAYMENT_CONFIRMED = 'pagamento-confirmado';
/** Part of the enrolment data where the contract is accepted (S-28). */
const REVIEW = 'revisao';

export type StepPart = Part<StepProps>;

const result = part<StepProps>(() => import('../../selection/result-step.tsx'));
const essay = part<StepProps>(() => import('../../essay/pages/essay-step.tsx'));
const information = part<StepProps>(() => import('../../person/pages/information-step.tsx'));
const data = part<StepProps>(() => import('../../enrolment/pages/data-step.tsx'));
const payment = part<StepProps>(() => import('../../payment/payment-step.tsx'));
const confirmed = part<StepProps>(() => import('../../payment/confirmed-step.tsx'));
const documents = part<StepProps>(() => import('../../document/documents-step.tsx'));
const selectionDocuments = part<StepProps>(() => import('../../document/selection-documents-step.tsx'));
const test = part<StepProps>(() => import('../../selection/test-step.tsx'));
const examScore = part<StepProps>(() => import('../../selection/exam-score-step.tsx'));
const interview = part<StepProps>(() => import('../../admission/interview-step.tsx'));
const questionnaire = part<StepProps>(() => import('../../admission/questionnaire-step.tsx'));
const academicClass = part<StepProps>(() => import('../../enrolment/class-step.tsx'));
const enrolled = part<StepProps>(() => import('./enrolled-step.tsx'));
const standstill = part<StepProps>(() => import('./standstill-step.tsx'));

/** The component for each page that the server names (spec 8.5). */
const STEPS: Readonly<Record<Page, StepPart>> = {
  portal: standstill,
  essay,
  information,
  result,
  'personal-data': result,
  payment,
  'tax-payment': payment,
  waitingPayment: payment,
  paymentFailure: payment,
  successfulPayment: confirmed,
  documents,
  assessment: test,
  'test-summary': test,
  'exam-score': examScore,
  interview,
  questionnaire,
  class: academicClass,
  'selection-documents': selectionDocuments,
  enrolled,
  review: standstill,
  'manual-payment': standstill,
  'pending-cancel': standstill,
  canceled: standstill,
  blocked: standstill,
};

/** The page an application is on: a payment confirmation that was read gives way to the page after it. */
export const shownPage = (
  { page, after }: Pick<Status, 'page' | 'after'>,
  subscription: Subscription,
): Page => (after && isNewsSeen(subscription) ? after : page);

/**
 * The component for a page; `part` is the part of a step that the address opens, `paid` says that a payment was made. An
 * unknown page named by a newer server falls back to the standstill page.
 */
export function stepOf(page: Page, part: string | null, paid: boolean): StepPart {
  if (part === PAYMENT_CONFIRMED && paid) return confirmed;
  return part && page === 'personal-data' ? data : (STEPS[page] ?? standstill);
}

type Ahead = { fetch: () => Promise<unknown> };
const editor: Ahead = { fetch: () => import('../../essay/editor-page.tsx') };
const tracking: Ahead = { fetch: () => import('./tracking-page.tsx') };

/** The most frequent next steps, whose files are prefetched. */
const NEXT = new Map<StepPart, readonly Ahead[]>([
  [essay, [editor, result]],
  [result, [data]],
  [data, [reviewPart, payment]],
  [academicClass, [payment]],
  [payment, [documents]],
  [confirmed, [documents]],
  [documents, [enrolled, tracking]],
]);

/** Prefetches the files of the step after this one. */
export function fetchNextStep(step: StepPart): void {
  fetchWhenIdle(...(NEXT.get(step) ?? []).map(({ fetch }) => fetch));
}

/** Prefetches the files of an application that is about to be opened: those of `frame` and of its page. */
export const fetchStepOf = (page: Page, frame: () => Promise<unknown>): void =>
  fetchWhenIdle(frame, stepOf(page, null, false).fetch);

type Query = Parameters<typeof queryClient.prefetchQuery>[0];

/** The query of each first call. */
export const FIRST_QUERIES: Readonly<Record<FirstCall, (id: number) => Query>> = {
  options: paymentOptionsQuery,
  payments: paymentsQuery,
  essays: essaysQuery,
  documents: documentsQuery,
  selection: (id) => documentsQuery(id, 'selection'),
  history: fullStatusQuery,
  person: personDataQuery,
  data: enrollmentDataQuery,
  genders: () => gendersQuery,
  price: priceExistsQuery,
  contract: contractQuery,
};

/** Makes the first requests of a page, or of a part of it. */
function askFirst(page: Page, id: number, part: string | null): void {
  const calls = part ? (FIRST_CALLS[`${page}?${part}`] ?? FIRST_CALLS[`${page}?`]) : FIRST_CALLS[page];
  for (const call of calls ?? []) void queryClient.prefetchQuery(FIRST_QUERIES[call](id));
  if (part === REVIEW && page === 'personal-data') void reviewPart.fetch().catch(() => undefined);
}

/**
 * Requests everything the frame of an application shows and, once the status names the step, its file and its first calls
 * together: on a slow connection every sequential round trip is felt.
 */
export function prefetchStep(id: number, part: string | null): void {
  if (!Number.isSafeInteger(id) || id <= 0) return;
  prefetchSubscription(id);
  const ahead = async () => {
    const status = await queryClient.fetchQuery(statusQuery(id));
    const page = status.after
      ? shownPage(status, await queryClient.fetchQuery(subscriptionQuery(id)))
      : status.page;
    askFirst(page, id, part);
    await stepOf(page, part, false).fetch();
  };
  // A failure here repeats, and is shown, when the page needs the file.
  void ahead().catch(() => undefined);
}
