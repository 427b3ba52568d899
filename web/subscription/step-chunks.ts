import type { Page } from '@orbita/domain/subscription';
import type { ComponentType } from 'react';
import { queryClient } from '../app/query.ts';
import { essaysQuery } from '../essay/queries.ts';
import { paymentOptionsQuery, paymentsQuery } from '../payment/queries.ts';
import { prefetchSubscription, statusQuery } from './queries.ts';
import type { StepProps } from './shell-page.tsx';

/** Query parameter that opens a part of a step; absent = the first part. */
export const PART = 'etapa';
export const PAYMENT_CONFIRMED = 'pagamento-confirmado';

export type StepChunk = () => Promise<{ default: ComponentType<StepProps> }>;

const result: StepChunk = () => import('../selection/result-step.tsx');
const essay: StepChunk = () => import('../essay/essay-step.tsx');
const information: StepChunk = () => import('../person/information-step.tsx');
const data: StepChunk = () => import('../enrolment/data-step.tsx');
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

/** What the first look at a step asks for. */
function callsOf(chunk: StepChunk, id: number): void {
  if (chunk === payment) {
    void queryClient.prefetchQuery(paymentOptionsQuery(id));
    void queryClient.prefetchQuery(paymentsQuery(id));
  } else if (chunk === essay) void queryClient.prefetchQuery(essaysQuery(id));
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
    callsOf(chunk, id);
    await chunk();
  };
  // Whatever fails here fails again, and is told, when the page needs it.
  void ahead().catch(() => undefined);
}
