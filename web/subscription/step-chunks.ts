import type { Page } from '@orbita/domain/subscription';
import type { ComponentType } from 'react';
import { fetchWhenIdle } from '../app/idle.ts';
import { queryClient } from '../app/query.ts';
import { contractQuery, priceExistsQuery, pricesQuery } from '../contract/queries.ts';
import { documentsQuery } from '../document/queries.ts';
import { enrollmentDataQuery } from '../enrolment/queries.ts';
import { essaysQuery } from '../essay/queries.ts';
import { paymentOptionsQuery, paymentsQuery } from '../payment/queries.ts';
import { gendersQuery, personDataQuery } from '../person/queries.ts';
import { fullStatusQuery, prefetchSubscription, statusQuery } from './queries.ts';
import type { StepProps } from './shell-page.tsx';

/** Query parameter that opens a part of a step; absent = the first part. */
export const PART = 'etapa';
export const PAYMENT_CONFIRMED = 'pagamento-confirmado';
/** Part of the enrolment data where the contract is accepted (S-28). */
const REVIEW = 'revisao';

export type StepChunk = () => Promise<{ default: ComponentType<StepProps> }>;

const result: StepChunk = () => import('../selection/result-step.tsx');
const essay: StepChunk = () => import('../essay/essay-step.tsx');
const information: StepChunk = () => import('../person/information-step.tsx');
const data: StepChunk = () => import('../enrolment/data-step.tsx');
/** Last part of the data, where the contract is read and accepted. */
const reviewPart = () => import('../contract/review-page.tsx');
const payment: StepChunk = () => import('../payment/payment-step.tsx');
const confirmed: StepChunk = () => import('../payment/confirmed-step.tsx');
const documents: StepChunk = () => import('../document/documents-step.tsx');
const selectionDocuments: StepChunk = () => import('../document/selection-documents-step.tsx');
const test: StepChunk = () => import('../selection/test-step.tsx');
const examScore: StepChunk = () => import('../selection/exam-score-step.tsx');
const interview: StepChunk = () => import('../admission/interview-step.tsx');
const questionnaire: StepChunk = () => import('../admission/questionnaire-step.tsx');
const academicClass: StepChunk = () => import('../enrolment/class-step.tsx');
const enrolled: StepChunk = () => import('./enrolled-step.tsx');
const standstill: StepChunk = () => import('./standstill-step.tsx');

/** Chunk of each page that the server names (spec 8.5). */
const CHUNKS: Readonly<Record<Page, StepChunk>> = {
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

/**
 * Chunk of a page; `part` is the part of a step that the address opens, `paid` says that a payment was made. A page
 * stays open while a newer server may name pages that it does not know.
 */
export function chunkOf(page: Page, part: string | null, paid: boolean): StepChunk {
  if (part === PAYMENT_CONFIRMED && paid) return confirmed;
  return part && page === 'personal-data' ? data : (CHUNKS[page] ?? standstill);
}

/** The step that follows most often, so that its files are there when it is reached. */
const NEXT = new Map<StepChunk, readonly (() => Promise<unknown>)[]>([
  [result, [data]],
  [data, [reviewPart, payment]],
  [academicClass, [payment]],
  [payment, [documents]],
  [confirmed, [documents]],
  [documents, [enrolled]],
]);

/** Fetches the files of the step after this one. */
export function fetchNextStep(chunk: StepChunk): void {
  fetchWhenIdle(...(NEXT.get(chunk) ?? []));
}

/** Fetches the files of an application that is about to be opened: those of `frame` and of its page. */
export const fetchStepOf = (page: Page, frame: () => Promise<unknown>): void =>
  fetchWhenIdle(frame, chunkOf(page, null, false));

/** What the first look at a step asks for. */
function callsOf(chunk: StepChunk, id: number, part: string | null): void {
  const ahead = (...queries: Parameters<typeof queryClient.prefetchQuery>[0][]) => {
    for (const query of queries) void queryClient.prefetchQuery(query);
  };
  if (chunk === payment) ahead(paymentOptionsQuery(id), paymentsQuery(id));
  else if (chunk === essay) ahead(essaysQuery(id));
  else if (chunk === documents) ahead(documentsQuery(id), fullStatusQuery(id));
  else if (chunk === selectionDocuments) ahead(documentsQuery(id, 'selection'));
  else if (chunk === data) {
    ahead(personDataQuery(), enrollmentDataQuery(id));
    if (part === REVIEW) {
      void reviewPart().catch(() => undefined);
      ahead(priceExistsQuery(id), contractQuery(id), pricesQuery(id));
    } else ahead(gendersQuery);
  }
}

/**
 * Asks for everything the frame of an application shows, and, once the status names the step, for its chunk and its
 * first calls together: on a slow line each round trip that waits for another one is felt.
 */
export function prefetchStep(id: number, part: string | null): void {
  if (!Number.isSafeInteger(id) || id <= 0) return;
  prefetchSubscription(id);
  const ahead = async () => {
    const { page } = await queryClient.fetchQuery(statusQuery(id));
    const chunk = chunkOf(page, part, false);
    callsOf(chunk, id, part);
    await chunk();
  };
  // Whatever fails here fails again, and is told, when the page needs it.
  void ahead().catch(() => undefined);
}
