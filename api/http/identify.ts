import type { Call, ErrorCode } from '@orbita/protocol/foundation';
import type { FastifyRequest } from 'fastify';
import { readGuardianLink } from '../caller/guardian-link.ts';
import { readPayerLink } from '../caller/payer-link.ts';
import { isForeign, readSession } from '../caller/session.ts';
import { readServiceToken } from '../caller/team/service-token.ts';
import { isGuessing, noteWrongKey } from '../identity/access-keys/wrong-keys.ts';
import type {
  FoundHost,
  GuardianLink,
  PayerLink,
  Service,
  Session,
  StaffSession,
  Tenant,
} from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { isOwnOrigin } from '../platform/http/proxy.ts';
import type { Platform } from '../platform/platform.ts';
import { UNKNOWN_COOKIES } from '../staff/limits.ts';
import { serviceOf } from '../staff/service.ts';
import { readStaffSession, wasDisabled } from '../staff/session.ts';
import { readView, viewTokenOf } from '../staff/views/read.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { comesFromConsole, consoleHost } from './console-guard.ts';
import { headerOf } from './header.ts';

/** Identified caller of a call, and the tenant of the call. */
export type Caller =
  | { auth: 'public'; at: FoundHost | undefined }
  | { auth: 'candidate'; at: FoundHost; session: Session }
  | { auth: 'guardian'; at: FoundHost; link: GuardianLink }
  | { auth: 'payer'; at: FoundHost; link: PayerLink }
  | ServiceCaller
  | { auth: 'staff'; at: FoundHost; staff: StaffSession }
  | { auth: 'provider' };

/** Holder of a service token; `agrees` is true when the tenant headers name the token's tenant. */
export type ServiceCaller = {
  auth: 'service';
  tenant: Tenant | undefined;
  service: Service;
  agrees: boolean;
};

/**
 * Identifies the caller and the tenant, and sets both on the request. Refuses headers that name another
 * tenant or page (403), then an invalid token or session (401).
 */
export async function identify(platform: Platform, call: Call, request: FastifyRequest): Promise<Caller> {
  // Providers identify themselves and their tenant by their own address, which the handler reads.
  if (call.auth === 'provider') return { auth: 'provider' };
  if (call.auth === 'staff') return { auth: 'staff', ...(await identifyStaff(platform, request)) };
  if (call.auth === 'service') {
    const caller = comesFromConsole(platform, request)
      ? await staffAsService(platform, call, request)
      : await identifyService(platform, request);
    request.tenant = caller.tenant;
    request.caller = { token: caller.service.tokenId ?? 0 };
    return caller;
  }
  const at = request.found;
  if (at) {
    checkTenantHeaders(request, at.tenant);
    checkOrigin(request);
    if (await isForeign(platform, at.tenant, request)) fail('TENANT_MISMATCH');
  }
  const view = viewTokenOf(request);
  if (view) return { auth: 'candidate', ...(await identifyView(platform, at, view)) };
  if (call.auth === 'public') return { auth: 'public', at };
  if (call.auth === 'guardian')
    return {
      auth: 'guardian',
      ...(await byLink(platform, at, request, readGuardianLink, 'GUARDIAN_LINK_INVALID')),
    };
  if (call.auth === 'payer')
    return { auth: 'payer', ...(await byLink(platform, at, request, readPayerLink, 'PAYER_LINK_INVALID')) };
  const session = at && (await readSession(platform, at.tenant, request));
  if (!session) fail('UNAUTHENTICATED');
  request.caller = { person: session.personId };
  return { auth: 'candidate', at, session };
}

/** A team member who views a candidate's pages, whatever the call (spec 25.6.3). */
async function identifyView(
  platform: Platform,
  at: FoundHost | undefined,
  token: string,
): Promise<{ at: FoundHost; session: Session }> {
  const session = at && (await readView(platform, at.tenant, token));
  if (!session) fail('UNAUTHENTICATED');
  return { at, session };
}

type ReadLink<L> = (platform: Platform, tenant: Tenant, request: FastifyRequest) => Promise<L | undefined>;

/**
 * Returns the link whose key the request carries. Wrong keys of all kinds of links are counted together, and all get the same
 * response: unknown, expired, ended or belonging to another tenant.
 */
async function byLink<L extends { personId: number }>(
  platform: Platform,
  at: FoundHost | undefined,
  request: FastifyRequest,
  read: ReadLink<L>,
  invalid: ErrorCode,
): Promise<{ at: FoundHost; link: L }> {
  if (!at) fail(invalid);
  if (isGuessing(platform, at.tenant.id, request.ip)) fail('RATE_LIMITED');
  const link = await read(platform, at.tenant, request);
  if (!link) {
    await noteWrongKey(platform, at.tenant.id, request.ip);
    fail(invalid);
  }
  request.caller = { person: link.personId };
  return { at, link };
}

const ACCESS_ENDED = 'Seu acesso foi encerrado pela administração.';

/** The team member whose cookie the request carries, at their console host. Refuses (401) without an active session. */
async function identifyStaff(
  platform: Platform,
  request: FastifyRequest,
): Promise<{ at: FoundHost; staff: StaffSession }> {
  const at = await consoleHost(platform, request);
  const staff = await readStaffSession(platform, at.tenant, request);
  if (!staff) {
    // Only invalid cookies are counted, so people who share an address with a guesser are not affected.
    platform.limits.take(UNKNOWN_COOKIES, { tenant: at.tenant.id, address: request.ip });
    const isEnded = await wasDisabled(platform, at.tenant, request);
    fail('STAFF_SESSION_OVER', isEnded ? { message: ACCESS_ENDED, extra: { access: 'ended' } } : undefined);
  }
  // The page was opened for somebody else, who left it open when this person signed in beside it.
  const openedFor = headerOf(request, 'x-orbita-pessoa');
  if (openedFor !== undefined && openedFor !== String(staff.staffId)) fail('STAFF_SESSION_OVER');
  request.tenant = at.tenant;
  return { at, staff };
}

/** A team member, treated as the holder of the service token that this call would need. */
async function staffAsService(
  platform: Platform,
  call: Call,
  request: FastifyRequest,
): Promise<ServiceCaller> {
  const { at, staff } = await identifyStaff(platform, request);
  return { auth: 'service', tenant: at.tenant, service: serviceOf(at.tenant, staff, call), agrees: true };
}

/**
 * Returns the holder of the request's service token and the tenant it works on. Refuses a request without a valid token (401).
 */
async function identifyService(platform: Platform, request: FastifyRequest): Promise<ServiceCaller> {
  const token = headerOf(request, 'authorization')?.replace(/^Bearer /i, '');
  const known = token ? await readServiceToken(platform, token) : undefined;
  if (!known) fail('SERVICE_TOKEN_INVALID');
  const alias = headerOf(request, 'x-tenant-alias');
  const publicId = headerOf(request, 'x-tenant-id');
  const operator =
    utf8Of(headerOf(request, 'x-operator') ?? '')
      .slice(0, 120)
      .toWellFormed() || null;
  // A token without a tenant works on the tenant that the header names, if any.
  const tenant = known.tenant ?? (alias ? await tenantByAlias(platform, alias) : undefined);
  return {
    auth: 'service',
    tenant,
    service: { ...known.service, operator },
    agrees: (!alias || alias === tenant?.alias) && (!publicId || !tenant || publicId === tenant.publicId),
  };
}

/** Checks that the tenant headers agree with the host, because only the host determines the tenant (spec 2.2). */
function checkTenantHeaders(request: FastifyRequest, tenant: Tenant): void {
  const alias = headerOf(request, 'x-tenant-alias');
  const publicId = headerOf(request, 'x-tenant-id');
  const named = tenantInAddress(request);
  if (alias && alias !== tenant.alias) fail('TENANT_MISMATCH');
  if (publicId && publicId !== tenant.publicId) fail('TENANT_MISMATCH');
  if (named !== undefined && named !== tenant.alias && named !== tenant.publicId) fail('TENANT_MISMATCH');
}

const tenantInAddress = ({ params }: FastifyRequest): string | undefined =>
  typeof params === 'object' && params !== null && 'tenant' in params && typeof params.tenant === 'string'
    ? params.tenant
    : undefined;

/** Refuses a change sent by a page of another site; browsers state the origin of a change (S11). */
function checkOrigin(request: FastifyRequest): void {
  const origin = request.headers.origin;
  if (request.method === 'GET' || !origin || origin === 'null') return;
  if (!isOwnOrigin(request, origin)) fail('FORBIDDEN');
}

/** Decodes a header that Node read as single bytes: names with accents arrive as UTF-8, or as Latin-1 from older systems. */
function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
