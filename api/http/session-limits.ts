import type { CallKey } from '@orbita/protocol';
import type { Limit } from '../platform/http/limits.ts';
import type { Platform } from '../platform/platform.ts';
import { SESSION_CALLS, SESSION_FILES, SESSION_SEARCHES } from '../staff/limits.ts';
import type { Caller } from './identify.ts';

/** Calls with a lower limit per team session than calls in general (spec 25.2.5). */
const OWN: Partial<Record<CallKey, Limit>> = {
  'POST /operations/search': SESSION_SEARCHES,
  'POST /operations/subscriptions/search': SESSION_SEARCHES,
  'POST /operations/kept-records/search': SESSION_SEARCHES,
  'GET /operations/documents/files/{fileId}': SESSION_FILES,
};

/** The team session behind a call, and its tenant; undefined for all other callers. */
const sessionOf = (caller: Caller): { tenant: number; session: number } | undefined => {
  if (caller.auth === 'staff') return { tenant: caller.at.tenant.id, session: caller.staff.sessionId };
  if (caller.auth !== 'service' || !caller.service.staff || !caller.tenant) return undefined;
  return { tenant: caller.tenant.id, session: caller.service.staff.sessionId };
};

/** Counts a call of a team session; refuses (429) more than people make. */
export function limitSession({ limits }: Platform, key: CallKey, caller: Caller): void {
  const who = sessionOf(caller);
  if (!who) return;
  limits.take(SESSION_CALLS, who);
  const own = OWN[key];
  if (own) limits.take(own, who);
}
