import { isWritable } from '@orbita/domain/admission';
import { takesFiles } from '@orbita/domain/document';
import {
  type ActionName,
  changeRefusal,
  deadlinesIn,
  decideMove,
  type Facts,
  PAYMENT_STATUS,
  STATUS,
  type SubscriptionEvent,
} from '@orbita/domain/subscription';
import type { ErrorCode } from '@orbita/protocol/foundation';
import { questionnaireOf } from '../../../admission/questionnaire-store.ts';
import { listDocuments } from '../../../document/store.ts';
import { accommodationsRefusal } from '../../../essay/accommodation.ts';
import { attemptsRefusal } from '../../../essay/grant-attempts.ts';
import { maySeeInstitutionData } from '../../../identity/may-see-institution.ts';
import type { LinkContact } from '../../../messaging/link-contacts.ts';
import { isSettled } from '../../../payment/bill.ts';
import { latePayment } from '../../../payment/late.ts';
import { openPayments } from '../../../payment/personal-voucher.ts';
import { refundableOf } from '../../../payment/refundable.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lookUpRefusal } from '../../../selection/exam-score/ask.ts';
import { type SubscriptionState, settingsReader } from '../../facts.ts';
import { otherActive } from '../../move.ts';
import { isAnalysed } from '../decisions.ts';

/**
 * The error code with which the real call would fail, and the other application its reason names; null means it would succeed.
 */
export type Verdict = { refused: ErrorCode; otherId?: number } | { refused: null; transition?: string };
/** What the decisions look at: the application with its current facts. */
export type Case = {
  tx: Tx;
  platform: Platform;
  row: SubscriptionState;
  facts: Facts;
  blockedSince: Date | null;
  /** Contacts to which a link to it can be sent. */
  contacts: readonly LinkContact[];
};

type Decide = (the: Case) => Verdict | Promise<Verdict>;

const allowed: Verdict = { refused: null };
const refusedBy = (code: ErrorCode | undefined): Verdict => (code ? { refused: code } : allowed);
const inStatus = (right: boolean): Verdict => (right ? allowed : { refused: 'STATE_CONFLICT' });

/** The transition table's verdict on an act of the institution. */
function moveBy({ row, facts }: Case, event: SubscriptionEvent, more: Facts = {}): Verdict & { to?: number } {
  const decision = decideMove({
    type: row.application_type,
    from: row.status,
    event,
    actor: 'operations',
    facts: { ...facts, reasonGiven: true, ...more },
  });
  if (!decision.allowed) return { refused: decision.code };
  return { refused: null, transition: decision.transition.id, to: decision.to };
}

/**
 * An expired application returns unless the person has another one for the same offer and course; late money counts (TR-98).
 */
async function reinstate(the: Case): Promise<Verdict> {
  const { tx, row } = the;
  const late = row.accepted_at && (await latePayment(tx, row.id, 'enrollment'));
  const { to, ...verdict } = moveBy(the, 'reinstated', late ? { isPaid: true } : {});
  if (to === undefined) return verdict;
  const other = await otherActive(tx, row, to as SubscriptionState['status']);
  return other ? { refused: 'SUBSCRIPTION_EXISTS', otherId: other } : verdict;
}

async function receive(the: Case): Promise<Verdict> {
  const { row } = the;
  const purpose = row.status === PAYMENT_STATUS.tax ? 'tax' : 'enrollment';
  if (isSettled({ state: row }, purpose)) return { refused: 'ALREADY_PAID' };
  if (row.status !== PAYMENT_STATUS[purpose]) return { refused: 'STATE_CONFLICT' };
  const { to: _to, ...verdict } = moveBy(the, 'manual-payment-requested', { manualPaymentPurpose: purpose });
  return verdict;
}

async function answer({ tx, row }: Case): Promise<Verdict> {
  const found = await questionnaireOf(tx, row.id);
  if (!found) return { refused: 'NOT_FOUND' };
  const open = row.status === STATUS.PendingQuestionnaire && isWritable(found.state);
  return open ? allowed : { refused: 'READ_ONLY' };
}

const withoutTarget = ({ to: _to, ...verdict }: Verdict & { to?: number }): Verdict => verdict;

const DECISIONS: Readonly<Record<ActionName, Decide>> = {
  'send-link': ({ contacts }) => refusedBy(contacts.length > 0 ? undefined : 'CONTACT_UNCONFIRMED'),
  'ask-confirmation': () => allowed,
  'copy-link': () => allowed,
  'view-as-candidate': () => allowed,
  'cancel-links': () => allowed,
  'write-note': () => allowed,
  'correct-contact': () => allowed,
  'correct-identity': async ({ tx, row }) =>
    refusedBy((await maySeeInstitutionData(tx, row.person_id)) ? undefined : 'CONTACT_UNCONFIRMED'),
  'see-all-institutions': () => allowed,
  // Free places are known only once course and pole are chosen.
  'change-course': ({ row, facts }) =>
    refusedBy(
      changeRefusal(
        { type: row.application_type, status: row.status },
        { ...facts, vacancyFree: true },
        'operations',
      ),
    ),
  'extend-deadline': ({ row }) => inStatus(deadlinesIn(row.status).length > 0),
  dossier: () => allowed,
  'give-discount': async ({ tx, platform, row }) =>
    inStatus((await openPayments(platform, tx, row)).purposes.length > 0),
  reinstate,
  disqualify: (the) => withoutTarget(moveBy(the, 'disqualified')),
  block: () => allowed,
  unblock: () => allowed,
  'book-test': (the) =>
    // Free places of a slot are known only once it is chosen.
    withoutTarget(
      moveBy(the, the.row.status === STATUS.Scheduled ? 'test-rescheduled' : 'test-scheduled', {
        slotFree: true,
      }),
    ),
  'ask-exam-score': async ({ tx, platform, row }) =>
    refusedBy(await lookUpRefusal(tx, row, platform.clock.now())),
  'answer-questionnaire': answer,
  'send-document': async ({ tx, row }) =>
    inStatus((await listDocuments(tx, row.id, undefined)).some(({ state }) => takesFiles(state))),
  'choose-disciplines': ({ row }) => refusedBy(row.accepted_at ? 'FIELD_LOCKED' : undefined),
  'analyse-disciplines': ({ row }) => inStatus(row.status === STATUS.SubscriptionDocumentationPending),
  'approve-selection': (the) => withoutTarget(moveBy(the, 'selection-documents-approved')),
  'reject-selection': (the) => withoutTarget(moveBy(the, 'analysis-rejected')),
  'grant-attempt': ({ row }) => refusedBy(attemptsRefusal(row)),
  'grant-accommodations': ({ row }) => refusedBy(accommodationsRefusal(row)),
  'receive-payment': receive,
  'settle-payment': ({ row }) => inStatus(row.status === STATUS.ManualPaymentPending),
  'refuse-payment': ({ row }) => inStatus(row.status === STATUS.ManualPaymentPending),
  refund: async ({ tx, row }) => inStatus((await refundableOf(tx, row.id)) > 0),
  'retry-papers': ({ row }) => inStatus(row.papers_stuck_at !== null),
  'student-number': ({ row }) => inStatus(row.status === STATUS.Enrolled),
};

/** When an action makes sense for an application at all; of two that undo each other, only one does. */
const MEANT: Readonly<Partial<Record<ActionName, (the: Case) => boolean>>> = {
  'settle-payment': ({ row }) => row.status === STATUS.ManualPaymentPending,
  'refuse-payment': ({ row }) => row.status === STATUS.ManualPaymentPending,
  'ask-confirmation': ({ row, contacts }) =>
    (row.person_email ?? row.person_cell_phone) !== null && !contacts.some(({ why }) => why === 'confirmed'),
  'copy-link': ({ row }) => settingsReader(row.settings)('StaffMayCopyAccessLinks'),
  block: ({ blockedSince }) => blockedSince === null,
  unblock: ({ blockedSince }) => blockedSince !== null,
  'book-test': ({ row }) => row.ingress_kind === 'scheduled-test',
  'ask-exam-score': ({ row }) => row.ingress_kind === 'exam-score',
  'answer-questionnaire': ({ row }) => row.questionnaire_template_id !== null,
  'send-document': ({ row }) => row.document_set_id !== null,
  'choose-disciplines': ({ row }) => row.use_disciplines,
  'analyse-disciplines': ({ row }) => isAnalysed(row),
  'retry-papers': ({ row }) => row.papers_stuck_at !== null,
  'approve-selection': ({ facts }) => facts.kind === 'document-analysis' || facts.selectionDocuments === true,
  'reject-selection': ({ facts }) => facts.kind === 'document-analysis' || facts.selectionDocuments === true,
  'grant-attempt': ({ row }) => row.ingress_kind === 'online-essay',
  'grant-accommodations': ({ row }) =>
    row.ingress_kind === 'online-essay' || row.ingress_kind === 'scheduled-test',
};

export const isMeant = (action: ActionName, the: Case): boolean => MEANT[action]?.(the) ?? true;

/** What the real call would answer now. */
export const verdictOf = async (action: ActionName, the: Case): Promise<Verdict> => DECISIONS[action](the);
