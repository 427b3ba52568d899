import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type HostFacts, hostFacts, parameterOf } from '../tenancy/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Successes do not count: schools and mobile networks share addresses (spec 18). */
const FAILURES_PER_MINUTE = 20;
/** After so many unknown documents from one address answers become neutral (spec 5.1). */
const UNKNOWN_PER_HOUR = 5;
const UNPROVEN_PER_DOCUMENT = 3;
const UNPROVEN_PER_ADDRESS = 10;

export type Visit = Pick<Ctx, 'house' | 'tenant' | 'host' | 'ip'>;

/** Refuses new sign-ins where the institution sends its candidates in by link only (spec 3.1). */
export async function checkLoginEnabled(visit: Visit): Promise<HostFacts> {
  const facts = await hostFacts(visit.house, { tenant: visit.tenant, host: visit.host });
  if (facts.loginDisabled) fail('LOGIN_DISABLED');
  return facts;
}

/** What the captcha says of a visitor; `absent` without a token. */
export const askCaptcha = async (
  visit: Visit,
  token: string | null | undefined,
): Promise<'passed' | 'refused' | 'unavailable' | 'absent'> =>
  token ? visit.house.ports.captcha.verify(token, visit.ip) : 'absent';

const failures = (visit: Visit) => `sign-in-failures:${visit.tenant.id}:${visit.ip}`;
const unknown = (visit: Visit) => `unknown-documents:${visit.tenant.id}:${visit.ip}`;

/** Refuses an address that failed too often within a minute. */
export const checkFailures = (visit: Visit): void => {
  if (visit.house.limits.peek(failures(visit), MINUTE) >= FAILURES_PER_MINUTE) fail('RATE_LIMITED');
};
export const countFailure = (visit: Visit): void => void visit.house.limits.count(failures(visit), MINUTE);
export const countUnknown = (visit: Visit): void => void visit.house.limits.count(unknown(visit), HOUR);

/** True when this visitor is not told whether a document is known: lists of CPFs are not harvested (spec 5.1). */
export async function isNeutral(visit: Visit): Promise<boolean> {
  if (visit.house.limits.peek(unknown(visit), HOUR) >= UNKNOWN_PER_HOUR) return true;
  const place = { hostId: visit.host.id, institutionId: visit.host.institutionId };
  return !(await parameterOf(visit.house, visit.tenant.id, 'RevealUnknownUser', place));
}

/** Bounds what may be sent for visitors whom no captcha vouched for (spec 5.1). */
export function takeUnproven({ house, tenant, ip }: Visit, document: string): void {
  house.limits.take(`unproven-document:${tenant.id}:${document}`, UNPROVEN_PER_DOCUMENT, HOUR);
  house.limits.take(`unproven-address:${tenant.id}:${ip}`, UNPROVEN_PER_ADDRESS, HOUR);
}
