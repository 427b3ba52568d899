import { endOfDay, isoInZone } from '@orbita/domain/foundation';
import { isOnBehalf, STATUS, sentenceOf, statusInfo, stepsOf } from '@orbita/domain/subscription';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { actsOf } from './acts.ts';
import { documentsDay } from './documents-day.ts';
import { awaitsInstitution, isAllSent, labelFor, type SubscriptionState, selectStates } from './facts.ts';
import { type Caller, checkInstitution, checkScope } from './own.ts';
import { newsOf, pageOfState, paymentUntil, presentCard, stepFactsOf } from './present.ts';
import { shownStates } from './shown-state.ts';
import { holdDeadline } from './state/class.ts';

/** Like `ownSubscription`, with everything the rules need. */
export async function ownState(ctx: Caller, id: number, on?: Runner): Promise<SubscriptionState> {
  checkScope(ctx, id);
  const row = await (on ?? ctx.platform.db.tenant(ctx.tenant.id)).one<SubscriptionState>(
    selectStates(
      sql`s.tenant_id = ${ctx.tenant.id} and s.id = ${id} and s.person_id = ${ctx.session.personId}`,
    ),
  );
  if (!row) fail('NOT_FOUND');
  checkInstitution(ctx, row.institution_code);
  return row;
}

/** Like `ownState`, for pages that only show it. */
export async function shownState(ctx: Caller, id: number): Promise<SubscriptionState> {
  checkScope(ctx, id);
  const [row] = await shownStates(
    ctx.platform,
    ctx.tenant.id,
    sql`s.id = ${id} and s.person_id = ${ctx.session.personId}`,
  );
  if (!row) fail('NOT_FOUND');
  checkInstitution(ctx, row.institution_code);
  return row;
}

/** SQL condition for the subscriptions in a person's own list. */
export const ownList = (personId: number, institutionId: number | null): Sql =>
  sql`s.person_id = ${personId}${institutionId === null ? empty : sql` and s.institution_id = ${institutionId}`}`;

/** Cards of a person's subscriptions, newest first, each with its steps, so that a list needs only one call. */
export async function listOwn(
  platform: Platform,
  tenantId: number,
  personId: number,
  institutionId: number | null,
) {
  const rows = await shownStates(platform, tenantId, ownList(personId, institutionId));
  return rows.map((row) => ownCard(row, platform.clock.now()));
}

/** Card in the owner's own list: everything the owner's pages show of the application. */
const ownCard = (row: SubscriptionState, now: Date) => ({
  ...presentCard(row, now),
  changedAt: isoInZone(row.updated_at, row.time_zone),
  awaitsInstitution: awaitsInstitution(row) || documentsAllSent(row),
  refusedDocuments: row.documents
    .filter(({ state, covered }) => state === 'rejected' && !covered)
    .map(({ name }) => name),
  deadlines: deadlinesOf(row),
  steps: stepsOfState(row, now),
});

/** The sentence on the owner's page that says where the application stands (spec 25.6.1); `history` is oldest first. */
export function ownSentence(
  row: SubscriptionState,
  history: readonly { event: string }[],
  now: Date,
): string {
  const card = ownCard(row, now);
  return sentenceOf(card, card.steps, history);
}

/** Compact status for polling (spec 8.5): the page to show, and the one that follows it when a payment was just confirmed. */
export function compactStatus(row: SubscriptionState, now: Date) {
  const { color } = statusInfo(row.status);
  const page = pageOfState(row, now);
  const news = newsOf(row, now);
  const shown = news ? { page: news, after: page } : { page };
  return { id: row.id, status: row.status, statusName: labelFor(row), color, ...shown };
}

type HistoryRow = {
  from_status: number | null;
  to_status: number;
  event: string;
  actor: 'candidate' | 'system' | 'operations';
  reason: string | null;
  at: Date;
};

/** History of a subscription, oldest first. */
export const historyOf = (on: Runner, id: number) =>
  on.many<HistoryRow>(sql`
    select from_status, to_status, event, actor, reason, at from status_history
    where tenant_id = ${on.tenantId} and subscription_id = ${id} order by id`);

function documentDeadline(row: SubscriptionState): string | null {
  const day = documentsDay(row);
  return day && isoInZone(endOfDay(day, row.time_zone), row.time_zone);
}

// The deadline of the intake ignores this (TR-86), but the card must not ask for documents that were already sent.
function documentsAllSent(row: SubscriptionState): boolean {
  if (row.status !== STATUS.DocumentationPending) return false;
  return isAllSent(row, 'enrollment');
}

/** Deadlines of payment, documents and reserved class; each is null if none applies (spec 8.5). */
export function deadlinesOf(row: SubscriptionState) {
  return {
    payment: paymentUntil(row),
    documents: documentDeadline(row),
    class: holdDeadline(row),
  };
}

/** When the application entered its current status. */
export const enteredAt = (row: SubscriptionState): string => {
  const entered = row.history.findLast(({ from, to }) => to === row.status && from !== to);
  return isoInZone(entered ? new Date(entered.at) : row.created_at, row.time_zone);
};

/** Status with history and deadlines (spec 8.5). */
export async function fullStatus(on: Runner, row: SubscriptionState) {
  const history = await historyOf(on, row.id);
  const acts = await actsOf(on, row.id);
  const entered = history.findLast(({ to_status: to }) => to === row.status);
  return {
    id: row.id,
    status: row.status,
    statusName: labelFor(row),
    isPaid: row.is_paid,
    isTaxPaid: row.is_tax_paid,
    history: history.map((line) => ({
      from: line.from_status,
      to: line.to_status,
      event: line.event,
      actor: line.actor,
      at: isoInZone(line.at, row.time_zone),
    })),
    acts: acts.map(({ at, ...act }) => ({ ...act, at: isoInZone(at, row.time_zone) })),
    reason: entered && !isOnBehalf(entered) ? entered.reason : null,
    latePayment: row.attention.includes('late-payment'),
    deadlines: deadlinesOf(row),
  };
}

/** Steps of a subscription (spec 8.4). */
export const stepsOfState = (row: SubscriptionState, now: Date) => stepsOf(stepFactsOf(row, now));
