import { callOf } from '@orbita/protocol';
import { type Address, addressOf, type Call } from '@orbita/protocol/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../platform/http/errors.ts';
import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { openAudit } from './audit.ts';
import { authorise } from './authorise.ts';
import { headerOf } from './header.ts';
import { isToldAsHtml, sendHtml } from './html-errors.ts';
import { identify, identifyService } from './identify.ts';
import { parserOf } from './parse.ts';
import { run } from './run.ts';
import { send } from './send.ts';

/** True for calls of service tokens and providers and for health, which need no registered host. */
const belongsToNoHost = ({ api, path }: Address): boolean => api === 'operations' || path.endsWith('/health');

/** Registers one route for each call of the protocol. */
export function registerRoutes(app: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  for (const route of routes) {
    const { key } = route;
    const call = callOf(key);
    const address = addressOf(key);
    app.route({
      method: address.method,
      url: `/orbita/api${address.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { key, ...(belongsToNoHost(address) ? { surface: 'machine' } : {}) },
      ...(call.bodyLimit === undefined ? {} : largeBody(platform, call, call.bodyLimit)),
      handler: answering(platform, route, call),
    });
  }
}

/** Accepts a large body from known callers only, because a stranger must not fill the memory. */
const largeBody = (platform: Platform, call: Call, bodyLimit: number) => ({
  bodyLimit,
  onRequest: async (request: FastifyRequest) => {
    // The token is checked here and again after the body, because it can end meanwhile (decision 0053).
    if (call.auth === 'service') await identifyService(platform, request);
  },
});

/** Answers a call step by step, in the order of checks of spec 2.3. */
function answering(platform: Platform, route: Route, call: Call) {
  const parse = parserOf(route.key, call);
  return async (request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
    if (call.idempotent && !headerOf(request, 'idempotency-key')) fail('IDEMPOTENCY_KEY_REQUIRED');
    const caller = await identify(platform, call, request);
    const audit = openAudit(platform, caller, request);
    try {
      authorise(call, caller);
      const input = parse(request);
      const answer = await run(platform, route, { caller, input, audit, request });
      await audit.answered(answer);
      return send(platform, route.key, response, answer);
    } catch (error) {
      await audit.failed(error);
      if (call.htmlErrors && isToldAsHtml(error)) return sendHtml(response, error);
      throw error;
    }
  };
}
