import { addressOf, type Call } from './define.ts';
import { type ErrorCode, errorCatalogue, genericErrors } from './errors.ts';
import { queryNames } from './query-names.ts';

const READS = /^(?:GET|HEAD|OPTIONS) /;

/** Whether a call is a write that is done once per `Idempotency-Key` when the optional header is sent (spec 2.2, 17.1). */
export function takesKey(key: string, call: Call): boolean {
  if (READS.test(key)) return false;
  if (call.auth === 'service') return call.scope !== 'test' && !call.showsSecret;
  return (call.auth === 'candidate' || call.auth === 'guardian') && !call.idempotent && !call.repeats;
}

/** Every code that a call may return: its own and the generic ones, sorted by status and then name. */
export const possibleErrors = (key: string, call: Call): ErrorCode[] => {
  const { path, params } = addressOf(key);
  const found = new Set<ErrorCode>([...genericErrors, ...call.errors]);
  const isMachine = call.auth === 'service' || call.auth === 'provider';
  if (isMachine || path.endsWith('/health')) found.delete('HOST_UNKNOWN');
  if (call.auth === 'candidate') found.add('UNAUTHENTICATED');
  // A team view changes nothing, and reads only what a link from a message can read (spec 25.6.3).
  if (call.auth === 'candidate') found.add('VIEW_ONLY');
  if (call.auth === 'guardian') found.add('GUARDIAN_LINK_INVALID');
  if (call.auth === 'payer') found.add('PAYER_LINK_INVALID');
  if (call.auth === 'service' || (call.auth === 'candidate' && !call.accessKey)) found.add('FORBIDDEN');
  if (call.auth === 'service') found.add('SERVICE_TOKEN_INVALID').add('TENANT_REQUIRED');
  if (call.auth === 'service' || call.auth === 'staff') found.add('STAFF_SESSION_OVER').add('FORBIDDEN');
  if (call.freshProof && call.auth === 'candidate') found.add('REAUTH_REQUIRED');
  // Anything that is not harmless requires a strong sign-in from team members (spec 25.2.4).
  if (call.confirm || call.auth === 'service') found.add('REAUTH_REQUIRED').add('STRONGER_SIGN_IN');
  if (params.length > 0 && call.auth !== 'provider') found.add('NOT_FOUND');
  if ((call.body && call.auth !== 'provider') || call.query || queryNames(call)) found.add('VALIDATION');
  if (call.body || call.multipart || call.bodyType || call.bodyMayBe) found.add('REQUEST_TIMEOUT');
  if (call.idempotent) found.add('IDEMPOTENCY_KEY_REQUIRED');
  if (call.idempotent || call.keyed || takesKey(key, call)) found.add('IDEMPOTENCY_CONFLICT');
  return [...found].sort((a, b) => errorCatalogue[a].status - errorCatalogue[b].status || (a < b ? -1 : 1));
};
