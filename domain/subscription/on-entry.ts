import { STATUS, type Status } from './statuses.ts';
import type { Effect } from './transition.ts';

/** What happens on entering a status, whichever row leads there. */
export type EntryEffect = {
  effect: Effect;
  /** Also on returning to the status (`previous`): other things opened before still exist, but this must be renewed. */
  alsoOnReturn?: true;
};

/** The on-entry effects of every status that has any (spec 8.3). */
export const ON_ENTRY: Readonly<Partial<Record<Status, readonly EntryEffect[]>>> = {
  // Enrolment documents are known as soon as the contract is accepted: they decide where the tail leads (spec 8.2).
  [STATUS.TermsAccepted]: [{ effect: 'openEnrolmentDocuments' }],
  [STATUS.DocumentationPending]: [{ effect: 'openEnrolmentDocuments' }],
  // Candidates who could not pay until now get the full time of the class reservation again.
  [STATUS.EnrollmentPending]: [{ effect: 'restartClassHold', alsoOnReturn: true }],
  [STATUS.Enrolled]: [{ effect: 'handOver' }],
  // Recurring payments end when the application is cancelled or refused.
  [STATUS.Unqualified]: [{ effect: 'cancelRecurrence' }],
  [STATUS.Canceled]: [{ effect: 'cancelRecurrence' }],
  [STATUS.SubscriptionDocumentationPending]: [{ effect: 'openSelectionDocuments' }],
  // The status always has a manual payment to be decided, even if a cancellation or a block ended the previous one.
  [STATUS.ManualPaymentPending]: [{ effect: 'openManualPayment', alsoOnReturn: true }],
  [STATUS.PendingQuestionnaire]: [{ effect: 'openQuestionnaire' }],
  [STATUS.PendingTax]: [{ effect: 'startPaymentDeadline' }],
  [STATUS.PendingInterview]: [{ effect: 'openInterview' }],
};

/** Effects of entering `to`; none if the status does not change. `returns`: the row leads back to the previous status. */
export const entryEffects = (from: Status | null, to: Status, returns: boolean): readonly Effect[] =>
  from === to
    ? []
    : (ON_ENTRY[to] ?? []).filter(({ alsoOnReturn }) => !returns || alsoOnReturn).map(({ effect }) => effect);
