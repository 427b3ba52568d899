import type { DocumentType } from '@orbita/domain/foundation';
import { documentTypes } from '@orbita/domain/identity';
import type { HostContext } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { SharedLimit } from '../platform/http/limits.ts';
import type { CaptchaAction } from '../platform/ports.ts';
import { type HostFacts, hostFacts } from '../tenancy/settings.ts';
import { aroundNow, beforeNow, countEvent, forgetEvent, isReached, takeEvent } from './sign-in-events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Successful sign-ins don't count, because schools and mobile networks share addresses (spec 18). */
const FAILURES_PER_MINUTE = 20;
/** Limits for one network, which may be a whole school, and for one tenant; they cap the cost of a flood. */
const SENDS_OF_NETWORK: SharedLimit = { name: 'codes-of-network', max: 60, windowMs: HOUR, shared: true };
export const SENDS_OF_TENANT: SharedLimit = {
  name: 'codes-of-tenant',
  max: 5000,
  windowMs: HOUR,
  shared: true,
};
const UNPROVEN_PER_DOCUMENT = { here: 3, everywhere: 20 };
const UNPROVEN_PER_NETWORK = 10;

export type RequestContext = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'ip'>;

/** Refuses new sign-ins if the institution lets its candidates sign in by link only (spec 3.1). */
export async function checkLoginEnabled(request: RequestContext): Promise<HostFacts> {
  const facts = await hostFacts(request.platform, { tenant: request.tenant, host: request.host });
  if (facts.loginDisabled) fail('LOGIN_DISABLED');
  return facts;
}

/** The captcha's verdict: `absent` without a token; `not-asked` on a host without a key, whatever was sent. */
export async function askCaptcha(
  { platform, tenant, host, ip }: RequestContext,
  token: string | null | undefined,
  action: CaptchaAction,
): Promise<'passed' | 'refused' | 'unavailable' | 'absent' | 'not-asked'> {
  if (host.captchaKey === null) return 'not-asked';
  if (!token) return 'absent';
  return platform.ports.captcha.verify(token, ip, {
    ...{ tenant: tenant.alias, secretName: host.captchaSecret },
    ...{ action, host: host.name },
  });
}

/** Refuses a document type that this tenant doesn't accept for sign-in (spec 3.1). */
export function checkKind({ tenant }: Pick<RequestContext, 'tenant'>, documentType: DocumentType): void {
  if (!documentTypes(tenant.flags.usePassport).includes(documentType))
    invalid([{ field: 'documentType', message: 'Valor inválido.' }]);
}

/** Refuses a network with too many failures within a minute, across all nodes. */
export async function checkFailures(request: RequestContext): Promise<void> {
  // Uses the machine's own time, because a frozen clock must not freeze a rate limit.
  if (
    await isReached(
      request,
      [{ kind: 'failed-sign-in', most: FAILURES_PER_MINUTE }],
      aroundNow(request, MINUTE),
    )
  )
    fail('RATE_LIMITED');
}

/** Counts a failed sign-in of any kind, without recording whose it was. */
export const countFailure = (request: RequestContext): Promise<unknown> =>
  countEvent(request, 'failed-sign-in', new Date(request.platform.clock.wall()));

/**
 * Limits the codes sent for one network and one tenant (S3), across all nodes; people and contacts have limits of their own.
 */
export const takeSend = ({ platform, tenant, ip }: RequestContext): Promise<void> =>
  platform.limits.takeShared(
    [SENDS_OF_NETWORK, { tenant: tenant.id, address: ip }],
    [SENDS_OF_TENANT, { tenant: tenant.id, all: true }],
  );

/**
 * Limits what is sent for callers without a valid captcha (spec 5.1). Counts before anything is sent; the returned function
 * undoes the count if the message couldn't be sent.
 */
export async function takeUnproven(
  request: RequestContext,
  document: string,
): Promise<() => Promise<unknown>> {
  const { platform, tenant } = request;
  const id = await takeEvent(request, 'unproven-send', {
    document,
    at: platform.clock.now(),
    span: beforeNow(request, HOUR),
    perNetwork: UNPROVEN_PER_NETWORK,
    perDocument: UNPROVEN_PER_DOCUMENT,
  });
  if (id === undefined) fail('RATE_LIMITED');
  return () => forgetEvent(platform, tenant.id, id);
}

/**
 * Counts an account about to be created with only a captcha. Returns false when its network has created as many within the hour
 * as a full computer room would: from then on, each one must also be confirmed by a code.
 */
export async function takeSignUp(request: RequestContext, document: string): Promise<boolean> {
  const { platform } = request;
  const id = await takeEvent(request, 'sign-up', {
    document,
    at: new Date(platform.clock.wall()),
    span: aroundNow(request, HOUR),
    perNetwork: platform.config.signUpsPerHour,
  });
  return id !== undefined;
}
