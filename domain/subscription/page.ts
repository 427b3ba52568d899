import type { Facts } from './facts.ts';
import { nextTail } from './gates.ts';
import { awaitsPayment, type Page, STOPPED_STATUSES, type Status, statusInfo } from './statuses.ts';
import type { IngressKind } from './types.ts';

/** State of the charge that determines the page (spec 8.6). */
export type ChargeView = 'open' | 'just-confirmed' | 'failed';

/**
 * Minutes for which a payment counts as just confirmed: candidates who paid in a banking app return to a browser that may have
 * reloaded the page, so it is shown again (spec 8.6).
 */
const PAYMENT_NEWS_MINUTES = 10;

/** Whether a charge was paid just now, in an application that has not stopped since. */
export const isJustConfirmed = (
  charge: { state: string; paidAt: Date | null } | null,
  { status, now }: { status: number; now: Date },
): boolean =>
  charge?.state === 'paid' &&
  charge.paidAt !== null &&
  now.getTime() - charge.paidAt.getTime() < PAYMENT_NEWS_MINUTES * 60_000 &&
  !STOPPED_STATUSES.includes(status);

const BY_KIND: Readonly<Record<IngressKind, Page>> = {
  'online-essay': 'essay',
  'scheduled-test': 'assessment',
  'exam-score': 'exam-score',
  'document-analysis': 'selection-documents',
  none: 'portal',
};

const BY_CHARGE: Readonly<Record<ChargeView, Page>> = {
  open: 'waitingPayment',
  'just-confirmed': 'successfulPayment',
  failed: 'paymentFailure',
};

/**
 * The page of a subscription (spec 8.5, 8.6). `charge` adds the pseudo-states of a payment; they count only while a payment is
 * due (6, 17) or has just been made. Unknown status numbers and 15 lead to the portal.
 */
export function pageOf(input: {
  status: number;
  kind: IngressKind;
  facts?: Facts;
  charge?: ChargeView | null;
}): Page {
  const { status, kind, facts = {}, charge } = input;
  if (charge && (awaitsPayment(status) || charge === 'just-confirmed')) return BY_CHARGE[charge];
  const { page } = statusInfo(status);
  if (page === 'by-ingress-kind') return BY_KIND[kind];
  if (page !== 'next-gate') return page;
  return fixedPage(nextTail(facts));
}

function fixedPage(status: Status): Page {
  const { page } = statusInfo(status);
  return page === 'by-ingress-kind' || page === 'next-gate' ? 'portal' : page;
}
