import { type Effect, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Changes, MoveInProgress, RunEffect } from './effect.ts';
import { handOver } from './hand-over.ts';
import { newDeadline } from './payment-deadline.ts';

// The update checks the vacancies under the row lock, so that of two candidates only one gets the last place.
async function takeVacancy({ tx, row }: MoveInProgress): Promise<Changes> {
  if (row.holds_place) return {};
  const place = await tx.one<{ vacancies_left: number }>(sql`
    update offer_course_pole set taken = taken + 1
    where tenant_id = ${tx.tenantId} and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and pole_id = ${row.pole_id} and taken < vacancies returning vacancies - taken as vacancies_left`);
  if (!place) fail('NO_VACANCIES', { extra: { status: row.status } });
  return { holds_place: true, ...place };
}

async function releaseVacancy({ tx, row }: MoveInProgress): Promise<Changes> {
  if (!row.holds_place) return {};
  const place = await tx.one<{ vacancies_left: number }>(sql`
    update offer_course_pole set taken = taken - 1
    where tenant_id = ${tx.tenantId} and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and pole_id = ${row.pole_id} returning greatest(0, vacancies - taken) as vacancies_left`);
  return { holds_place: false, ...place };
}

/** Statuses in which the payment is the next step or comes right after the documents. */
const BEFORE_PAYMENT: readonly Status[] = [
  STATUS.PendingTax,
  STATUS.PendingClassSelection,
  STATUS.DocumentationPending,
  STATUS.EnrollmentPending,
];

/** Effects of moves on the subscription itself. */
export const effects = {
  markPaid: () => ({ is_paid: true }),
  markTaxPaid: () => ({ is_tax_paid: true }),
  // Money received after the cancellation pays the reinstated application (TR-98).
  markPaidByLateMoney: ({ facts }) => (facts.isPaid ? { is_paid: true } : {}),
  takeVacancy,
  releaseVacancy,
  startPaymentDeadline: ({ platform, row }) => ({ payment_deadline: newDeadline(platform, row) }),
  restartPaymentDeadline: ({ platform, row, to }) =>
    BEFORE_PAYMENT.includes(to) && !row.is_paid ? { payment_deadline: newDeadline(platform, row) } : {},
  forbidRetake: () => ({ no_retake: true }),
  allowRetake: () => ({ no_retake: false }),
  forbidRetakeAfterPlagiarism: ({ facts }) => (facts.essay?.plagiarism ? { no_retake: true } : {}),
  // The version is incremented after the effects, so the hand-over already uses the next one.
  handOver: async ({ tx, platform, row }) => {
    await handOver(tx, platform, row, row.version + 1);
    return {};
  },
} satisfies Partial<Record<Effect, RunEffect>>;
