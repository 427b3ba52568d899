import type { CallContext, ServiceContext, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantByAlias } from './hosts.ts';

/** A call with a token that may act for several tenants. */
export type PlatformCall = ServiceContext<Tenant | undefined>;

/** Records a platform call in the audit of the tenant that it names, before anything else in the body is checked. */
export const auditNamedTenant = async (
  { platform, service, concerns }: Pick<PlatformCall, 'platform' | 'service' | 'concerns'>,
  alias: unknown,
): Promise<void> => {
  const named =
    service.tenantId === null && typeof alias === 'string' && (await tenantByAlias(platform, alias));
  if (named) concerns(named.id);
};
/** A field of a body that has not been validated yet. */
export const field = ({ request }: Pick<CallContext, 'request'>, name: 'alias' | 'tenant'): unknown =>
  (request.body as Record<string, unknown> | null | undefined)?.[name];

/** Refuses tokens limited to some institutions for calls about the whole tenant. */
export const requireAllInstitutions = (ctx: Pick<ServiceContext, 'service'>): void => {
  if (ctx.service.institutions) fail('FORBIDDEN');
};

/** Whether the token may act for a tenant: a tenant's token only for that tenant, a platform token for all (spec 17.1). */
export const mayActFor = (
  { service, tenant }: Pick<PlatformCall, 'service' | 'tenant'>,
  alias: string,
): boolean => service.tenantId === null || tenant?.alias === alias;

/** The tenant that a call is about, in whose audit it is recorded; 404 for tenants that the token may not act for. */
export async function tenantFor(platform: Platform, ctx: PlatformCall, alias: string): Promise<Tenant> {
  requireAllInstitutions(ctx);
  const known = (mayActFor(ctx, alias) && (await tenantByAlias(platform, alias))) || fail('NOT_FOUND');
  ctx.concerns(known.id);
  return known;
}
