import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { reachesForeignRecord } from '../privacy/ownership.ts';

const WATCHED = new Set([401, 403, 404, 429]);
/**
 * Statuses with which a call may refuse another person's record; some have a specific meaning, such as a slip that cannot be
 * printed.
 */
const MAY_HIDE = new Set([403, 404, 409, 410, 422]);
const LOG_LEFT_OUT_MS = 60_000;

/** Collects every value that a call names: parameters, query and the first level of its body. */
const namedBy = ({ params, query, body }: FastifyRequest): Record<string, unknown> => ({
  ...(typeof body === 'object' ? body : {}),
  ...(query as object),
  ...(params as object),
});

/** Returns how a refusal concerns security, or undefined for one that occurs in normal use. */
async function concernOf(platform: Platform, request: FastifyRequest, status: number) {
  if (status === 429) return 'limit';
  const { caller, tenant } = request;
  if (request.refusal === 'TENANT_MISMATCH') return 'foreign-tenant';
  if (!MAY_HIDE.has(status) || !tenant || !caller || !('person' in caller)) return undefined;
  const key = request.routeOptions.config.key ?? '';
  const reached = await reachesForeignRecord(platform, tenant.id, caller.person, key, namedBy(request));
  return reached ? 'not-hers' : undefined;
}

/**
 * Counts and logs every refusal once, after its response was sent (S27); statuses that are not always watched count only when the
 * caller tried to reach another person's record.
 */
export function watchRefusals(app: FastifyInstance, platform: Platform): void {
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('caller', undefined);
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    if (!WATCHED.has(status) && !MAY_HIDE.has(status)) return;
    const call = request.routeOptions.config.key ?? '-';
    const code = request.refusal ?? `HTTP_${status}`;
    const { caller, tenant, id: trace, ip: address } = request;
    const of = { tenant, subject: caller ?? { address }, trace, call, status };
    const kind = await concernOf(platform, request, status).catch((error: unknown) => {
      platform.log.warn({ err: error, call, trace }, 'refusal not looked into');
      return undefined;
    });
    if (kind) {
      platform.metrics.refusals.inc({ call, code });
      platform.security.event({ ...of, kind, outcome: code });
    } else if (WATCHED.has(status)) platform.security.refused({ ...of, code });
  });
  const timer = setInterval(() => platform.security.logLeftOut(), LOG_LEFT_OUT_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    platform.security.logLeftOut();
  });
}
