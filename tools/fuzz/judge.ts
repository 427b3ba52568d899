import type { Described } from './description.ts';
import { FORM } from './forms.ts';
import type { Plan } from './plans.ts';
import type { Answer } from './send.ts';

/** What can be wrong with a response, whatever the request was. */
export type Fault =
  | 'server error'
  | 'no envelope'
  | 'other id'
  | 'stored by caches'
  | 'inner words'
  | 'undescribed status';

const INNER_WORDS =
  /\n\s+at \S+ \(|node:internal|node_modules|\.ts:\d+|violates \w+ constraint|duplicate key value|relation "\w+"|syntax error at or near|invalid input syntax|PostgresError|TypeError|ECONNREFUSED|"query":"select/;

/** Refusals before the call's own rules looked at the request. */
const AT_THE_DOOR = new Set([
  'HOST_UNKNOWN',
  'MALFORMED',
  'IDEMPOTENCY_KEY_REQUIRED',
  'UNAUTHENTICATED',
  'STAFF_SESSION_OVER',
  'SERVICE_TOKEN_INVALID',
  'GUARDIAN_LINK_INVALID',
  'PAYER_LINK_INVALID',
  'FORBIDDEN',
  'REAUTH_REQUIRED',
  'STRONGER_SIGN_IN',
  'VIEW_ONLY',
  'TENANT_MISMATCH',
  'TENANT_REQUIRED',
  'RATE_LIMITED',
]);
const AT_THE_DOOR_OF_PAGES = new Set([400, 401, 403, 429]);

/** A form without a query has no shape that the framework could reject: if it is called malformed, the handler has read it. */
const isPlainForm = ({ body, target }: Plan): boolean =>
  !target.includes('?') && body?.headers.some(([, value]) => value === FORM) === true;

/** Whether the code behind an address responded, not what comes before all of them. */
export function cameIn(plan: Plan, { status, body }: Answer): boolean {
  if (!plan.straight || status >= 500) return false;
  if (status < 400) return true;
  const { code } = parsed(body) ?? {};
  if (code === 'MALFORMED' && isPlainForm(plan)) return true;
  // Pages and responses without a body have no code.
  return typeof code === 'string' ? !AT_THE_DOOR.has(code) : !AT_THE_DOOR_OF_PAGES.has(status);
}

type Envelope = { code?: unknown; message?: unknown; traceId?: unknown };
const parsed = (text: string): Envelope | undefined => {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return;
  }
};

/**
 * Judges by what applies to every call: no server failure, refusals in the envelope with the id from the header, no caching on
 * the way, no internal details, and no undocumented status. `lawless` requests may have been refused by the HTTP parser before
 * there was a call.
 */
export function judge(plan: Plan, call: Described, answer: Answer, lawless: boolean): Fault[] {
  const faults: Fault[] = [];
  const { status, headers, body } = answer;
  // Refusing more concurrent calls than a busy machine can handle is fine, with the code `BUSY`.
  if (status >= 500 && parsed(body)?.code !== 'BUSY') faults.push('server error');
  if (INNER_WORDS.test(body)) faults.push('inner words');
  // Pages and short addresses have their own rules.
  if (!plan.straight || status === 101) return faults;
  const ofTheReader = lawless && !headers.has('x-request-id');
  if (ofTheReader) return faults;
  // Public reference data says how long it may be cached.
  const mayBeKept = call.audience === 'anyone' && call.method === 'GET' && (status === 200 || status === 304);
  const kept = mayBeKept ? 'max-age=' : 'no-store';
  const cached = headers.get('cache-control') ?? '';
  if (!cached.includes('no-store') && !cached.includes(kept)) faults.push('stored by caches');
  // A response to HEAD has no body by HTTP (RFC 9110, 9.3.2). Somebody requesting a page is shown one that says to wait, or why
  // they are not let in.
  const isPage =
    (status === 429 || status === 401) &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    plan.headers.some(([name, value]) => /^accept$/i.test(name) && value.includes('text/html'));
  if (status >= 400 && call.method !== 'HEAD' && !call.ownBodies.has(status) && !isPage) {
    const { code, message, traceId } = parsed(body) ?? {};
    if (typeof code !== 'string' || typeof message !== 'string') faults.push('no envelope');
    else if (traceId !== headers.get('x-request-id')) faults.push('other id');
  }
  // An unreadable body and an oversized header are refused before any call's own rules.
  const always = new Set([304, 400, 404, 413, 415, 431]);
  if (!call.statuses.has(status) && !always.has(status)) faults.push('undescribed status');
  return faults;
}
