import type { FastifyRequest } from 'fastify';
import { audit, auditStatement } from '../caller/audit/write.ts';
import { DatabaseUnavailable } from '../platform/database/outage.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, Service, Tenant } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { countCall, isSummed } from '../staff/audit-sums.ts';
import { noteOpening } from '../staff/openings.ts';
import { serviceOf } from '../staff/service.ts';
import { auditView } from '../staff/views/audit.ts';
import { keepOpened } from '../work/opened.ts';
import type { Caller } from './identify.ts';

const OK = 200;
const INTERNAL = 500;
const UNAVAILABLE = 503;

type Outcome = Pick<Reply, 'status' | 'body'>;

/** Audit record of one call with a service token or by a team member, written when the call ends. */
export type Audit = {
  /** Adds a tenant that the call concerns. */
  concerns(tenantId: number): void;
  /** Records the response of a write in the write's transaction, so that neither exists without the other. */
  within(tx: Tx, outcome: Outcome): void;
  /** Records the response of the call, unless its write did. */
  answered(outcome: Outcome): Promise<void>;
  /** Records the refusal or the failure of the call. */
  failed(error: unknown): Promise<void>;
};

type Known = { service: Service; tenant: Tenant | undefined };

/** Callers that are audited: holders of a service token, and team members, including when they manage their own session. */
function auditedOf(caller: Caller): Known | undefined {
  if (caller.auth === 'service') return caller;
  if (caller.auth !== 'staff') return undefined;
  const { tenant } = caller.at;
  return { tenant, service: serviceOf(tenant, caller.staff, null) };
}

/**
 * The response of these calls is withheld until it is recorded: the code of a view opens what a candidate sees (spec 25.6.3), and
 * kept records are about people who asked to be forgotten (25.12).
 */
const RECORDED_FIRST: ReadonlySet<string> = new Set([
  'POST /operations/subscriptions/{id}/views',
  'POST /operations/kept-records/search',
  'GET /operations/kept-records/{personId}',
]);

/**
 * Records a call by the team: calls that pages repeat all the time are only counted, every other call gets its own line (25.2.5).
 */
async function auditTeam(
  platform: Platform,
  { service, tenant }: { service: Service; tenant: Tenant },
  request: FastifyRequest,
  { outcome, isWritten }: { outcome: Outcome; isWritten: boolean },
): Promise<void> {
  const action = request.routeOptions.config.key ?? '';
  if (isSummed(action, service, outcome.status)) return countCall(platform, tenant.id, service, action);
  try {
    if (!isWritten) await audit(platform, [tenant.id], service, request, outcome);
  } catch (error) {
    if (!RECORDED_FIRST.has(action)) throw error;
    platform.log.error({ err: error }, 'opening not recorded');
    fail('UNAVAILABLE');
  }
  if (outcome.status !== OK) return;
  await noteOpening(platform, tenant.id, service, request);
  // Only a convenience: the response is as good without it.
  await keepOpened(platform, tenant.id, service, request).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'opening not kept'),
  );
}

/**
 * Opens the audit of a call. It records every call with a service token or by the team, including reads and refused calls (spec
 * 17.1), because a read may return personal data. Other calls are not recorded.
 */
export function openAudit(platform: Platform, caller: Caller, request: FastifyRequest): Audit {
  if (caller.auth === 'candidate' && caller.session.view) return auditOfView(platform, caller, request);
  const known = auditedOf(caller);
  if (!known)
    return {
      ...{ concerns: () => undefined, within: () => undefined },
      ...{ answered: async () => undefined, failed: async () => undefined },
    };
  const { service, tenant } = known;
  const concerned = new Set(tenant ? [tenant.id] : []);
  let written: Outcome['status'] | undefined;
  const answered: Audit['answered'] = async (outcome) => {
    const isWritten = written === outcome.status;
    if (service.staff && tenant)
      return auditTeam(platform, { service, tenant }, request, { outcome, isWritten });
    if (isWritten && tenant) concerned.delete(tenant.id);
    if (!isWritten || concerned.size > 0) await audit(platform, [...concerned], service, request, outcome);
  };
  return {
    concerns: (tenantId) => void concerned.add(tenantId),
    within(tx, outcome) {
      const action = request.routeOptions.config.key ?? '';
      if (tx.tenantId !== tenant?.id || isSummed(action, service, outcome.status)) return;
      if (RECORDED_FIRST.has(action)) return;
      tx.alongside(auditStatement(platform, tx.tenantId, service, request, outcome));
      tx.afterCommit(() => {
        written = outcome.status;
      });
    },
    answered,
    async failed(error) {
      if (error instanceof AppError) await answered({ status: error.status });
      // The caller does not wait for this audit, because the database is already known to be unavailable.
      else if (error instanceof DatabaseUnavailable)
        void answered({ status: UNAVAILABLE }).catch(() => undefined);
      // An error of this audit is dropped, so that the caller receives the first failure.
      else await answered({ status: INTERNAL }).catch(() => undefined);
    },
  };
}

/** Audit of a view, in which no response is sent that was not recorded first (spec 25.6.3). */
function auditOfView(
  platform: Platform,
  { at, session }: Extract<Caller, { auth: 'candidate' }>,
  request: FastifyRequest,
): Audit {
  const record: Audit['answered'] = (outcome) => auditView(platform, at.tenant.id, session, request, outcome);
  return {
    concerns: () => undefined,
    within: () => undefined,
    answered: record,
    async failed(error) {
      const status = error instanceof AppError ? error.status : INTERNAL;
      await record({ status }).catch(() => undefined);
    },
  };
}
