import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { type Part, within } from '../platform/tracing/spans.ts';

/** Requests that machines make every few seconds. */
const PROBES = /^\/(?:metrics$|health\/)|\/health$/;
const FAILED = 500;

/** Names a call as in the protocol, a page by its route; never by its address, which contains ids and keys. */
function partOf({ method, routeOptions }: FastifyRequest): Part {
  const { url: route = 'no route', config } = routeOptions;
  return {
    name: config.key ?? `${method} ${route}`,
    kind: 'call',
    attributes: { 'http.request.method': method, 'http.route': route },
  };
}

/** What is known about a call once it is over. */
function saysOf(request: FastifyRequest, { statusCode, raw }: FastifyReply) {
  const { tenant, refusal, headers, id } = request;
  return {
    'http.response.status_code': statusCode,
    ...(tenant ? { 'orbita.tenant': tenant.alias } : {}),
    ...(refusal === undefined ? {} : { 'error.type': refusal }),
    ...(raw.writableFinished ? {} : { 'orbita.cut_off': true }),
    // An id that the caller chose may contain anything.
    ...(headers['x-request-id'] === undefined ? { 'orbita.request_id': id } : {}),
  };
}

/** Records calls and pages if tracing is on; work done for a call, even after its response, belongs to its span. */
export function traceCalls(app: FastifyInstance, { tracing }: Pick<Platform, 'tracing'>): void {
  if (!tracing.on) return;
  app.addHook('onRequest', (request, response, done) => {
    const { url } = request.routeOptions;
    // A socket lives for hours, and most of the work done for it was not requested through it.
    const left = request.ws || (url !== undefined && PROBES.test(url));
    const span = left ? undefined : tracing.begin(partOf(request), request.trace);
    if (span) {
      response.raw.once('close', () => {
        span.say(saysOf(request, response));
        if (response.statusCode >= FAILED) span.failed(request.refusal ?? `HTTP_${response.statusCode}`);
        span.end();
      });
    }
    within(span, done);
  });
}
