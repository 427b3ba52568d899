import type { FastifyRequest } from 'fastify';
import { readSession } from '../caller/session.ts';
import { calledAddress } from '../platform/http/canonical.ts';
import type {
  CallContext,
  Command,
  Commands,
  FoundHost,
  GuardianContext,
  GuardianLink,
  HostContext,
  IdempotentContext,
  PayerContext,
  PayerLink,
  Reply,
  Service,
  ServiceContext,
  Session,
  StaffContext,
  Tenant,
} from '../platform/http/context.ts';
import { runOnce, runOnceAcross } from '../platform/http/idempotency.ts';
import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import type { Audit } from './audit.ts';
import { headerOf } from './header.ts';
import type { Caller } from './identify.ts';
import type { Input } from './parse.ts';

/** Request with the results of the earlier pipeline steps. */
type Asked = { caller: Caller; input: Input; audit: Audit; request: FastifyRequest };

/** Runs the handler with the context that the caller allows. */
export const run = (platform: Platform, { handler }: Route, asked: Asked): Promise<Reply> =>
  handler(contextOf(platform, asked));

/** Builds the context that `Ctx` promises to handlers of calls with this `auth`. */
function contextOf(platform: Platform, { caller, input, audit, request }: Asked): CallContext {
  const common: CallContext & Input = {
    platform,
    requestId: request.id,
    ip: request.ip,
    request,
    header: (name) => headerOf(request, name),
    ...input,
  };
  switch (caller.auth) {
    case 'provider':
      return common;
    case 'public':
      return caller.at ? atHost(common, caller.at) : common;
    case 'candidate':
      return ofCandidate(atHost(common, caller.at), caller.session);
    case 'guardian':
      return ofGuardian(atHost(common, caller.at), caller.link);
    case 'payer':
      return ofPayer(atHost(common, caller.at), caller.link);
    case 'staff':
      return { ...atHost(common, caller.at), staff: caller.staff } as StaffContext;
    case 'service':
      return ofService(common, caller, audit);
  }
}

const atHost = (common: CallContext, { tenant, host }: FoundHost): HostContext => ({
  ...common,
  tenant,
  host,
  maybeSession: () => readSession(common.platform, tenant, common.request),
});

function ofCandidate(context: HostContext, session: Session): IdempotentContext {
  const { personId } = session;
  return { ...context, session, ...commandsOf(context, { personId, key: keyOf(context.request) }) };
}

function ofGuardian(context: HostContext, link: GuardianLink): GuardianContext & Commands {
  const { personId } = link;
  // Keys of two links of one person are kept apart, because their calls have the same address.
  const key = `link ${link.id} ${keyOf(context.request)}`;
  return { ...context, link, ...commandsOf(context, { personId, key }) };
}

const ofPayer = (context: HostContext, link: PayerLink): PayerContext => ({ ...context, link });

function commandsOf(
  { platform, request, tenant }: HostContext,
  whose: Pick<Command, 'personId' | 'key'>,
): Commands {
  const command = () => commandOf(request, { tenantId: tenant.id, ...whose });
  return {
    once: (work) =>
      headerOf(request, 'idempotency-key')
        ? runOnce(platform, command(), work)
        : platform.db.write(tenant.id, work),
    onceAcross: (work) =>
      headerOf(request, 'idempotency-key') ? runOnceAcross(platform, command(), work) : work(undefined),
  };
}

function ofService(
  common: CallContext,
  { tenant, service }: { tenant: Tenant | undefined; service: Service },
  audit: Audit,
): ServiceContext<Tenant | undefined> {
  const { request } = common;
  return {
    ...common,
    tenant,
    service,
    concerns: audit.concerns,
    audited: audit.within,
    command: (tenantId) =>
      headerOf(request, 'idempotency-key')
        ? commandOf(request, { tenantId, personId: 0, key: `${reachOf(service)}${keyOf(request)}` })
        : undefined,
  };
}

const keyOf = (request: FastifyRequest): string => (headerOf(request, 'idempotency-key') ?? '').slice(0, 200);

/**
 * Prefixes the keys of tokens limited to some institutions, so that only tokens with the same reach get a stored response, and
 * those of a team member, so that nobody else does.
 */
const reachOf = ({ institutions, staff }: Service): string =>
  `${staff ? `staff ${staff.id} ` : ''}${institutions ? `${institutions.toSorted().join(',')} ` : ''}`;

const commandOf = (
  request: FastifyRequest,
  whose: Pick<Command, 'tenantId' | 'personId' | 'key'>,
): Command => ({
  ...whose,
  address: `${request.method} ${calledAddress(request)}`,
  body: request.body,
  requestId: request.id,
});
