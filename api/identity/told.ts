import { parameterOf } from '../tenancy/parameters.ts';
import { beforeNow, isReached, takeTold } from './sign-in-events.ts';
import type { RequestContext } from './sign-in-limits.ts';

/**
 * The single rule for what a network is told about documents (spec 5.1, D-52), shared by every sign-in method: anything that
 * reveals whether a document is known checks here first, and answers alike for all documents when nothing may be told.
 */
const HOUR_MS = 3600_000;
/**
 * Answers the form's user doesn't expect: a sign-in, reset or code for an unknown document, and a sign-up with one that has an
 * account. Real people mistype once or twice.
 */
const SURPRISES = { kind: 'unknown-document', most: 5 } as const;
/**
 * All documents something was revealed about, so that a list of known ones can't be checked either; the limit fits a computer
 * room.
 */
const TOLD = { kind: 'told-document', most: 20 } as const;
const LIMITS = [SURPRISES, TOLD];

const reveals = ({ platform, tenant, host }: RequestContext): Promise<boolean> =>
  parameterOf(platform, tenant.id, 'RevealUnknownUser', {
    hostId: host.id,
    institutionId: host.institutionId,
  }) as Promise<boolean>;

/** True when no answer may reveal whether a document is known; counts nothing. */
export const isNeutral = async (request: RequestContext): Promise<boolean> =>
  !(await reveals(request)) || isReached(request, LIMITS, beforeNow(request, HOUR_MS));

/** Counts that a network is told about `subject` (type and number of a document); false when it may not be told any more. */
export const takeTelling = (
  request: Pick<RequestContext, 'platform' | 'tenant' | 'ip'>,
  subject: string,
  { surprise }: { surprise: boolean },
): Promise<boolean> =>
  takeTold(request, {
    document: subject,
    counted: surprise ? [SURPRISES.kind, TOLD.kind] : [TOLD.kind],
    limits: LIMITS,
    span: beforeNow(request, HOUR_MS),
  });

/** Whether the response may reveal that `subject` is known or unknown; if so, it is counted. */
export const mayTell = async (
  request: RequestContext,
  subject: string,
  what: { surprise: boolean },
): Promise<boolean> => (await reveals(request)) && takeTelling(request, subject, what);
