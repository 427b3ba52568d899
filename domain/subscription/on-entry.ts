import { STATUS, type Status } from './statuses.ts';
import type { Effect } from './transition.ts';

/** What entering a status does, whichever row leads there. */
export type EntryEffect = {
  effect: Effect;
  /** Also where a row leads back (`previous`): what was opened before is still there, but this must be renewed. */
  alsoOnReturn?: true;
};

/** The on-entry list of every status that has one (spec 8.3). */
export const ON_ENTRY: Readonly<Partial<Record<Status, readonly EntryEffect[]>>> = {
  // Enrolment documents are known from the acceptance on: they decide where the tail leads (spec 8.2).
  [STATUS.TermsAccepted]: [{ effect: 'openEnrolmentDocuments' }],
  [STATUS.DocumentationPending]: [{ effect: 'openEnrolmentDocuments' }],
  // Whoever could pay nothing until now gets the whole time of the class reservation again.
  [STATUS.EnrollmentPending]: [{ effect: 'restartClassHold', alsoOnReturn: true }],
  [STATUS.Enrolled]: [{ effect: 'handOver' }],
  // Nobody goes on paying for what was left or lost.
  [STATUS.Unqualified]: [{ effect: 'cancelRecurrence' }],
  [STATUS.Canceled]: [{ effect: 'cancelRecurrence' }],
  [STATUS.SubscriptionDocumentationPending]: [{ effect: 'openSelectionDocuments' }],
  // The status always has a payment to be decided, also when a cancellation or a block ended the former one.
  [STATUS.ManualPaymentPending]: [{ effect: 'openManualPayment', alsoOnReturn: true }],
  [STATUS.PendingQuestionnaire]: [{ effect: 'openQuestionnaire' }],
  [STATUS.PendingTax]: [{ effect: 'startPaymentDeadline' }],
  [STATUS.PendingInterview]: [{ effect: 'openInterview' }],
};

/** Effects of entering `to`; none where the status stays. `returns`: the row leads back to the status before. */
export const entryEffects = (from: Status | null, to: Status, returns: boolean): readonly Effect[] =>
  from === to
    ? []
    : (ON_ENTRY[to] ?? []).filter(({ alsoOnReturn }) => !returns || alsoOnReturn).map(({ effect }) => effect);
