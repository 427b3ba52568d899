import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reachesOther } from '../../privacy/not-hers.ts';
import type { House } from '../house.ts';
import type { Subject } from '../security-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code it was refused with. */
    refusal: string | undefined;
    /** Who made the call, once that is known. */
    caller: Exclude<Subject, { address: string }> | undefined;
  }
}

const WATCHED = new Set([401, 403, 404, 429]);
const TELL_LEFT_OUT_MS = 60_000;

/** Everything a call names: parameters, query and the first level of its body. */
const namedBy = ({ params, query, body }: FastifyRequest): Record<string, unknown> => ({
  ...(typeof body === 'object' ? body : {}),
  ...(query as object),
  ...(params as object),
});

/** What of a refusal concerns security; undefined when people meet it by themselves. */
async function concernOf(house: House, request: FastifyRequest, status: number) {
  if (status === 429) return 'limit';
  const { caller, found } = request;
  if (request.refusal === 'TENANT_MISMATCH') return 'foreign-tenant';
  if (status !== 404 || !found || !caller || !('person' in caller)) return undefined;
  const key = request.routeOptions.config.key ?? '';
  const reached = await reachesOther(house, found.tenant.id, caller.person, key, namedBy(request));
  return reached ? 'not-hers' : undefined;
}

/** Counts and logs every refusal once, after it was answered (S27). */
export function watchRefusals(app: FastifyInstance, house: House): void {
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('caller', undefined);
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    if (!WATCHED.has(status)) return;
    const call = request.routeOptions.config.key ?? '-';
    const code = request.refusal ?? `HTTP_${status}`;
    const { caller, found, id: trace, ip: address } = request;
    const of = { tenant: found?.tenant, subject: caller ?? { address }, trace, call, status };
    const kind = await concernOf(house, request, status).catch((error: unknown) => {
      house.log.warn({ err: error, call, trace }, 'refusal not looked into');
      return undefined;
    });
    if (kind) {
      house.metrics.refusals.inc({ call, code });
      house.security.event({ ...of, kind, outcome: code });
    } else house.security.refused({ ...of, code });
  });
  const timer = setInterval(() => house.security.tellLeftOut(), TELL_LEFT_OUT_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    house.security.tellLeftOut();
  });
}
