import { addDays, dayInZone, endOfDay, isoInZone } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import type { Tx } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { queueChangedAnywhere } from '../platform/team-events.ts';

export type PrivacyRequestKind = 'export' | 'deletion' | 'correction' | 'sharing-info' | 'decision-review';
export type PrivacyRequestState = 'received' | 'in-review' | 'concluded' | 'denied';

export type RequestRow = {
  id: number;
  person_id: number;
  institution_id: number | null;
  kind: PrivacyRequestKind;
  details: string | null;
  state: PrivacyRequestState;
  requested_at: Date;
  due_at: Date;
  taken_by: string | null;
  answer: string | null;
  answered_by: string | null;
  answered_at: Date | null;
  file_key: string | null;
  link_hash: string | null;
  link_expires_at: Date | null;
  /** The application whose decision is reviewed. */
  subscription_id?: number | null;
};

/** Days that the institution has to answer (LGPD art. 19 II, spec 6.2). */
const ANSWER_DAYS = 15;

/** Until when a request made now must be answered. */
export const answerDue = (now: Date, timeZone: string): Date =>
  endOfDay(addDays(dayInZone(now, timeZone), ANSWER_DAYS), timeZone);

/** Whether the request is unanswered. */
export const isOpen = ({ state }: Pick<RequestRow, 'state'>): boolean =>
  state === 'received' || state === 'in-review';

type Shown = Answer<'GET /candidate/users/{uuid}/privacy-requests'>[number];

/** A request as the person who made it sees it. */
export const presentRequest = (row: RequestRow, { timeZone }: Pick<Tenant, 'timeZone'>, now: Date): Shown => {
  const at = (instant: Date | null) => (instant ? isoInZone(instant, timeZone) : null);
  const living = row.file_key !== null && row.link_expires_at !== null && row.link_expires_at > now;
  return {
    id: row.id,
    kind: row.kind,
    status: row.state,
    details: row.details,
    requestedAt: isoInZone(row.requested_at, timeZone),
    dueAt: isoInZone(row.due_at, timeZone),
    answeredAt: at(row.answered_at),
    answer: row.answer,
    availableUntil: living ? at(row.link_expires_at) : null,
    subscriptionId: row.subscription_id ?? null,
  };
};

/** Publishes that a request was made or answered. */
export const requestsChanged = (tx: Tx): void =>
  queueChangedAnywhere(tx, { queue: 'privacy', parts: ['privacy.answer'] });
