import type { DocumentType } from '@orbita/domain/foundation';
import { documentTypes } from '@orbita/domain/identity';
import type { Ctx } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { type HostFacts, hostFacts, parameterOf } from '../tenancy/index.ts';
import { aroundNow, beforeNow, countEvent, forgetEvent, isReached, takeEvent } from './door-events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Successes do not count: schools and mobile networks share addresses (spec 18). */
const FAILURES_PER_MINUTE = 20;
/** After so many unknown documents from one network answers become neutral (spec 5.1). */
const UNKNOWN_PER_HOUR = 5;
/** Of one network, where a whole school may sit, and of one tenant: what a flood may cost before somebody looks. */
const SENDS_OF_NETWORK: Limit = { name: 'codes-of-network', max: 60, windowMs: HOUR };
export const SENDS_OF_TENANT: Limit = { name: 'codes-of-tenant', max: 5000, windowMs: HOUR };
const UNPROVEN_PER_DOCUMENT = 3;
const UNPROVEN_PER_NETWORK = 10;

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

/** Refuses a kind of document that this tenant does not let people in with (spec 3.1). */
export function checkKind({ tenant }: Pick<Visit, 'tenant'>, documentType: DocumentType): void {
  if (!documentTypes(tenant.flags.usePassport).includes(documentType))
    invalid([{ field: 'documentType', message: 'Valor inválido.' }]);
}

/** Refuses a network that failed too often within a minute, on whichever node that was. */
export async function checkFailures(visit: Visit): Promise<void> {
  // By the machine's own time: a frozen clock must not freeze a rate window.
  if (await isReached(visit, 'failed-sign-in', FAILURES_PER_MINUTE, aroundNow(visit, MINUTE)))
    fail('RATE_LIMITED');
}

/** A way in that failed; which one and whose does not matter. */
export const countFailure = (visit: Visit): Promise<unknown> =>
  countEvent(visit, 'failed-sign-in', new Date(visit.house.clock.wall()));

/** Somebody asked for a document that nobody has; the same one over and over is one mistake. */
export const countUnknown = (visit: Visit, document: string): Promise<unknown> =>
  countEvent(visit, 'unknown-document', visit.house.clock.now(), document);

/** True when this visitor is not told whether a document is known: lists of CPFs are not harvested (spec 5.1). */
export async function isNeutral(visit: Visit): Promise<boolean> {
  if (await isReached(visit, 'unknown-document', UNKNOWN_PER_HOUR, beforeNow(visit, HOUR))) return true;
  const place = { hostId: visit.host.id, institutionId: visit.host.institutionId };
  return !(await parameterOf(visit.house, visit.tenant.id, 'RevealUnknownUser', place));
}

/** Bounds the codes that go out for one network and for one tenant (S3); people and contacts have limits of their own. */
export function takeSend({ house, tenant, ip }: Visit): void {
  house.limits.take(SENDS_OF_NETWORK, { tenant: tenant.id, address: ip });
  house.limits.take(SENDS_OF_TENANT, { tenant: tenant.id, all: true });
}

/**
 * Bounds what may be sent for visitors whom no captcha vouched for (spec 5.1). Counted before anything is sent; the
 * answer takes it back, for messages that could not be sent.
 */
export async function takeUnproven(visit: Visit, document: string): Promise<() => Promise<unknown>> {
  const { house, tenant } = visit;
  const id = await takeEvent(visit, 'unproven-send', {
    document,
    at: house.clock.now(),
    span: beforeNow(visit, HOUR),
    perNetwork: UNPROVEN_PER_NETWORK,
    perDocument: UNPROVEN_PER_DOCUMENT,
  });
  if (id === undefined) fail('RATE_LIMITED');
  return () => forgetEvent(house, tenant.id, id);
}

/**
 * Counts an account that is about to be made on the word of a captcha alone. False when its network made as many within
 * the hour as a full computer room: from then on a code confirms each one, too.
 */
export async function takeSignUp(visit: Visit, document: string): Promise<boolean> {
  const { house } = visit;
  const id = await takeEvent(visit, 'sign-up', {
    document,
    at: new Date(house.clock.wall()),
    span: aroundNow(visit, HOUR),
    perNetwork: house.config.signUpsPerHour,
  });
  return id !== undefined;
}
